package analyzer

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/waiver"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

// part is what one owner contributes to the report.
type part struct {
	findings []finding.Finding
	waivers  []*waiver.Waiver
	problems []source.Problem
	stats    finding.Stats
	// uses are the containers that run what Dockerfiles of the run build.
	uses map[string][]facts.ImageUse
	// failed are the files of input that was not analysed.
	failed []string
	// analysable counts objects other than GitOps wrappers, Dockerfiles and inputs that failed.
	analysable int
	wrappers   []string
	wrapper    *source.Span
	// inputs are kept only for Inspect.
	inputs []Input
	// kinds are those of the objects, noted only where users' rules are loaded.
	kinds map[string]bool
	// coverage is what DaemonSets reach of the inventory.
	coverage []Coverage
}

func (p *part) add(q part) {
	p.findings = append(p.findings, q.findings...)
	p.waivers = append(p.waivers, q.waivers...)
	p.problems = append(p.problems, q.problems...)
	p.failed = append(p.failed, q.failed...)
	for file, uses := range q.uses {
		if p.uses == nil {
			p.uses = map[string][]facts.ImageUse{}
		}
		p.uses[file] = append(p.uses[file], uses...)
	}
	p.inputs = append(p.inputs, q.inputs...)
	p.coverage = append(p.coverage, q.coverage...)
	for kind := range q.kinds {
		if p.kinds == nil {
			p.kinds = map[string]bool{}
		}
		p.kinds[kind] = true
	}
	p.analysable += q.analysable
	p.wrappers = append(p.wrappers, q.wrappers...)
	if p.wrapper == nil {
		p.wrapper = q.wrapper
	}
	s, t := &p.stats, q.stats
	s.Charts += t.Charts
	s.Kustomizations += t.Kustomizations
	s.ManifestUnits += t.ManifestUnits
	s.Dockerfiles += t.Dockerfiles
	s.Objects += t.Objects
	s.Workloads += t.Workloads
	s.Problems += t.Problems
}

// again is what a further value set of a chart adds: the chart is counted already, and so are its objects unless the sets
// before had none.
func (p part) again(first bool) part {
	p.stats.Charts, p.stats.Problems = 0, 0
	if !first {
		p.stats = finding.Stats{}
	}
	return p
}

// wrapperGroups are the API groups whose objects point at what is deployed instead of holding it.
var wrapperGroups = []string{"helm.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io", "source.toolkit.fluxcd.io", "argoproj.io", "helm.cattle.io", "fleet.cattle.io"}

var wrapperKinds = []string{"HelmRelease", "Kustomization", "Application", "ApplicationSet", "AppProject", "HelmChart", "HelmChartConfig", "HelmRepository", "GitRepository", "OCIRepository", "Bucket", "GitRepo", "Bundle"}

func (p *part) count(u *source.Unit, f *facts.Facts) {
	s := &p.stats
	switch u.Kind {
	case source.Helm:
		s.Charts = 1
	case source.Kustomize:
		s.Kustomizations = 1
	case source.Manifest:
		s.ManifestUnits = 1
	}
	s.Dockerfiles, s.Objects, s.Workloads, s.Problems = len(u.Dockerfiles), len(f.Objects), len(f.Workloads), len(f.Problems)
	for _, problem := range u.Problems {
		if !problem.Warning {
			p.failed = append(p.failed, problem.Span.File)
		}
	}
	p.analysable = len(u.Dockerfiles) + len(u.Problems)
	if u.Kind == source.Helm || u.Kind == source.Kustomize {
		p.analysable++ // an empty chart is a chart
	}
	for i, o := range f.Objects {
		if o.Raw != nil {
			if p.kinds == nil {
				p.kinds = map[string]bool{}
			}
			p.kinds[o.Kind] = true
		}
		group, _, _ := strings.Cut(o.APIVersion, "/")
		if !slices.Contains(wrapperGroups, group) || !slices.Contains(wrapperKinds, o.Kind) {
			p.analysable++
			continue
		}
		if !slices.Contains(p.wrappers, o.Kind) {
			p.wrappers = append(p.wrappers, o.Kind)
		}
		if p.wrapper == nil {
			span := u.Documents[i].Trace(nil).Span
			p.wrapper = &span
		}
	}
}

// report joins the parts, of which named are the paths of the run: merge and order the findings, apply the waivers, judge the waivers and the run.
func (a *Analyzer) report(ctx context.Context, root string, fsys fs.FS, named loaders.Scope, found *loaders.Discovery, parts []part, stdin bool) *Report {
	var all part
	for _, p := range parts {
		all.add(p)
	}
	r := &Report{Root: root, Rules: a.engine.Rules(), Stats: all.stats, Stdin: stdin}
	// A neighbour that could not be analysed is no trouble of the files that were named.
	r.Incomplete = slices.ContainsFunc(all.failed, found.Scope.Contains)
	problems := slices.Concat(found.Problems, a.engine.Problems(), unique(all.problems))
	all.findings = append(all.findings, a.judgeProblems(ctx, r, problems)...)
	all.findings = append(all.findings, a.judgeRun(ctx, r, found, &all)...)
	all.findings = append(all.findings, a.judgeExclusions(ctx, r)...)
	findings := finding.Sort(all.findings)
	today := a.opts.Today
	if today.IsZero() {
		today = time.Now()
	}
	waivers := waiver.NewSet(today, all.waivers, a.configWaivers(root))
	waivers.Apply(findings)
	disabled := map[string]bool{}
	for _, name := range a.opts.Config.Disable {
		disabled[name] = true
	}
	judged := waivers.Facts(a.enabled, disabled)
	findings = append(findings, a.judge(ctx, r, &facts.Facts{Waivers: judged})...)
	r.Findings = slices.DeleteFunc(finding.Sort(findings), func(f Finding) bool { return !concerns(found.Scope, f) })
	a.onlyTouched(r)
	if b := a.opts.Baseline; b != nil {
		looked := func(file string) bool { return named.Contains(file) && found.Scope.Contains(file) }
		analysed := func(file string) bool { return a.opts.Changes == nil && looked(file) }
		r.Baseline = b.Apply(r.Findings, baseline.Input{Source: reader(fsys), Analysed: analysed, Looked: looked})
		r.Baseline.Covered = covered(r)
	}
	r.Notices = append(r.Notices, a.misnamed(r, judged)...)
	r.Notices = append(r.Notices, a.doubts(fsys, found, all.kinds)...)
	for _, f := range found.NotKubernetes {
		r.Notices = append(r.Notices, finding.Notice{Severity: finding.Note, Message: f + " holds no Kubernetes object: nothing to analyse"})
	}
	return r
}

// reader reads files of the root.
func reader(fsys fs.FS) func(string) ([]byte, error) {
	return func(file string) ([]byte, error) { return fs.ReadFile(fsys, file) }
}

// covered tells whether the baseline holds everything that makes the run incomplete.
func covered(r *Report) bool {
	known := false
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Rule.Name == "cannot-analyse" && f.Severity == finding.Error {
			if f.Open() {
				return false
			}
			known = true
		}
	}
	return known && !slices.ContainsFunc(r.Notices, func(n finding.Notice) bool { return n.Severity == finding.Error })
}

// judge evaluates the rules about something other than a Unit's objects.
func (a *Analyzer) judge(ctx context.Context, r *Report, f *facts.Facts) []Finding {
	f.Version, f.Settings = facts.Version, a.facts.Settings
	violations, problems := a.engine.Run(ctx, f)
	for _, p := range problems {
		r.Incomplete = true
		r.Notices = append(r.Notices, notice(p))
	}
	return finding.Locate(&source.Unit{}, violations)
}

// notice words a problem that belongs to no file of the input.
func notice(p source.Problem) finding.Notice {
	text := p.Message
	if p.Span.File != "" {
		text = p.Span.String() + ": " + text
	}
	if p.Change != "" {
		text += "; " + p.Change
	}
	return finding.Notice{Severity: finding.Error, Message: text}
}

// judgeProblems reports input that could not be used. What belongs to no file is a notice.
func (a *Analyzer) judgeProblems(ctx context.Context, r *Report, problems []source.Problem) []Finding {
	f := &facts.Facts{}
	for _, p := range problems {
		r.Incomplete = r.Incomplete || !p.Warning
		r.Stats.Problems++
		if p.Span.File == "" || p.Stage == "rule" {
			r.Notices = append(r.Notices, notice(p))
			continue
		}
		span := p.Span
		f.Problems = append(f.Problems, facts.Problem{At: facts.Ref{Span: &span}, Stage: p.Stage, Message: p.Message, Change: p.Change, Partial: p.Partial, Warning: p.Warning})
	}
	if len(f.Problems) == 0 {
		return nil
	}
	return a.judge(ctx, r, f)
}

// judgeRun reports a folder in which there was nothing to analyse: a clean exit would lie.
func (a *Analyzer) judgeRun(ctx context.Context, r *Report, found *loaders.Discovery, all *part) []Finding {
	if all.analysable > 0 || len(found.Problems) > 0 {
		return nil
	}
	if r.Stdin && a.enabled["nothing-analysed"] {
		r.Notices = append(r.Notices, finding.Notice{Severity: finding.Warning, Message: "nothing was analysed: standard input holds no Kubernetes object"})
		return nil
	}
	if !found.Folders {
		return nil
	}
	first := source.Span{File: found.FirstFile, Start: source.Pos{Line: 1, Col: 1}, End: source.Pos{Line: 1, Col: 2}}
	if all.wrapper != nil {
		first = *all.wrapper
	}
	if first.File == "" {
		if a.enabled["nothing-analysed"] {
			r.Notices = append(r.Notices, finding.Notice{Severity: finding.Warning, Message: "nothing was analysed: the folder is empty"})
		}
		return nil
	}
	return a.judge(ctx, r, &facts.Facts{Run: &facts.Run{Analysable: all.analysable, Objects: all.stats.Objects, Wrappers: all.wrappers, First: facts.Ref{Span: &first}}})
}

// concerns tells whether a finding belongs in a report limited to scope.
func concerns(scope loaders.Scope, f Finding) bool {
	if scope.Contains(f.Span.File) {
		return true
	}
	if slices.ContainsFunc(f.Via, func(s source.Step) bool { return scope.Contains(s.Span.File) }) {
		return true
	}
	// What overlays do is theirs: a base proves much of it.
	if slices.ContainsFunc(f.Via, func(s source.Step) bool { return s.Why == "used by" }) {
		return false
	}
	// A Service can make a fault of a pod that was none before, and a script's fault is that of the Dockerfile that starts it.
	return slices.ContainsFunc(f.Proof, func(p finding.ProofLine) bool { return p.Span != nil && scope.Contains(p.Span.File) })
}

// unique drops rule failures that several Units repeat.
func unique(problems []source.Problem) []source.Problem {
	var out []source.Problem
	for _, p := range problems {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (a *Analyzer) configWaivers(root string) []*waiver.Waiver {
	var out []*waiver.Waiver
	file := a.configFile(root)
	for _, w := range a.opts.Config.Waivers {
		out = append(out, &waiver.Waiver{
			Rules: []string{w.Rule}, Reason: w.Reason, Until: w.Until, Where: "config",
			Span:  source.Span{File: file, Start: source.Pos{Line: w.Line, Col: 1}, End: source.Pos{Line: w.Line, Col: 2}},
			Match: func(f *Finding) bool { return matchObject(w.Object, f.Object) && matchPath(w.Paths, f.Span.File) },
		})
	}
	return out
}

func matchObject(want, object string) bool {
	kind, rest, _ := strings.Cut(object, "/")
	_, name, hasNamespace := strings.Cut(rest, "/")
	return want == "" || want == object || hasNamespace && want == kind+"/"+name
}

func matchPath(patterns []string, file string) bool {
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool {
		if dir, ok := strings.CutSuffix(p, "**"); ok {
			return strings.HasPrefix(file, dir)
		}
		ok, err := path.Match(p, file)
		return err == nil && ok
	})
}
