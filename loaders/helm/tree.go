package helm

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/drainlint/drainlint/loaders/source"
)

// tree is a chart with its subcharts, and what each of its files is in the checkout.
type tree struct {
	root   *chart.Chart
	inputs map[*chart.Chart][]input // only of charts as loaded, before Helm copies them
	// origin finds a file by its first byte: Helm copies charts for aliases, but all copies share the text.
	origin   map[*byte]input
	problems []source.Problem
	partial  bool
}

func newTree() *tree {
	return &tree{inputs: map[*chart.Chart][]input{}, origin: map[*byte]input{}}
}

// source gives the input whose text is data; an empty text has none.
func (t *tree) source(data []byte) input {
	if len(data) == 0 {
		return input{}
	}
	return t.origin[&data[0]]
}

// assemble builds the chart whose files are given. Unlike Helm it takes subcharts in the order of their names, and goes
// on without one that cannot be loaded. ok is false when the chart itself cannot be loaded; then a Problem says why.
func (t *tree) assemble(files []input, dir string) (c *chart.Chart, ok bool) {
	var own []*loader.BufferedFile
	subcharts := map[string][]input{}
	byName := map[string]input{}
	for _, f := range files {
		byName[f.name] = f
		if len(f.data) > 0 {
			t.origin[&f.data[0]] = f
		}
		if rest, ok := strings.CutPrefix(f.name, "charts/"); ok && path.Ext(f.name) != ".prov" {
			name, _, _ := strings.Cut(rest, "/")
			f.name = rest
			subcharts[name] = append(subcharts[name], f)
			continue
		}
		own = append(own, &loader.BufferedFile{Name: f.name, Data: f.data})
	}
	c, err := loader.LoadFiles(own)
	if err != nil {
		t.problems = append(t.problems, t.loadProblem(byName, dir, err))
		return nil, false
	}
	t.checkAPIVersion(byName["Chart.yaml"])
	t.inputs[c] = files
	for _, name := range sortedKeys(subcharts) {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			continue // Helm's way to park a chart
		}
		if sub, ok := t.subchart(name, path.Join(dir, "charts", name), subcharts[name]); ok {
			c.AddDependency(sub)
		} else {
			t.partial = true
		}
	}
	return c, true
}

// subchart loads charts/<name>, an archive or a folder.
func (t *tree) subchart(name, dir string, files []input) (*chart.Chart, bool) {
	before := len(t.problems)
	var sub *chart.Chart
	var ok bool
	if path.Ext(name) == ".tgz" && len(files) == 1 && files[0].name == name {
		sub, ok = t.unpack(files[0])
	} else {
		var members []input
		for _, f := range files {
			if _, rest, inFolder := strings.Cut(f.name, "/"); inFolder {
				f.name = rest
				members = append(members, f)
			}
		}
		if len(members) == 0 {
			t.problems = append(t.problems, source.Problem{
				Stage: stage, Span: source.Span{File: files[0].path}, Message: "helm takes each file in charts/ for a chart, and this is none",
				Change: "move it elsewhere, or let its name start with _ or .",
			})
		} else {
			sub, ok = t.assemble(members, dir)
		}
	}
	for i := before; i < len(t.problems); i++ {
		t.problems[i].Partial = true
	}
	return sub, ok
}

func (t *tree) unpack(archive input) (*chart.Chart, bool) {
	buffered, err := loader.LoadArchiveFiles(bytes.NewReader(archive.data))
	if err != nil {
		t.problems = append(t.problems, source.Problem{
			Stage: stage, Span: source.Span{File: archive.path}, Message: "not a chart archive: " + err.Error(), Change: "package the chart again",
		})
		return nil, false
	}
	members := make([]input, len(buffered))
	for i, b := range buffered {
		members[i] = input{name: b.Name, path: archive.path, archive: true, data: b.Data}
	}
	return t.assemble(members, archive.path)
}

// checkAPIVersion reports what Helm's loader quietly takes for v1.
func (t *tree) checkAPIVersion(f input) {
	root, err := parseYAML(f.data)
	if err != nil || f.archive {
		return
	}
	if _, v := source.Lookup(root, "apiVersion"); v == nil || v.Value == "" {
		t.problems = append(t.problems, source.Problem{
			Stage: stage, Span: lineSpan(f.path, f.data, 1), Warning: true, Partial: true,
			Message: "Chart.yaml has no apiVersion, so helm takes it for a v1 chart of Helm 2", Change: "add apiVersion: v2",
		})
	}
}

// loadProblem places an error of Helm's chart loader.
func (t *tree) loadProblem(byName map[string]input, dir string, err error) source.Problem {
	text := err.Error()
	for _, name := range []string{"Chart.yaml", "values.yaml", "requirements.yaml", "Chart.lock", "requirements.lock"} {
		if f, ok := byName[name]; ok && strings.HasPrefix(text, "cannot load "+name) {
			return inArchive(f, yamlProblem(f.path, f.data, name, err))
		}
	}
	f, ok := byName["Chart.yaml"]
	if !ok {
		return source.Problem{
			Stage: stage, Span: source.Span{File: dir}, Message: "a chart without Chart.yaml", Change: "add Chart.yaml, or move the folder out of charts/",
		}
	}
	return inArchive(f, metadataProblem(f.path, f.data, err))
}

// inArchive keeps a Problem about a member of an archive at the archive, whose lines mean nothing.
func inArchive(f input, p source.Problem) source.Problem {
	if f.archive {
		p.Span = source.Span{File: f.path}
		p.Message = f.name + " in the archive: " + p.Message
	}
	return p
}

// walk visits a chart and its subcharts.
func walk(c *chart.Chart, visit func(*chart.Chart)) {
	visit(c)
	for _, sub := range c.Dependencies() {
		walk(sub, visit)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
