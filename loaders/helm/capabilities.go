package helm

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"
	"k8s.io/client-go/kubernetes/scheme"
)

// defaultKubeVersion is the release of the k8s.io/api module in go.mod: its minor version is Kubernetes' own.
const defaultKubeVersion = "v1.37.2"

// Capabilities gives templates what a cluster of that version answers; extra is what --api-versions adds.
func Capabilities(version string, extra []string) (*chartutil.Capabilities, error) {
	if version == "" {
		version = defaultKubeVersion
	}
	kv, err := chartutil.ParseKubeVersion(version)
	if err != nil {
		return nil, err
	}
	caps := chartutil.DefaultCapabilities.Copy()
	caps.KubeVersion = *kv
	caps.APIVersions = append(builtinAPIs(*kv), extra...)
	return caps, nil
}

// introduced and removed are implemented by the API types whose life the Kubernetes source states.
type (
	introduced interface{ APILifecycleIntroduced() (major, minor int) }
	removed    interface{ APILifecycleRemoved() (major, minor int) }
)

// builtinAPIs lists each group/version and group/version/Kind that an API server of that version serves by default, as
// discovery gives them to Helm in a real cluster. Helm's own offline list has no kinds and ignores the version.
func builtinAPIs(kv chartutil.KubeVersion) chartutil.VersionSet {
	major, _ := strconv.Atoi(kv.Major)
	minor, _ := strconv.Atoi(kv.Minor)
	// The aggregator's own API is no part of client-go's scheme.
	set := map[string]bool{"apiregistration.k8s.io/v1": true, "apiregistration.k8s.io/v1/APIService": true}
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		if !isObject(t) || strings.HasSuffix(gvk.Kind, "List") || !served(gvk.GroupVersion().String(), gvk.Version, t, major, minor) {
			continue
		}
		gv := gvk.GroupVersion().String()
		set[gv], set[gv+"/"+gvk.Kind] = true, true
	}
	out := make(chartutil.VersionSet, 0, len(set))
	for api := range set {
		out = append(out, api)
	}
	slices.Sort(out)
	return out
}

// isObject leaves out the option and event types of apimachinery, which are registered in each group version.
func isObject(t reflect.Type) bool {
	return strings.HasPrefix(t.PkgPath(), "k8s.io/api/") || strings.HasPrefix(t.PkgPath(), "k8s.io/apiextensions-apiserver/")
}

// betaOffSince is the first minor release whose new beta APIs are not served by default (KEP-3136).
const betaOffSince = 24

// betaOn are the exceptions that k8s.io/kubernetes lists in pkg/controlplane/instance.go (legacyBetaEnabledByDefaultResources).
const betaOn = "flowcontrol.apiserver.k8s.io/v1beta3"

func served(groupVersion, version string, t reflect.Type, major, minor int) bool {
	if strings.Contains(version, "alpha") { // never on by default
		return false
	}
	object := reflect.New(t).Interface()
	if life, ok := object.(introduced); ok {
		ma, mi := life.APILifecycleIntroduced()
		if later(ma, mi, major, minor) {
			return false
		}
		if strings.Contains(version, "beta") && groupVersion != betaOn && !later(1, betaOffSince, ma, mi) {
			return false
		}
	}
	if life, ok := object.(removed); ok {
		ma, mi := life.APILifecycleRemoved()
		return later(ma, mi, major, minor)
	}
	return true
}

// later reports whether version a is after version b.
func later(aMajor, aMinor, bMajor, bMinor int) bool {
	return aMajor > bMajor || aMajor == bMajor && aMinor > bMinor
}
