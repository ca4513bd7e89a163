package analyzer

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

// doubts are notices about settings that have no effect, or not the one they seem to have: nobody would miss what they
// leave out. kinds are those of the objects of the run.
func (a *Analyzer) doubts(fsys fs.FS, found *loaders.Discovery, kinds map[string]bool) []finding.Notice {
	var out []finding.Notice
	if v := a.facts.KubeVersion; kube.Default().Before(v) {
		out = append(out, finding.Notice{Severity: finding.Note, Message: fmt.Sprintf("Kubernetes %s is newer than %s, the newest that drainlint knows: verdicts are those of %[2]s", v, kube.Default())})
	}
	warn := func(format string, args ...any) {
		out = append(out, finding.Notice{Severity: finding.Warning, Message: fmt.Sprintf(format, args...)})
	}
	for i, s := range a.opts.Config.Helm.ValueSets {
		if len(s.Charts) > 0 && !slices.ContainsFunc(s.Charts, func(pattern string) bool { return chartsMatch(fsys, pattern) }) {
			warn("%svalue set %s is used by no chart: none is at %s%s", placed(a.opts.Config, fmt.Sprintf("helm.valueSets[%d]", i)), s.Name, strings.Join(s.Charts, ", "), nearestChart(s.Charts, found))
		}
	}
	for _, r := range a.engine.Rules() {
		for _, kind := range r.Kinds {
			if r.User && !kinds[kind] && !knownKinds()[kind] {
				if near := typeset.Nearest(kind, maps.Keys(knownKinds())); near != "" {
					warn("%s: rule %s never runs for kind %q, which is no kind of object or fact that drainlint knows; did you mean %q?", r.File, r.Name, kind, near)
				}
			}
		}
	}
	return out
}

// knownKinds are what the kinds of a rule may be, apart from those of custom resources.
func knownKinds() map[string]bool {
	out := facts.KindNames()
	for _, kind := range kube.Kinds() {
		out[kind] = true
	}
	return out
}

// chartsMatch tells whether a pattern of a value set names a chart below the root, in the run or not.
func chartsMatch(fsys fs.FS, pattern string) bool {
	pattern = path.Clean(pattern)
	if path.Ext(pattern) == ".tgz" {
		archives, err := fs.Glob(fsys, pattern)
		return err == nil && len(archives) > 0
	}
	charts, err := fs.Glob(fsys, path.Join(pattern, "Chart.yaml"))
	return err == nil && len(charts) > 0
}

// nearestChart suggests the chart of the run that a path may mean.
func nearestChart(paths []string, found *loaders.Discovery) string {
	var charts []string
	for _, o := range found.Owners {
		if o.Kind == source.Helm {
			charts = append(charts, o.Dir)
		}
	}
	for _, p := range paths {
		if near := typeset.DidYouMean(path.Clean(p), slices.Values(charts)); near != "" {
			return near
		}
	}
	return ""
}

// misnamed are notices about waivers that name no rule: they accept nothing, and their notes are not shown by default. A
// waiver counts when the finding about it does, so that scopes, changes and baselines hold for it too.
func (a *Analyzer) misnamed(r *Report, waivers []facts.Waiver) []finding.Notice {
	var out []finding.Notice
	for _, w := range waivers {
		about := func(f Finding) bool { return f.Rule.Name == "waiver-unused" && f.Open() && f.Span == *w.At.Span }
		if len(w.Unknown) == 0 || !slices.ContainsFunc(r.Findings, about) {
			continue
		}
		for _, name := range w.Unknown {
			out = append(out, finding.Notice{
				Severity: finding.Warning,
				Message:  fmt.Sprintf("%s: the waiver accepts nothing: no rule is named %q%s", w.At.Span, name, nearest(name, a.enabled)),
			})
		}
	}
	return out
}
