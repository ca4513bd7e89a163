package helm

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
)

// Store is a folder of charts, as folders or as the archives that `helm package` and `helm pull` make: a mirror, or Helm's
// own cache of a repository. It may lie outside the root of the run: its files are then no place that a report can name, and
// what they hold is reported at the dependency that asks for it.
type Store struct {
	Name string
	FS   fs.FS
}

// stored looks for a dependency in the stores: a folder of its name, or the archive with the highest version that fits.
func (r *resolver) stored(dep *chart.Dependency, dir string, why []string) (*chart.Chart, string, []string) {
	for _, s := range r.stores {
		before := len(r.tree.problems)
		if _, err := fs.Stat(s.FS, path.Join(dep.Name, "Chart.yaml")); err == nil {
			files, _ := readFolder(s.FS, dep.Name)
			if c, ok := r.tree.assemble(r.foreign(files, dir), dir); ok && fits(dep, c) {
				return c, dir, nil
			}
		}
		archives, err := fs.Glob(s.FS, escape(dep.Name)+"-*.tgz")
		if err != nil {
			continue
		}
		var best *chart.Chart
		for _, name := range archives {
			data, err := fs.ReadFile(s.FS, name)
			if err != nil {
				continue
			}
			c, ok := r.tree.unpack(input{name: name, path: path.Join(dir, "Chart.yaml"), archive: true, data: data})
			if ok && fits(dep, c) && (best == nil || chartutil.IsCompatibleRange(">"+best.Metadata.Version, c.Metadata.Version)) {
				best = c
			}
		}
		r.tree.problems = r.tree.problems[:before] // of charts that were only looked at
		if best != nil {
			return best, dir, nil
		}
		if len(archives) > 0 {
			why = append(why, fmt.Sprintf(", and %s has no version that fits", strings.TrimSuffix(s.Name, "/")))
		}
	}
	return nil, "", why
}

// foreign makes the chart that asks for a dependency the place of all its files.
func (r *resolver) foreign(files []input, dir string) []input {
	for i := range files {
		files[i].path, files[i].archive = path.Join(dir, "Chart.yaml"), true
	}
	return files
}

func fits(dep *chart.Dependency, c *chart.Chart) bool {
	return c.Metadata.Name == dep.Name && (dep.Version == "" || chartutil.IsCompatibleRange(dep.Version, c.Metadata.Version))
}
