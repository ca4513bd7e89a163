package analyzer

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// kubeVersion chooses the Kubernetes version and passes it on to the Helm loader.
func kubeVersion(o *Options) (kube.Version, error) {
	text, where := o.KubeVersion, ""
	if text == "" {
		text, where = o.Config.KubeVersion, placed(o.Config, "kubeVersion")
	}
	if text == "" {
		return kube.Default(), nil
	}
	o.Load.Helm.KubeVersion = text
	v, err := kube.ParseVersion(text)
	if err != nil {
		return v, fmt.Errorf("%s%w", where, err)
	}
	return v, nil
}

// settings are the thresholds: the defaults are those of docs/rules, the configuration overrides them.
func settings(c config.Config) facts.Settings {
	s := facts.Settings{ServiceDelay: 3, IngressDelay: 10, LoadBalancerDelay: 25, Margin: 5, BlindNodes: 10}
	for _, t := range []struct {
		from *float64
		to   *float64
	}{
		{c.Thresholds.ServiceDelay, &s.ServiceDelay}, {c.Thresholds.IngressDelay, &s.IngressDelay},
		{c.Thresholds.LoadBalancerDelay, &s.LoadBalancerDelay}, {c.Thresholds.Margin, &s.Margin}, {c.Thresholds.BlindNodes, &s.BlindNodes},
	} {
		if t.from != nil {
			*t.to = *t.from
		}
	}
	return s
}

// podOwners are the kinds outside k8s.io/api that hold a pod template: common ones, and those of the configuration.
func podOwners(c config.Config) map[string][]string {
	template := []string{"spec", "template"}
	owners := map[string][]string{
		"argoproj.io/Rollout": template, "apps.kruise.io/CloneSet": template, "apps.kruise.io/StatefulSet": template,
		"apps.kruise.io/DaemonSet": template, "apps.openshift.io/DeploymentConfig": template, "serving.knative.dev/Service": template,
	}
	for _, p := range c.PodOwners {
		owners[p.Group+"/"+p.Kind] = strings.Split(p.Path, ".")
	}
	return owners
}

func policyFolders(c config.Config) []string {
	out := make([]string, len(c.Policies))
	for i, p := range c.Policies {
		out[i] = p
		if !filepath.IsAbs(p) {
			out[i] = filepath.Join(filepath.Dir(c.Path), p)
		}
	}
	return out
}

// catalogs are the user's folders of profiles and images.
func catalogs(c config.Config) []fs.FS {
	out := make([]fs.FS, len(c.Catalogs))
	for i, p := range c.Catalogs {
		if !filepath.IsAbs(p) {
			p = filepath.Join(filepath.Dir(c.Path), p)
		}
		out[i] = os.DirFS(p)
	}
	return out
}

// unknownRules reports names in the configuration that are no rule, each with the nearest one that is. asked are those of
// the call, which the configuration has not named.
func (a *Analyzer) unknownRules(asked []string) []error {
	var out []error
	disable := a.opts.Config.Disable
	for i, name := range disable {
		where := placed(a.opts.Config, fmt.Sprintf("disable[%d]", i)) + "disable"
		if i >= len(disable)-len(asked) {
			where = "--disable"
		}
		if !a.enabled[name] && !a.engine.Disabled(name) {
			out = append(out, fmt.Errorf("%s: no rule is named %q%s", where, name, nearest(name, a.enabled)))
		}
	}
	for i, w := range a.opts.Config.Waivers {
		if !a.enabled[w.Rule] && !slices.Contains(a.opts.Config.Disable, w.Rule) {
			out = append(out, fmt.Errorf("%swaivers: no rule is named %q%s", placed(a.opts.Config, fmt.Sprintf("waivers[%d]", i)), w.Rule, nearest(w.Rule, a.enabled)))
		}
	}
	return out
}

// emptyPolicies reports folders of rules that hold none: what they are for would be left out in silence.
func (a *Analyzer) emptyPolicies() []error {
	var out []error
	given := policyFolders(a.opts.Config)
	for _, dir := range a.engine.Empty() {
		where := "--policy " + dir
		if i := slices.Index(given, dir); i >= 0 {
			where = placed(a.opts.Config, fmt.Sprintf("policies[%d]", i)) + "policies: " + a.opts.Config.Policies[i]
		}
		out = append(out, fmt.Errorf("%s: there is no rule in it: expected a folder of .rego files with METADATA", where))
	}
	return out
}

// placed introduces a message about a value of the configuration; settings of the command line have no place.
func placed(c config.Config, key string) string {
	if c.Path == "" {
		return ""
	}
	return c.Place(key) + ": "
}

func nearest(name string, rules map[string]bool) string {
	if text := typeset.DidYouMean(name, maps.Keys(rules)); text != "" {
		return text
	}
	return " (drainlint rules lists them)"
}

// Nearest suggests the rule that a misspelt name may mean, worded to follow an error message.
func (a *Analyzer) Nearest(name string) string { return nearest(name, a.enabled) }
