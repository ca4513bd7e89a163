// Package helm renders charts offline, as `helm template` does, and traces each object to the template it comes from.
package helm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/drainlint/drainlint/loaders/helm/engine"
	"github.com/drainlint/drainlint/loaders/source"
)

const stage = "helm"

// Options are what `helm template` takes as flags; the zero value renders the chart's defaults.
type Options struct {
	// ValueFiles are paths below the root of the run, the strongest last.
	ValueFiles []string
	// Set, SetString, SetFile, SetJSON and SetLiteral are the arguments of --set and its sisters. Files named by SetFile
	// are paths below the root of the run.
	Set, SetString, SetFile, SetJSON, SetLiteral []string
	// Inline are values like those of a file, stronger than ValueFiles or, with InlineFirst, weaker.
	Inline      map[string]any
	InlineFirst bool
	// KubeVersion is a Kubernetes version such as 1.37 or v1.30.2; empty means the release drainlint is built with.
	KubeVersion string
	// APIVersions are added to what a cluster of that version serves: group/version or group/version/Kind.
	APIVersions []string
	// ReleaseName and Namespace default to release-name and default.
	ReleaseName, Namespace string
	// Stores are searched for dependencies that are neither in charts/ nor beside the chart.
	Stores []Store
	// Sets are further combinations of values; see LoadSets.
	Sets []ValueSet
	// OnlyNamed keeps LoadSets from looking for ci/*-values.yaml.
	OnlyNamed bool
}

// Load renders the chart in folder dir of fsys, or the chart archive (.tgz) of that name. What is wrong with the chart becomes Problems of the Unit; the error is
// about the call: an invalid option, or a cancelled context. A library chart gives a Unit without documents.
func Load(ctx context.Context, fsys fs.FS, dir string, o Options) (unit *source.Unit, err error) {
	if o.ReleaseName == "" {
		o.ReleaseName = "release-name"
	}
	if o.Namespace == "" {
		o.Namespace = "default"
	}
	var errs []error
	caps, err := Capabilities(o.KubeVersion, o.APIVersions)
	if err != nil {
		errs = append(errs, fmt.Errorf("kube version %q: expected a version such as 1.37 or v1.30.2", o.KubeVersion))
	}
	if err := chartutil.ValidateReleaseName(o.ReleaseName); err != nil {
		errs = append(errs, fmt.Errorf("release name %q: %w", o.ReleaseName, err))
	}
	vals, files, problems, err := o.userValues(fsys)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	l := &load{
		fsys: fsys, dir: dir, options: o, caps: caps, vals: vals, tree: newTree(),
		unit: &source.Unit{Kind: source.Helm, Dir: dir, Namespace: o.Namespace, Files: files, Problems: problems},
	}
	defer func() {
		if p := recover(); p != nil {
			unit, err = l.unit, nil
			l.fail(source.Problem{Message: fmt.Sprintf("the chart cannot be rendered: %v", p)})
		}
	}()
	if err := l.run(ctx, len(problems) > 0); err != nil {
		return nil, err
	}
	return l.unit, nil
}

// load is one run of Load.
type load struct {
	fsys    fs.FS
	dir     string
	options Options
	caps    *chartutil.Capabilities
	vals    map[string]any
	tree    *tree
	unit    *source.Unit
}

func (l *load) chartFile() string {
	if archived(l.dir) {
		return l.dir
	}
	return path.Join(l.dir, "Chart.yaml")
}

func archived(dir string) bool { return path.Ext(dir) == ".tgz" }

// read loads the chart: a folder, or an archive as `helm package` makes it.
func (l *load) read() (*chart.Chart, bool) {
	if archived(l.dir) {
		data, err := fs.ReadFile(l.fsys, l.dir)
		if err != nil {
			l.fail(source.Problem{Message: "the archive cannot be read: " + cause(err), Span: source.Span{File: l.dir}})
			return nil, false
		}
		return l.tree.unpack(input{name: path.Base(l.dir), path: l.dir, archive: true, data: data})
	}
	inputs, problems := readFolder(l.fsys, l.dir)
	l.unit.Partial = len(problems) > 0
	root, ok := l.tree.assemble(inputs, l.dir)
	l.tree.problems = append(problems, l.tree.problems...)
	return root, ok
}

// fail records a Problem after which nothing can be rendered.
func (l *load) fail(p source.Problem) {
	p.Stage = stage
	if p.Span.File == "" {
		p.Span = lineSpan(l.chartFile(), l.unit.Files[l.chartFile()], 1)
	}
	l.unit.Problems = append(l.unit.Problems, p)
	l.unit.Partial = true
}

func (l *load) run(ctx context.Context, badValues bool) error {
	root, ok := l.read()
	if !ok || strings.EqualFold(root.Metadata.Type, "library") {
		l.finish(!ok)
		return nil
	}
	l.tree.root = root
	l.unit.Chart = l.chart()
	deps := &resolver{fsys: l.fsys, tree: l.tree, stubs: map[*chart.Lock]missing{}, stores: l.options.Stores}
	deps.resolve(root, l.dir, []string{l.dir}, false)
	l.finish(badValues)
	if badValues { // rendering other values than those asked for would prove nothing
		return nil
	}
	if err := chartutil.ProcessDependenciesWithMerge(root, l.vals); err != nil {
		l.fail(source.Problem{Message: "the values do not fit the dependencies: " + err.Error()})
		return nil
	}
	l.checkKubeVersion()
	if !l.checkSchema() {
		return nil
	}
	r := newRenderer(l.tree, l.vals, l.caps, chartutil.ReleaseOptions{
		Name: l.options.ReleaseName, Namespace: l.options.Namespace, Revision: 1, IsInstall: true,
	})
	wanted := deps.wanted()
	r.incomplete = len(wanted) > 0
	texts, err := r.run(ctx)
	if err != nil {
		return err
	}
	l.reportMissing(wanted, r.starved)
	l.unit.Problems = append(l.unit.Problems, r.problems(l.chartFile())...)
	l.unit.Partial = l.unit.Partial || r.partial() || texts == nil
	l.documents(r, texts)
	return nil
}

// finish takes over what assembling the chart has found.
func (l *load) finish(partial bool) {
	l.unit.Problems = append(l.unit.Problems, l.tree.problems...)
	l.unit.Partial = l.unit.Partial || partial || l.tree.partial
	for _, in := range l.tree.origin {
		if !in.archive && wantsText(in.name) {
			l.unit.Files[in.path] = in.data
		}
	}
}

// wantsText picks the files in which people write, and may waive, what is analysed.
func wantsText(name string) bool {
	switch name {
	case "Chart.yaml", "values.yaml", "requirements.yaml", "values.schema.json":
		return true
	}
	return strings.HasPrefix(name, "templates/") || strings.HasPrefix(name, "crds/")
}

// checkKubeVersion reports the charts that helm refuses for this cluster; they are analysed all the same.
func (l *load) checkKubeVersion() {
	want := l.tree.root.Metadata.KubeVersion
	have := l.caps.KubeVersion.String()
	if want == "" || chartutil.IsCompatibleRange(want, have) {
		return
	}
	p := source.Problem{
		Stage: stage, Partial: true, Span: source.Span{File: l.chartFile()},
		Message: fmt.Sprintf("helm refuses the chart: it asks for Kubernetes %s, and %s was chosen", want, have),
		Change:  "choose a version with --kube-version",
	}
	if root, _ := parseYAML(l.unit.Files[l.chartFile()]); root != nil {
		if k, v := source.Lookup(root, "kubeVersion"); k != nil {
			p.Span = source.NodeSpan(l.chartFile(), k, v)
		}
	}
	l.unit.Problems = append(l.unit.Problems, p)
}

// checkSchema reports values that the chart's schemas forbid; ok is false when the values cannot be merged at all.
func (l *load) checkSchema() (ok bool) {
	s := &schemaCheck{tree: l.tree, flags: l.options.flagValues()}
	for _, name := range slices.Backward(l.options.ValueFiles) {
		name = path.Clean(name)
		s.files = append(s.files, valuesFile{path: name, data: l.unit.Files[name], named: true})
	}
	values, err := chartutil.CoalesceValues(l.tree.root, l.vals)
	if err != nil {
		p := source.Problem{Message: "the values cannot be merged: " + err.Error()}
		if rest, ok := strings.CutPrefix(err.Error(), "type mismatch on "); ok {
			name, _, _ := strings.Cut(rest, ":")
			s.addDefaults(l.tree.root, nil)
			p.Span = s.locate([]string{name}, nil, input{path: l.chartFile()})
			p.Message = fmt.Sprintf("the values of subchart %q have to be a map", name)
		}
		l.fail(p)
		return false
	}
	s.check(l.tree.root, values, nil)
	l.unit.Problems = append(l.unit.Problems, s.problems...)
	return true
}

// reportMissing reports absent dependencies; starved are the templates that could not be rendered without them.
func (l *load) reportMissing(wanted []missing, starved []string) {
	for _, m := range wanted {
		p := m.problem
		p.Partial, p.Warning = true, m.vendored
		if n := len(starved); n > 0 {
			what := "it"
			if len(wanted) > 1 {
				what = "one of the missing dependencies"
			}
			p.Message += fmt.Sprintf("; left out for want of %s: %s", what, starved[0])
			if n > 1 {
				p.Message += fmt.Sprintf(" and %d more", n-1)
			}
		}
		l.unit.Problems = append(l.unit.Problems, p)
		l.unit.Partial = l.unit.Partial || !m.vendored
	}
}

// documents adds the objects of all rendered templates and of crds/, in the order of their names in the chart.
func (l *load) documents(r *renderer, texts map[string]*engine.Text) {
	parts := l.tree.crds()
	shared := &sources{templates: r.templates, layers: sync.OnceValue(l.layers), starts: map[string][]int{}, texts: map[string]string{}, overridden: l.options.flags() > 0}
	for name, text := range texts {
		if r.templates[name].partial() || notes(name) || strings.TrimSpace(text.String) == "" {
			continue
		}
		parts[name] = l.rendered(&rendered{template: r.templates[name], text: text, chart: shared})
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		docs, problems := parts[name]()
		l.unit.Documents = append(l.unit.Documents, docs...)
		l.unit.Problems = append(l.unit.Problems, problems...)
		for _, p := range problems {
			l.unit.Partial = l.unit.Partial || !p.Warning
		}
	}
}

// chart reads what rules compare with what was rendered.
func (l *load) chart() *source.Chart {
	meta := l.tree.root.Metadata
	out := &source.Chart{Name: meta.Name, Version: meta.Version, AppVersion: meta.AppVersion, Parts: parts(l.tree.root), At: source.Span{File: l.chartFile()}}
	if root, err := parseYAML(l.unit.Files[l.chartFile()]); err == nil {
		if k, v := source.Lookup(root, "appVersion"); k != nil {
			out.At = source.NodeSpan(l.chartFile(), k, v)
		}
	}
	return out
}

// parts are the charts below c that take part in the rendering.
func parts(c *chart.Chart) []source.ChartPart {
	var out []source.ChartPart
	for _, d := range c.Dependencies() {
		out = append(out, source.ChartPart{Name: d.Metadata.Name, Version: d.Metadata.Version, AppVersion: d.Metadata.AppVersion})
		out = append(out, parts(d)...)
	}
	slices.SortFunc(out, func(a, b source.ChartPart) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Version, b.Version))
	})
	return slices.Compact(out)
}

// rendered keeps the text of a template and gives the function that parses it.
func (l *load) rendered(r *rendered) func() ([]*source.Document, []source.Problem) {
	return func() ([]*source.Document, []source.Problem) {
		t := newTracer(r)
		l.unit.Rendered = append(l.unit.Rendered, source.Rendered{Name: r.template.name, File: r.template.input.path, Text: r.text.String, Line: t.line})
		return r.documents(t)
	}
}
