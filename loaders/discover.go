package loaders

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/kustomize"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// Owner is one input to load: a chart, a kustomization, a folder of plain manifests, a Dockerfile. Every file belongs
// to exactly one.
type Owner struct {
	Kind source.Kind
	// Dir is the folder, relative to the root of the run; for a Dockerfile its folder.
	Dir string
	// Files are the manifests of a folder, or the one Dockerfile.
	Files []string
	// Build says how a Dockerfile is built.
	Build dockerfile.Build
	// Strict are the files that the user named.
	Strict map[string]bool
}

// Scope limits what is reported to findings that concern these files or folders; nil reports everything.
type Scope []string

// Contains tells whether file lies in the scope.
func (s Scope) Contains(file string) bool {
	if s == nil {
		return true
	}
	return slices.ContainsFunc(s, func(p string) bool { return p == "." || p == file || strings.HasPrefix(file, p+"/") })
}

// Discovery is what the paths of a run hold.
type Discovery struct {
	Owners   []Owner
	Problems []source.Problem
	Scope    Scope
	// Folders is true when at least one path was a folder: then finding nothing at all is worth a finding.
	Folders bool
	// FirstFile is the first file seen in any folder; empty when the folders are empty.
	FirstFile string
	// Builds are files that may say from which Dockerfiles images are built.
	Builds []string
	// NotKubernetes are files that were named but hold no Kubernetes object.
	NotKubernetes []string
}

// Discover sorts the files under paths (slash paths relative to the root fsys stands for) to their owners. A path that
// does not exist, a link that loops or leaves the root, and an unreadable folder become Problems. all makes an owner of
// every kustomization, not only of those that no other one uses.
func Discover(fsys fs.FS, paths, excludes []string, all bool) *Discovery {
	return discover(fsys, paths, excludes, all, false)
}

// DiscoverPassed is Discover for files that a hook passes, which nobody chose: those that are ignored, gone, or hold
// nothing to analyse are passed over.
func DiscoverPassed(fsys fs.FS, paths, excludes []string, all bool) *Discovery {
	return discover(fsys, paths, excludes, all, true)
}

func discover(fsys fs.FS, paths, excludes []string, all, passed bool) *Discovery {
	d := &discoverer{
		fsys: fsys, ignore: newIgnorer(fsys, excludes), out: &Discovery{},
		charts: map[string]bool{}, kustomizations: map[string]bool{}, manifests: map[string]bool{},
		dockerfiles: map[string]bool{}, strict: map[string]bool{}, visited: map[string]bool{}, tops: map[string]string{}, links: map[string]string{},
		all: all, passed: passed,
	}
	whole := false
	for _, p := range paths {
		info, err := fs.Stat(fsys, p)
		switch {
		case err != nil:
			problem := manifest.ReadProblem(p, err)
			if strings.Contains(problem.Message, "no such file") {
				if passed {
					d.out.Scope = append(d.out.Scope, p)
					continue
				}
				problem = source.Problem{Stage: "discover", Message: "path " + p + " does not exist", Change: "check the spelling"}
			}
			d.out.Problems = append(d.out.Problems, problem)
		case info.IsDir():
			d.out.Folders = true
			if d.folder(p) {
				d.out.Scope = append(d.out.Scope, p)
			} else {
				whole = true
			}
		default:
			if d.file(p) {
				d.out.Scope = append(d.out.Scope, d.reach(p))
			} else {
				whole = true
			}
		}
	}
	if whole {
		d.widen(paths)
	}
	d.finish()
	return d.out
}

// discoverer collects candidates while walking; finish decides ownership.
type discoverer struct {
	fsys   fs.FS
	ignore *ignorer
	out    *Discovery
	charts map[string]bool
	kustomizations,
	manifests, dockerfiles, strict map[string]bool
	visited map[string]bool
	tops    map[string]string // manifest -> the path it was found under
	links   map[string]string // link to a file -> where it leads
	all     bool
	passed  bool
}

// widen puts the paths without a scope of their own into a scope that other paths opened.
func (d *discoverer) widen(paths []string) {
	if d.out.Scope == nil {
		return
	}
	for _, p := range paths {
		if !slices.Contains(d.out.Scope, p) {
			d.out.Scope = append(d.out.Scope, p)
		}
	}
}

// folder walks a named folder. It returns true when the folder is part of a chart, so that only what concerns it is
// reported.
func (d *discoverer) folder(p string) (scoped bool) {
	if !d.exists(path.Join(p, "Chart.yaml")) {
		if chart := d.chartAbove(p); chart != "" {
			d.charts[chart] = true
			return true
		}
	}
	d.walk(p, p, "")
	return false
}

// walk visits a folder. chart is the chart whose folder this is part of, or "".
func (d *discoverer) walk(dir, top, chart string) {
	if d.visited[dir] {
		return
	}
	d.visited[dir] = true
	entries, err := fs.ReadDir(d.fsys, dir)
	if err != nil {
		d.out.Problems = append(d.out.Problems, manifest.ReadProblem(dir, err))
		return
	}
	for _, e := range entries {
		if !e.IsDir() && e.Name() == "Chart.yaml" {
			chart = dir
			d.charts[dir] = true
		}
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		mode := e.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := fs.Stat(d.fsys, p)
			if err != nil {
				if !d.ignore.ignored(p, false) && relevant(e.Name()) {
					d.out.Problems = append(d.out.Problems, manifest.ReadProblem(p, err))
				}
				continue
			}
			mode = info.Mode().Type()
			if mode.IsDir() && !d.followLink(p, dir, top) {
				continue
			}
			if target, err := fs.ReadLink(d.fsys, p); err == nil && mode.IsRegular() && !path.IsAbs(target) {
				d.links[p] = path.Join(dir, target)
			}
		}
		switch {
		case mode.IsDir():
			if !skippedFolders[e.Name()] && !d.ignore.ignored(p, true) && !(chart != "" && ownedByChart(chart, p)) {
				d.walk(p, top, chart)
			}
		case mode.IsRegular():
			if d.out.FirstFile == "" && e.Name() != ".gitignore" {
				d.out.FirstFile = p
			}
			if !d.ignore.ignored(p, false) {
				d.classify(p, top, chart)
			}
		}
	}
}

var skippedFolders = map[string]bool{".git": true, "node_modules": true, ".terraform": true}

// relevant tells whether a broken link could have been an input.
func relevant(name string) bool {
	return manifestName(name) || dockerfileName(name) || path.Ext(name) == ""
}

// ownedByChart names the folders inside a chart that belong to it: Helm reads them, or they hold values and tests.
func ownedByChart(chart, p string) bool {
	rest := p
	if chart != "." {
		rest = strings.TrimPrefix(p, chart+"/")
	}
	switch rest {
	case "templates", "charts", "crds", "files", "ci", "tests", "test":
		return true
	}
	return false
}

// followLink decides about a link to a folder. A link that leads back above itself would never end; a folder below top is
// analysed at its own place.
func (d *discoverer) followLink(p, dir, top string) bool {
	target, err := fs.ReadLink(d.fsys, p)
	if err != nil || path.IsAbs(target) {
		return false
	}
	target = path.Join(dir, target)
	if target == "." || dir == target || strings.HasPrefix(dir+"/", target+"/") {
		d.out.Problems = append(d.out.Problems, source.Problem{
			Stage: "discover", Span: source.Span{File: p}, Message: "a loop of symbolic links: the link leads to a folder that holds it",
			Change: "remove the link, or exclude it in .drainlint.yaml",
		})
		return false
	}
	return !d.visited[target] && top != "." && target != top && !strings.HasPrefix(target, top+"/")
}

func (d *discoverer) classify(p, top, chart string) {
	name := path.Base(p)
	if builds.File(p) {
		d.out.Builds = append(d.out.Builds, p)
	}
	switch {
	case dockerfileName(name):
		d.dockerfiles[p] = true
	case kustomize.FileName(name):
		d.kustomizations[path.Dir(p)] = true
	case manifestName(name) && chart != "" && d.templateText(p): // the chart reads it through .Files
	case manifestName(name) && !(chart == path.Dir(p) && chartFile(name)):
		d.manifests[p] = true
		d.tops[p] = top
	}
}

// templateText tells whether a file holds template actions, so that it is no manifest by itself.
func (d *discoverer) templateText(p string) bool {
	data, err := fs.ReadFile(d.fsys, p)
	return err == nil && bytes.Contains(data, []byte("{{"))
}

func chartFile(name string) bool {
	return name == "Chart.yaml" || name == "Chart.lock" || name == "requirements.yaml" || strings.HasPrefix(name, "values")
}

func manifestName(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func dockerfileName(name string) bool {
	switch path.Ext(name) {
	case ".dockerignore", ".in", ".tmpl", ".tpl", ".template", ".j2", ".jinja", ".jinja2", ".erb": // templates are no Dockerfiles yet
		return false
	}
	return name == "Dockerfile" || name == "Containerfile" || strings.HasPrefix(name, "Dockerfile.") ||
		strings.HasPrefix(name, "Containerfile.") || strings.HasSuffix(name, ".Dockerfile") || strings.HasSuffix(name, ".dockerfile")
}

func (d *discoverer) exists(p string) bool {
	info, err := fs.Stat(d.fsys, p)
	return err == nil && info.Mode().IsRegular()
}
