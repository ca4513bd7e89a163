package analyzer

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
)

// kubeVersion chooses the Kubernetes version and passes it on to the Helm loader.
func kubeVersion(o *Options) (kube.Version, error) {
	text := o.KubeVersion
	if text == "" {
		text = o.Config.KubeVersion
	}
	if text == "" {
		return kube.Default(), nil
	}
	o.Load.Helm.KubeVersion = text
	return kube.ParseVersion(text)
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
	check := func(where, name string) {
		if !a.enabled[name] && !slices.Contains(a.opts.Config.Disable, name) {
			out = append(out, fmt.Errorf("%s%s: no rule is named %q%s", a.configName(), where, name, nearest(name, a.enabled)))
		}
	}
	disable := a.opts.Config.Disable
	for i, name := range disable {
		where := a.configName() + "disable"
		if i >= len(disable)-len(asked) {
			where = "--disable"
		}
		if !a.enabled[name] && !a.engine.Disabled(name) {
			out = append(out, fmt.Errorf("%s: no rule is named %q%s", where, name, nearest(name, a.enabled)))
		}
	}
	for _, w := range a.opts.Config.Waivers {
		check(fmt.Sprintf("waivers, line %d", w.Line), w.Rule)
	}
	return out
}

// configName introduces a message about the configuration file; settings of the command line have none.
func (a *Analyzer) configName() string {
	if a.opts.Config.Path == "" {
		return ""
	}
	return a.opts.Config.Path + ": "
}

func nearest(name string, rules map[string]bool) string {
	best, distance := "", 4
	for r := range rules {
		if d := levenshtein.ComputeDistance(name, r); d < distance || d == distance && r < best {
			best, distance = r, d
		}
	}
	if best == "" {
		return " (drainlint rules lists them)"
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// Nearest suggests the rule that a misspelt name may mean, worded to follow an error message.
func (a *Analyzer) Nearest(name string) string { return nearest(name, a.enabled) }
