package kustomize

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/types"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/drainlint/drainlint/loaders/helm"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// inflated is a chart of a kustomization, rendered by our own loader. Its objects go into the build as a resource file that
// exists only there; their lines are those of the chart.
type inflated struct {
	name      string // of the file
	documents []*source.Document
}

// helmCharts renders the charts that lie in the repository, and takes out those that helm would have to fetch.
func (p *preparer) helmCharts(ctx context.Context, k *kustomization) {
	home := types.HelmDefaultHome
	eachPair(k.root, func(key string, value *yaml.Node) {
		if key == "helmglobals" {
			eachPair(value, func(field string, v *yaml.Node) {
				if field == "charthome" && v.Value != "" {
					home = v.Value
				}
			})
		}
	})
	eachPair(k.root, func(key string, value *yaml.Node) {
		switch key {
		case "helmcharts":
			eachItem(value, func(item *yaml.Node) {
				var c types.HelmChart
				text, err := yaml.Marshal(target(item))
				if err == nil {
					err = sigsyaml.Unmarshal(text, &c)
				}
				if err != nil {
					p.fail(k.file, item, "the chart's entry cannot be read: "+err.Error(), "")
				} else if !k.drop[item] {
					p.inflate(ctx, k, item, home, &c)
				}
				k.drop[item] = true
			})
		case "helmchartinflationgenerator":
			eachItem(value, func(item *yaml.Node) {
				p.fail(k.file, item, "helmChartInflationGenerator is gone from kustomize", "write the chart under helmCharts")
				k.drop[item] = true
				p.partial = true
			})
		}
	})
}

// inflate renders one chart.
func (p *preparer) inflate(ctx context.Context, k *kustomization, item *yaml.Node, home string, c *types.HelmChart) {
	if c.Version != "" && c.Repo != "" {
		home = path.Join(home, c.Name+"-"+c.Version)
	}
	dir := path.Join(k.dir, home, c.Name)
	if _, err := fs.Stat(p.fsys, path.Join(dir, "Chart.yaml")); err != nil || !fs.ValidPath(dir) {
		p.partial = true
		p.fail(k.file, item, fmt.Sprintf("chart %q is not in %s, and drainlint stays offline", c.Name, path.Join(home, c.Name)),
			"vendor it: run `helm pull --untar` into that folder")
		return
	}
	o := helm.Options{
		KubeVersion: c.KubeVersion, APIVersions: c.ApiVersions, ReleaseName: c.ReleaseName, Namespace: c.Namespace,
		Inline: c.ValuesInline, InlineFirst: c.ValuesMerge == "merge",
	}
	if c.ValuesFile != "" && c.ValuesMerge != "replace" {
		o.ValueFiles = append(o.ValueFiles, path.Join(k.dir, c.ValuesFile))
	}
	for _, f := range c.AdditionalValuesFiles {
		o.ValueFiles = append(o.ValueFiles, path.Join(k.dir, f))
	}
	u, err := helm.Load(ctx, p.fsys, dir, o)
	if err != nil {
		p.partial = true
		p.fail(k.file, item, fmt.Sprintf("chart %q: %v", c.Name, err), "")
		return
	}
	for _, q := range u.Problems {
		p.problems = append(p.problems, p.asPartial(q))
	}
	p.partial = p.partial || u.Partial
	for name, data := range u.Files {
		p.files[name] = data
	}
	chart := &inflated{name: path.Join(k.dir, fmt.Sprintf(".chart-%d-%s.yaml", len(p.charts), c.Name))}
	var text bytes.Buffer
	for _, d := range u.Documents {
		hook := d.Scalar("metadata", "annotations", "helm.sh/hook")
		if d.Unmanaged && !c.IncludeCRDs || hook != "" && c.SkipHooks || strings.Contains(hook, "test") && c.SkipTests {
			continue
		}
		one, err := yaml.Marshal(d.Root)
		if err != nil {
			continue
		}
		chart.documents = append(chart.documents, d)
		text.WriteString("---\n")
		text.Write(one)
	}
	if len(chart.documents) == 0 {
		return
	}
	p.charts[chart.name] = chart
	p.parsed[chart.name], _ = manifest.ParseStrict(chart.name, text.Bytes())
	p.uses[chart.name] = use{k, item}
	p.pad(chart.name, text.Bytes())
	addResource(k.root, path.Base(chart.name))
	k.changed = true
}

// addResource lists one more file under resources.
func addResource(root *yaml.Node, name string) {
	found := false
	eachPair(root, func(key string, value *yaml.Node) {
		if key == "resources" && target(value).Kind == yaml.SequenceNode && !found {
			found = true
			target(value).Content = append(target(value).Content, text(name))
		}
	})
	if !found {
		root.Content = append(root.Content, text("resources"), &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{text(name)}})
	}
}

// chartTrace turns a place in the file of a rendered chart, which nobody can open, into the chart's own.
func (t *tracer) chartTrace(at source.Span) (source.Trace, bool) {
	c, ok := t.charts[at.File]
	if !ok {
		return source.Trace{}, false
	}
	n := -1
	for _, p := range t.ledger.parts {
		if p.file != at.File {
			continue
		}
		p.index()
		if n = t.ordinal(p); at.Start.Line >= p.line && at.Start.Line < p.line+p.end-p.start && n < len(c.documents) {
			if f, ok := p.index().scalars[source.Pos{Line: at.Start.Line - p.line + 1, Col: at.Start.Col}]; ok {
				return c.documents[n].Trace(f.path()), true
			}
			return c.documents[n].Trace(nil), true
		}
	}
	return c.documents[0].Trace(nil), true
}

// ordinal is the position of a document in its file.
func (t *tracer) ordinal(p *part) int {
	n := 0
	for _, q := range t.ledger.parts {
		if q.file == p.file && q.line < p.line {
			n++
		}
	}
	return n
}

// path leads from the root of a document to a field.
func (f *field) path() source.Path {
	if f.up == nil {
		return nil
	}
	if f.key != nil {
		return f.up.path().Child(f.key.Value)
	}
	for i, e := range f.up.value.Content {
		if e == f.value {
			return f.up.path().Child(i)
		}
	}
	return f.up.path()
}

// virtual is the FileInfo of the file of a rendered chart.
type virtual struct {
	name string
	size int64
}

func (v virtual) Name() string     { return v.name }
func (v virtual) Size() int64      { return v.size }
func (virtual) Mode() fs.FileMode  { return 0o444 }
func (virtual) ModTime() time.Time { return time.Time{} }
func (virtual) IsDir() bool        { return false }
func (virtual) Sys() any           { return nil }
