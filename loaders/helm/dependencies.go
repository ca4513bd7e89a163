package helm

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/drainlint/drainlint/loaders/source"
)

// missing is a declared dependency that is nowhere to be found.
type missing struct {
	problem source.Problem
	// vendored is true when the chart that declares it lies in charts/: Helm checks only the chart it is given.
	vendored bool
}

// resolver finds declared dependencies that are not in charts/.
type resolver struct {
	fsys fs.FS
	tree *tree
	// stubs stand in for missing charts while Helm evaluates conditions and tags; the Lock pointer survives the copies
	// that Helm makes for aliases, and templates cannot see it.
	stubs map[*chart.Lock]missing
	// stores are folders of charts elsewhere, searched last.
	stores []Store
}

// resolve completes the dependencies of c, which lies in dir. above are the folders of the charts that led here.
func (r *resolver) resolve(c *chart.Chart, dir string, above []string, vendored bool) {
	files := r.tree.inputs[c]
	archived := len(files) > 0 && files[0].archive
	for _, sub := range c.Dependencies() {
		r.resolve(sub, r.dirOf(sub, dir), above, true)
	}
	present := func(name string) bool {
		return slices.ContainsFunc(c.Dependencies(), func(d *chart.Chart) bool { return d.Name() == name })
	}
	for i, dep := range c.Metadata.Dependencies {
		if dep == nil || present(dep.Name) {
			continue
		}
		m := missing{vendored: vendored, problem: source.Problem{Stage: stage, Span: dependencySpan(files, i, dep.Name)}}
		var why []string
		if !archived {
			sub, subDir, reasons := r.sibling(dep, dir, above)
			if sub != nil {
				c.AddDependency(sub)
				r.resolve(sub, subDir, append(slices.Clip(above), subDir), false)
				continue
			}
			why = reasons
		}
		m.problem.Message = fmt.Sprintf("dependency %s is not in charts/%s", describe(dep), strings.Join(why, ""))
		m.problem.Change = "run `helm dependency build " + dir + "` before the scan"
		r.addStub(c, dep, m)
	}
}

// dirOf is the real folder of a subchart, which a link may have put elsewhere.
func (r *resolver) dirOf(sub *chart.Chart, parent string) string {
	for _, f := range r.tree.inputs[sub] {
		if f.name == "Chart.yaml" && !f.archive {
			return path.Dir(f.path)
		}
	}
	return parent
}

func describe(dep *chart.Dependency) string {
	s := fmt.Sprintf("%q", dep.Name)
	var more []string
	if dep.Version != "" {
		more = append(more, "version "+dep.Version)
	}
	if dep.Repository != "" {
		more = append(more, "repository "+dep.Repository)
	}
	if len(more) > 0 {
		s += " (" + strings.Join(more, ", ") + ")"
	}
	return s
}

// sibling looks for the dependency where its file:// repository points, and beside the chart.
func (r *resolver) sibling(dep *chart.Dependency, dir string, above []string) (c *chart.Chart, at string, why []string) {
	var places []string
	if rest, ok := strings.CutPrefix(dep.Repository, "file://"); ok {
		place := path.Join(dir, rest)
		if path.IsAbs(rest) || !fs.ValidPath(place) {
			why = append(why, ", and its repository is outside the root of the run")
		} else {
			places = append(places, place)
		}
	}
	if beside := path.Join(dir, "..", dep.Name); dir != "." && fs.ValidPath(beside) && !slices.Contains(places, beside) {
		places = append(places, beside)
	}
	for _, place := range places {
		if slices.Contains(above, place) {
			why = append(why, fmt.Sprintf(", and %s depends on this chart in turn", place))
			continue
		}
		if _, err := fs.Stat(r.fsys, path.Join(place, "Chart.yaml")); err != nil {
			continue
		}
		// A look at Chart.yaml first: another chart beside this one is no reason to read and judge all of it.
		if note := r.unfit(dep, place); note != "" {
			why = append(why, note)
			continue
		}
		files, problems := readFolder(r.fsys, place)
		r.tree.problems = append(r.tree.problems, problems...)
		r.tree.partial = r.tree.partial || len(problems) > 0
		if c, ok := r.tree.assemble(files, place); ok {
			return c, place, nil
		}
	}
	return r.stored(dep, dir, why)
}

// unfit says why the chart at place is not the wanted one, "" when it is.
func (r *resolver) unfit(dep *chart.Dependency, place string) string {
	data, err := fs.ReadFile(r.fsys, path.Join(place, "Chart.yaml"))
	if err != nil {
		return ""
	}
	root, _ := parseYAML(data)
	_, name := source.Lookup(root, "name")
	_, version := source.Lookup(root, "version")
	switch {
	case name == nil || version == nil:
		return fmt.Sprintf(", and %s is no complete chart", place)
	case name.Value != dep.Name:
		return fmt.Sprintf(", and %s is the chart %q", place, name.Value)
	case dep.Version != "" && !chartutil.IsCompatibleRange(dep.Version, version.Value):
		return fmt.Sprintf(", and %s has version %s", place, version.Value)
	}
	return ""
}

// addStub gives c an empty chart in place of a missing one: Helm then decides by conditions and tags whether it is
// wanted, and templates that look into its values find a map.
func (r *resolver) addStub(c *chart.Chart, dep *chart.Dependency, m missing) {
	lock := &chart.Lock{}
	r.stubs[lock] = m
	dep.Version = "*"
	c.AddDependency(&chart.Chart{
		Metadata: &chart.Metadata{APIVersion: chart.APIVersionV2, Name: dep.Name, Version: "0.0.0"},
		Values:   map[string]any{},
		Lock:     lock,
	})
}

// wanted reports the missing charts that are still enabled after Helm has processed the dependencies.
func (r *resolver) wanted() []missing {
	var out []missing
	seen := map[*chart.Lock]bool{}
	walk(r.tree.root, func(c *chart.Chart) {
		if m, ok := r.stubs[c.Lock]; ok && c.Lock != nil && !seen[c.Lock] {
			seen[c.Lock] = true
			out = append(out, m)
		}
	})
	return out
}
