package loaders

import (
	"io/fs"
	"path"
	"strings"

	"github.com/drainlint/drainlint/loaders/kustomize"
	"github.com/drainlint/drainlint/loaders/manifest"
)

// file finds the owner of one named file, as a pre-commit hook passes it. It returns true when only findings that
// concern the file are to be reported.
func (d *discoverer) file(p string) (scoped bool) {
	name := path.Base(p)
	if d.passed && d.ignore.within(p) {
		return true
	}
	d.strict[p] = true
	if path.Ext(name) == ".tgz" {
		d.charts[p] = true
		return true
	}
	if dockerfileName(name) {
		d.dockerfiles[p] = true
		return true
	}
	if chart := d.chartAbove(path.Dir(p)); chart != "" && d.partOfChart(chart, p) {
		d.charts[chart] = true
		return true
	}
	if kustomize.FileName(name) {
		d.kustomizations[path.Dir(p)] = true
		d.allKustomizations()
		return true
	}
	if d.namedByKustomization(p) {
		d.allKustomizations()
		return true
	}
	if chart := d.chartAbove(path.Dir(p)); chart != "" && manifestName(name) && d.templateText(p) { // the chart reads it through .Files
		d.charts[chart] = true
		return true
	}
	data, err := fs.ReadFile(d.fsys, p)
	if err == nil && !manifest.Looks(data) && (d.passed || !brokenNamed(p, data)) {
		if d.passed {
			delete(d.strict, p)
			return true
		}
		d.out.NotKubernetes = append(d.out.NotKubernetes, p)
		return true
	}
	d.manifests[p] = true
	top := path.Dir(p)
	for top != "." && d.holdsManifests(path.Dir(top)) {
		top = path.Dir(top)
	}
	// The neighbours complete the Unit: a Service in another file decides whether this pod is served.
	d.neighbours(top)
	d.tops[p] = top
	return true
}

// reach is what a named file concerns: the file, or the folder of its chart where any line of it may depend on the file. No
// finding need point at a helper, or at a value that is not set any more.
func (d *discoverer) reach(p string) string {
	chart := path.Dir(p)
	for !d.exists(path.Join(chart, "Chart.yaml")) {
		if chart == "." {
			return p
		}
		chart = path.Dir(chart)
	}
	name, rest := path.Base(p), p
	if chart != "." {
		rest = strings.TrimPrefix(p, chart+"/")
	}
	switch folder, _, inFolder := strings.Cut(rest, "/"); {
	case !inFolder && (chartFile(name) || name == "values.schema.json"),
		folder == "templates" && (strings.HasPrefix(name, "_") || path.Ext(name) == ".tpl"),
		folder == "ci" && manifestName(name):
		return chart
	}
	return p
}

// brokenNamed tells whether a named YAML file cannot even be parsed.
func brokenNamed(p string, data []byte) bool {
	if !manifestName(path.Base(p)) {
		return false
	}
	_, problems := manifest.ParseStrict(p, data)
	return len(problems) > 0
}

// holdsManifests tells whether dir directly holds a file that looks like a Kubernetes object.
func (d *discoverer) holdsManifests(dir string) bool {
	entries, err := fs.ReadDir(d.fsys, dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !manifestName(e.Name()) || kustomize.FileName(e.Name()) || chartFile(e.Name()) {
			continue
		}
		if data, err := fs.ReadFile(d.fsys, path.Join(dir, e.Name())); err == nil && manifest.Looks(data) {
			return true
		}
	}
	return false
}

// chartAbove returns the topmost chart that dir is part of, "" when there is none. A chart in the charts/ folder of
// another belongs to that one.
func (d *discoverer) chartAbove(dir string) string {
	for ; ; dir = path.Dir(dir) {
		if d.exists(path.Join(dir, "Chart.yaml")) {
			if parent := path.Dir(dir); path.Base(parent) == "charts" && d.exists(path.Join(path.Dir(parent), "Chart.yaml")) {
				return d.chartAbove(path.Dir(parent))
			}
			return dir
		}
		if dir == "." {
			return ""
		}
	}
}

// partOfChart tells whether a file inside a chart's folder is the chart's own, not, say, an example manifest beside it.
func (d *discoverer) partOfChart(chart, p string) bool {
	for q := p; q != chart && q != "."; q = path.Dir(q) {
		if ownedByChart(chart, q) {
			return true
		}
	}
	return path.Dir(p) == chart && (chartFile(path.Base(p)) || !manifestName(path.Base(p)))
}

// namedByKustomization tells whether a kustomization in the file's folder or above names it.
func (d *discoverer) namedByKustomization(p string) bool {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		if refs, ok := kustomize.Graph(d.fsys, dir); ok {
			for _, f := range refs.Files {
				if f == p {
					d.kustomizations[dir] = true
					return true
				}
			}
		}
		if dir == "." {
			return false
		}
	}
}

// allKustomizations adds every kustomization of the root, so that finish can tell which of them use the one in question.
func (d *discoverer) allKustomizations() {
	d.visit(".", func(p string) {
		if kustomize.FileName(path.Base(p)) {
			d.kustomizations[path.Dir(p)] = true
		}
	})
}

// neighbours adds the plain manifests below top, and the kustomizations that may own some of them.
func (d *discoverer) neighbours(top string) {
	d.visit(top, func(p string) {
		switch name := path.Base(p); {
		case kustomize.FileName(name):
			d.kustomizations[path.Dir(p)] = true
		case manifestName(name) && d.chartAbove(path.Dir(p)) == "":
			d.manifests[p], d.tops[p] = true, top
		}
	})
}

// visit calls f for the regular files below dir that are not ignored. Unreadable folders hold nothing for its callers.
func (d *discoverer) visit(dir string, f func(p string)) {
	_ = fs.WalkDir(d.fsys, dir, func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case e.IsDir() && p != dir && (skippedFolders[e.Name()] || d.ignore.ignored(p, true)):
			return fs.SkipDir
		case e.Type().IsRegular() && !d.ignore.ignored(p, false):
			f(p)
		}
		return nil
	})
}
