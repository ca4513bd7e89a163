package helm

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/drainlint/drainlint/loaders/helm/engine"
	"github.com/drainlint/drainlint/loaders/source"
)

// maxAttempts bounds how many failing templates are left out one by one.
const maxAttempts = 30

// template is one template under the name by which Helm renders it, such as parent/charts/alias/templates/x.yaml.
type template struct {
	name  string
	owner *chart.Chart
	file  *chart.File
	input input
}

// partial reports whether Helm renders the template only where another one includes it.
func (t template) partial() bool { return strings.HasPrefix(path.Base(t.name), "_") }

// renderer renders a chart again and again, each time without the templates that failed, so that one bad template does
// not hide the others.
type renderer struct {
	tree      *tree
	vals      map[string]any
	caps      *chartutil.Capabilities
	release   chartutil.ReleaseOptions
	templates map[string]template
	// order is Helm's: deeper templates first.
	order []string
	out   map[string]bool
	// lost are the names that files left out define.
	lost map[string]bool
	// incomplete is true when a dependency is missing: an include that finds nothing is then no news.
	incomplete bool

	failures []*failure
	byKey    map[string]*failure
	// starved are templates left out only because something they include is missing.
	starved []string
}

func newRenderer(t *tree, vals map[string]any, caps *chartutil.Capabilities, release chartutil.ReleaseOptions) *renderer {
	r := &renderer{
		tree: t, vals: vals, caps: caps, release: release,
		templates: map[string]template{}, out: map[string]bool{}, lost: map[string]bool{}, byKey: map[string]*failure{},
	}
	walk(t.root, func(c *chart.Chart) {
		for _, f := range c.Templates {
			name := path.Join(c.ChartFullPath(), f.Name)
			r.templates[name] = template{name: name, owner: c, file: f, input: t.source(f.Data)}
		}
	})
	r.order = sortedKeys(r.templates)
	sort.SliceStable(r.order, func(i, j int) bool {
		a, b := r.order[i], r.order[j]
		if ca, cb := strings.Count(a, "/"), strings.Count(b, "/"); ca != cb {
			return ca > cb
		}
		return a > b
	})
	return r
}

// run gives the text of each template that could be rendered.
func (r *renderer) run(ctx context.Context) (map[string]*engine.Text, error) {
	for range maxAttempts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		texts, err := r.attempt(ctx, nil)
		if err == nil {
			return texts, nil
		}
		f := parseFailure(err.Error(), r.templates)
		culprit := r.culprit(ctx, f)
		if culprit == "" {
			f.template = ""
			r.note(f, "")
			return nil, nil
		}
		r.leaveOut(culprit, f)
	}
	r.note(&failure{reason: fmt.Sprintf("more than %d templates fail; the chart is not analysed", maxAttempts)}, "")
	return nil, nil
}

// culprit picks the template to leave out, "" when none can be named.
func (r *renderer) culprit(ctx context.Context, f *failure) string {
	usable := func(name string) bool {
		t, known := r.templates[name]
		return known && !r.out[name] && (f.parse || !t.partial())
	}
	// A template that includes another file, usually for a checksum, fails with it but is not to blame.
	if usable(f.inner) {
		if t := r.templates[f.inner]; f.chosen {
			line, _ := lineOf(t.file.Data, f.at.line)
			if m := patterns().basePath.FindStringSubmatch(line); m != nil {
				if included := path.Join(t.owner.ChartFullPath(), "templates", m[1]); usable(included) {
					if _, err := r.attempt(ctx, map[string]bool{f.inner: true}); err != nil {
						if own := parseFailure(err.Error(), r.templates); own.inner == included {
							*f = *own
							return included
						}
					}
				}
			}
		}
		return f.inner
	}
	if usable(f.template) {
		return f.template
	}
	return r.search(ctx)
}

// attempt renders the chart without r.out and without skip. Values are made anew: a template may have changed them.
func (r *renderer) attempt(ctx context.Context, skip map[string]bool) (map[string]*engine.Text, error) {
	walk(r.tree.root, func(c *chart.Chart) {
		c.Templates = nil
	})
	for _, name := range r.order {
		t := r.templates[name]
		file := t.file
		if r.out[name] || skip[name] { // its name stays, so that a checksum over it still finds it
			file = &chart.File{Name: file.Name}
		}
		t.owner.Templates = append(t.owner.Templates, file)
	}
	values, err := chartutil.ToRenderValuesWithSchemaValidation(r.tree.root, r.vals, r.release, r.caps, true)
	if err != nil {
		return nil, err
	}
	return engine.Render(ctx, r.tree.root, values)
}

// search finds the template whose rendering fails when the error names only the partial in which it failed. Helm renders
// in a fixed order and stops at the first failure, so half of the rest can be ruled out with each attempt.
func (r *renderer) search(ctx context.Context) string {
	var names []string
	for _, name := range r.order {
		if !r.out[name] && !r.templates[name].partial() {
			names = append(names, name)
		}
	}
	n := sort.Search(len(names), func(last int) bool {
		skip := map[string]bool{}
		for _, name := range names[last+1:] {
			skip[name] = true
		}
		_, err := r.attempt(ctx, skip)
		return err != nil
	})
	if n == len(names) {
		return ""
	}
	return names[n]
}

func (r *renderer) leaveOut(name string, f *failure) {
	r.out[name] = true
	for _, defined := range defines(string(r.templates[name].file.Data)) {
		r.lost[defined] = true
	}
	if f.missing != "" && (r.lost[f.missing] || r.incomplete) || r.incomplete && !f.chosen && !f.parse { // no news: see missing
		r.starved = append(r.starved, r.display(name))
		return
	}
	r.note(f, name)
}

// note merges failures with the same cause.
func (r *renderer) note(f *failure, name string) {
	key := f.key()
	if first, ok := r.byKey[key]; ok {
		first.also = append(first.also, name)
		return
	}
	f.lost = name
	r.byKey[key] = f
	r.failures = append(r.failures, f)
}

// partial reports whether objects are missing from the result; a failing NOTES.txt loses none.
func (r *renderer) partial() bool {
	for name := range r.out {
		if !notes(name) {
			return true
		}
	}
	return false
}

func notes(name string) bool { return strings.HasSuffix(name, "NOTES.txt") }

// display names a template for a user: its path, and its name inside when that is an archive.
func (r *renderer) display(name string) string {
	t := r.templates[name]
	if t.input.archive {
		return t.input.path + ":" + t.file.Name
	}
	return t.input.path
}

// problems reports the failures, each at the line where it happened.
func (r *renderer) problems(chartFile string) []source.Problem {
	var out []source.Problem
	for _, f := range r.failures {
		p := source.Problem{Stage: stage, Message: f.message(r), Change: f.change(), Partial: true, Span: source.Span{File: chartFile}}
		if f.lost != "" {
			p.Span = f.span(r)
		} else {
			p.Partial = false
		}
		out = append(out, p)
	}
	return out
}
