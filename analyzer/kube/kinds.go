package kube

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// stable are the group versions that most objects have.
var stable = []string{
	"v1", "apps/v1", "batch/v1", "policy/v1", "networking.k8s.io/v1", "autoscaling/v2", "rbac.authorization.k8s.io/v1", "storage.k8s.io/v1", "scheduling.k8s.io/v1",
	"admissionregistration.k8s.io/v1", "discovery.k8s.io/v1", "coordination.k8s.io/v1", "certificates.k8s.io/v1", "node.k8s.io/v1", "flowcontrol.apiserver.k8s.io/v1", "events.k8s.io/v1", "resource.k8s.io/v1",
}

// Kinds are the kinds of the stable APIs, sorted.
func Kinds() []string {
	out := []string{"APIService", "CustomResourceDefinition"} // of other modules
	for _, version := range stable {
		s := schemeOf(version)
		gv, err := schema.ParseGroupVersion(version)
		if s == nil || err != nil {
			continue
		}
		for kind, t := range s.KnownTypes(gv) {
			if _, object := reflect.PointerTo(t).MethodByName("GetObjectMeta"); object && strings.HasPrefix(t.PkgPath(), "k8s.io/api/") {
				out = append(out, kind)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
