package loaders

import (
	"path"
	"slices"
)

// beside finds the Dockerfiles that lie in the folder of a manifest, where it is the only one: of several nothing says
// which of them builds the image that the manifests run.
func (d *discoverer) beside(manifests []string) []string {
	count, only := map[string]int{}, map[string]string{}
	for f := range d.dockerfiles {
		count[path.Dir(f)]++
		only[path.Dir(f)] = f
	}
	var out []string
	for _, m := range manifests {
		if dir := path.Dir(m); count[dir] == 1 && !slices.Contains(out, only[dir]) {
			out = append(out, only[dir])
		}
	}
	return out
}
