package helm

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
)

// Defaults names the value set of a chart's own values (with those of -f and --set) where there are others beside it.
const Defaults = "default values"

// ValueSet is a named combination of values that a chart is installed with. Each is rendered and analysed by itself.
type ValueSet struct {
	Name string
	// Charts are folders or patterns, as path.Match has them, below the root of the run; none means every chart.
	Charts []string
	// Files are values files below the root of the run, on top of Options.ValueFiles.
	Files []string
}

func (s ValueSet) applies(dir string) bool {
	return len(s.Charts) == 0 || slices.ContainsFunc(s.Charts, func(pattern string) bool {
		ok, err := path.Match(path.Clean(pattern), dir)
		return err == nil && ok
	})
}

// LoadSets renders the chart in folder dir with each of its value sets: its default values, the sets of o that name it,
// and, unless o says which values to use or not to look, the files ci/*-values.yaml, which by a convention of chart
// repositories are the values that a chart is tested with.
func LoadSets(ctx context.Context, fsys fs.FS, dir string, o Options) ([]*source.Unit, error) {
	sets := []ValueSet{{Files: nil}}
	for _, s := range o.Sets {
		if s.applies(dir) {
			sets = append(sets, s)
		}
	}
	if !o.OnlyNamed && !o.chosen() && len(o.Sets) == 0 {
		sets = append(sets, tested(fsys, dir)...)
	}
	var units []*source.Unit
	for _, s := range sets {
		with := o
		with.ValueFiles = slices.Concat(o.ValueFiles, s.Files)
		u, err := Load(ctx, fsys, dir, with)
		if err != nil {
			return nil, err
		}
		if len(sets) > 1 {
			if u.Set = s.Name; s.Name == "" {
				u.Set = Defaults
			}
		}
		units = append(units, u)
	}
	if slices.ContainsFunc(units[1:], func(u *source.Unit) bool { return !u.Partial }) {
		excuse(units[0])
	}
	return units, nil
}

// chosen tells whether the caller says which values to render with.
func (o Options) chosen() bool {
	return len(o.ValueFiles)+o.flags() > 0
}

// flags counts the values that are set one by one.
func (o Options) flags() int {
	return len(o.Inline) + len(o.Set) + len(o.SetString) + len(o.SetFile) + len(o.SetJSON) + len(o.SetLiteral)
}

// tested finds the values files of chart-testing.
func tested(fsys fs.FS, dir string) []ValueSet {
	files, err := fs.Glob(fsys, path.Join(escape(dir), "ci", "*-values.yaml"))
	if err != nil {
		return nil
	}
	var out []ValueSet
	for _, file := range files { // sorted by Glob
		out = append(out, ValueSet{Name: "ci/" + path.Base(file), Files: []string{file}})
	}
	return out
}

func escape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// excuse makes warnings of the failures of required and fail: a chart that cannot be installed without values of its
// user's, and was analysed with others, is no input that was lost.
func excuse(u *source.Unit) {
	for i := range u.Problems {
		if strings.HasPrefix(u.Problems[i].Message, chartStops) {
			u.Problems[i].Warning = true
		}
	}
}
