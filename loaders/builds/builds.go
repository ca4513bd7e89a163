// Package builds finds out which Dockerfile an image of a manifest is built from: because a file says so (configuration,
// skaffold.yaml, a compose file, a GitHub workflow), or because only one Dockerfile can be meant.
package builds

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"

	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/source"
)

// By says how a link is known.
type By string

// The kinds of links. Only those by name are guesses.
const (
	Config   By = "the configuration"
	Skaffold By = "skaffold"
	Compose  By = "compose"
	Workflow By = "a workflow"
	Name     By = "name"
)

// Link says that an image is built from a Dockerfile.
type Link struct {
	// Image is a reference as written; its tag does not matter.
	Image string
	// File is the Dockerfile, and Build how it is built; paths are relative to the root.
	File  string
	Build dockerfile.Build
	By    By
	// At is where it says so; nil for a match by name.
	At *source.Span
}

// Build is what an image is built from.
type Build struct {
	Link
	Dockerfile *source.Dockerfile
}

// Use is an image in a manifest.
type Use struct {
	// Repository is the full name (Repository), Dir the folder of the manifest.
	Repository, Dir string
}

// Index answers for images. The zero value knows nothing.
type Index struct {
	fsys   fs.FS
	links  []Link
	loaded map[Link]*source.Dockerfile
	files  []*source.Dockerfile
	uses   []Use
	note   func(repository, dir string, b Build, ok bool)
}

// Noting is an index that answers like x and tells note of every answer. It is for one goroutine.
func (x *Index) Noting(note func(repository, dir string, b Build, ok bool)) *Index {
	var out Index
	if x != nil {
		out = *x
	}
	out.note = note
	return &out
}

// New links the images of uses. files are the Dockerfiles of the run, links what other files say; earlier ones win.
// Images for which published answers true are not built here.
func New(fsys fs.FS, files []*source.Dockerfile, links []Link, uses []Use, published func(repository string) bool) *Index {
	x := &Index{fsys: fsys, links: links, files: files, loaded: map[Link]*source.Dockerfile{}}
	for _, u := range uses {
		if u.Repository != "" && !published(u.Repository) && !slices.Contains(x.uses, u) {
			x.uses = append(x.uses, u)
		}
	}
	for i, l := range x.links {
		d, problems := dockerfile.Load(fsys, l.File, l.Build)
		if d == nil || len(problems) > 0 {
			continue
		}
		x.loaded[x.links[i]] = d
	}
	return x
}

// For finds what an image (its full name) is built from; dir is the folder of the manifest that runs it.
func (x *Index) For(repository, dir string) (Build, bool) {
	if x == nil || repository == "" {
		return Build{}, false
	}
	b, ok := x.find(repository, dir)
	if x.note != nil {
		x.note(repository, dir, b, ok)
	}
	return b, ok
}

func (x *Index) find(repository, dir string) (Build, bool) {
	for _, exact := range []bool{true, false} {
		for _, l := range x.links {
			full := Repository(l.Image)
			if full == "" || x.loaded[l] == nil {
				continue
			}
			// Tools that push to a registry of their own choice (skaffold's default repository) keep the last name.
			if exact && full == repository || !exact && path.Base(full) == path.Base(repository) && x.onlyNamed(path.Base(full)) {
				return Build{l, x.loaded[l]}, true
			}
		}
	}
	if d := x.byName(repository, dir); d != nil {
		return Build{Link{Image: repository, File: d.File, By: Name}, d}, true
	}
	return Build{}, false
}

// onlyNamed tells whether one image only has this last name, in links and in uses.
func (x *Index) onlyNamed(base string) bool {
	links, uses := map[string]bool{}, map[string]bool{}
	for _, l := range x.links {
		if full := Repository(l.Image); path.Base(full) == base {
			links[full] = true
		}
	}
	for _, u := range x.uses {
		if path.Base(u.Repository) == base {
			uses[u.Repository] = true
		}
	}
	return len(links) == 1 && len(uses) <= 1
}

// byName is the one Dockerfile that can be meant. It bears the image's name (its folder's, its own, its program's); or it
// is the only one near a manifest whose images are all published by others, this one excepted.
func (x *Index) byName(repository, dir string) *source.Dockerfile {
	if !slices.ContainsFunc(x.uses, func(u Use) bool { return u.Repository == repository }) {
		return nil
	}
	base := path.Base(repository)
	if d := x.only(func(d *source.Dockerfile) bool { return slices.Contains(names(d), base) }); d != nil {
		// Two images of one last name cannot both come from it.
		others := slices.ContainsFunc(x.uses, func(u Use) bool { return u.Repository != repository && path.Base(u.Repository) == base })
		if !others {
			return d
		}
	}
	return x.neighbour(repository, dir)
}

// neighbour is the only Dockerfile in a manifest's folder, when the manifests there run one image of their own only.
func (x *Index) neighbour(repository, dir string) *source.Dockerfile {
	for _, u := range x.uses {
		if u.Repository != repository && u.Dir == dir {
			return nil
		}
	}
	d := x.only(func(d *source.Dockerfile) bool { return path.Dir(d.File) == dir })
	if d == nil || slices.ContainsFunc(x.links, func(l Link) bool { return l.File == d.File }) {
		return nil
	}
	// It is already somebody else's by name.
	for _, u := range x.uses {
		if u.Repository != repository && slices.Contains(names(d), path.Base(u.Repository)) {
			return nil
		}
	}
	return d
}

func (x *Index) only(match func(*source.Dockerfile) bool) (found *source.Dockerfile) {
	for _, d := range x.files {
		if !match(d) {
			continue
		}
		if found != nil {
			return nil
		}
		found = d
	}
	return found
}

// names are what a Dockerfile may be called after: its folder, its suffix or prefix, the program it starts.
func names(d *source.Dockerfile) []string {
	var out []string
	add := func(s string) {
		if s != "" && s != "." && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	file := path.Base(d.File)
	for _, stem := range []string{"Dockerfile", "Containerfile", "dockerfile"} {
		add(strings.TrimPrefix(strings.TrimPrefix(file, stem), "."))
		add(strings.TrimSuffix(strings.TrimSuffix(file, stem), "."))
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == file })
	if len(out) == 0 { // Dockerfile.web says which of a folder it is
		dir := path.Dir(d.File)
		for path.Base(dir) == "docker" || path.Base(dir) == "build" {
			dir = path.Dir(dir)
		}
		add(path.Base(dir))
	}
	if i := cmp.Or(d.Entrypoint, d.Cmd); i != nil && len(i.Words) > 0 {
		word := i.Words[0]
		if i.Shell {
			word, _, _ = strings.Cut(word, " ")
		}
		if strings.Contains(word, "/") { // a program of its own, not one of a distribution
			add(path.Base(word))
		}
	}
	return out
}

// Repository is the full name of an image without tag and digest: docker.io/library/nginx for nginx:1. It is empty for
// what is no reference.
func Repository(image string) string {
	image, _, _ = strings.Cut(image, "@")
	if image == "" || strings.ContainsAny(image, "${}<> ") {
		return ""
	}
	tag, err := name.NewTag(image, name.WithDefaultTag("latest"))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(tag.Repository.Name(), "index.")
}
