package loaders

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/drainlint/drainlint/loaders/kustomize"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// finish turns the collected candidates into owners, in a stable order.
func (d *discoverer) finish() {
	owned := map[string]bool{}
	for _, dir := range sorted(d.charts) {
		d.out.Owners = append(d.out.Owners, Owner{Kind: source.Helm, Dir: dir})
	}
	for _, dir := range d.kustomizeRoots(owned) {
		d.out.Owners = append(d.out.Owners, Owner{Kind: source.Kustomize, Dir: dir})
	}
	d.manifestOwners(owned)
	for _, f := range sorted(d.dockerfiles) {
		d.out.Owners = append(d.out.Owners, Owner{Kind: source.Docker, Dir: path.Dir(f), Files: []string{f}})
	}
	slices.SortStableFunc(d.out.Owners, func(a, b Owner) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Kind, b.Kind))
	})
}

// kustomizeRoots returns the kustomizations that no other one uses, and notes the files that kustomizations name. When
// only named files are analysed, roots that do not use them are left out.
func (d *discoverer) kustomizeRoots(owned map[string]bool) []string {
	used := map[string]bool{}
	graph := map[string]kustomize.Refs{}
	queue := sorted(d.kustomizations)
	for len(queue) > 0 {
		dir := queue[0]
		queue = queue[1:]
		if _, done := graph[dir]; done {
			continue
		}
		refs, _ := kustomize.Graph(d.fsys, dir)
		graph[dir] = refs
		for _, f := range refs.Files {
			owned[f] = true
		}
		for _, sub := range refs.Dirs {
			if sub != dir {
				used[sub] = true
			}
			queue = append(queue, sub)
		}
	}
	var roots []string
	reached := map[string]bool{}
	var reach func(dir string)
	reach = func(dir string) {
		if !reached[dir] {
			reached[dir] = true
			for _, sub := range graph[dir].Dirs {
				reach(sub)
			}
		}
	}
	for _, dir := range sorted(d.kustomizations) {
		if d.all && !component(d.fsys, dir) && d.concerns(dir, graph) {
			roots = append(roots, dir)
			reached[dir] = true
		}
	}
	if d.all {
		return roots
	}
	for _, cyclic := range []bool{false, true} { // what only a cycle reaches has no root: its first member stands for it
		for _, dir := range sorted(d.kustomizations) {
			if (!used[dir] || cyclic) && !reached[dir] && !component(d.fsys, dir) && d.concerns(dir, graph) {
				roots = append(roots, dir)
				reach(dir)
			}
		}
	}
	return roots
}

// component tells whether a kustomization cannot be built by itself.
func component(fsys fs.FS, dir string) bool {
	for _, name := range kustomize.FileNames() {
		if data, err := fs.ReadFile(fsys, path.Join(dir, name)); err == nil {
			return bytes.Contains(data, []byte("kind: Component"))
		}
	}
	return false
}

// concerns tells whether a kustomization reaches one of the named files; without named files everything concerns.
func (d *discoverer) concerns(dir string, graph map[string]kustomize.Refs) bool {
	if len(d.strict) == 0 || d.visited[dir] {
		return true
	}
	seen := map[string]bool{}
	var reach func(dir string) bool
	reach = func(dir string) bool {
		if seen[dir] {
			return false
		}
		seen[dir] = true
		for _, name := range kustomize.FileNames() {
			if d.strict[path.Join(dir, name)] {
				return true
			}
		}
		for _, f := range graph[dir].Files {
			if d.strict[f] {
				return true
			}
		}
		return slices.ContainsFunc(graph[dir].Dirs, reach)
	}
	return reach(dir)
}

// manifestOwners groups the manifests that nobody else owns by the topmost folder that directly holds manifests.
func (d *discoverer) manifestOwners(owned map[string]bool) {
	var files []string
	direct := map[string]bool{}
	for _, f := range sorted(d.manifests) {
		if !owned[f] && (d.strict[f] || d.looks(f)) {
			files = append(files, f)
			direct[path.Dir(f)] = true
		}
	}
	byTop := map[string][]string{}
	for _, f := range files {
		dir := topmost(path.Dir(f), d.tops[f], direct)
		byTop[dir] = append(byTop[dir], f)
	}
	for _, dir := range sorted(byTop) {
		files := byTop[dir]
		// A link to another file of the same owner would only repeat its objects.
		byTop[dir] = slices.DeleteFunc(slices.Clone(files), func(f string) bool {
			target, link := d.links[f]
			return link && target != f && !d.strict[f] && slices.Contains(files, target)
		})
		d.out.Owners = append(d.out.Owners, Owner{Kind: source.Manifest, Dir: dir, Files: byTop[dir], Strict: d.strict})
	}
}

// looks tells whether a file can hold a Kubernetes object. An unreadable file counts, so that loading reports it.
func (d *discoverer) looks(f string) bool {
	data, err := fs.ReadFile(d.fsys, f)
	return err != nil || manifest.Looks(data)
}

// topmost is the highest folder from top down to dir that directly holds manifests; dir itself does.
func topmost(dir, top string, direct map[string]bool) string {
	found := dir
	for dir != top && dir != "." {
		dir = path.Dir(dir)
		if direct[dir] {
			found = dir
		}
	}
	return found
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
