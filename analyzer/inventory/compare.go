package inventory

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// WithoutPlaces drops files and lines, and names inputs by their way from the path of paths that holds them, so that what
// is left of two checkouts, or of two folders, differs only where they consist of something else. paths are relative to the
// root of the run.
func (v *Versions) WithoutPlaces(paths []string) *Versions {
	for i := range v.Charts {
		v.Charts[i].Input = beneath(paths, v.Charts[i].Input)
	}
	for i := range v.Images {
		used := v.Images[i].Used
		for j := range used {
			used[j] = Use{Input: beneath(paths, used[j].Input), By: used[j].By}
		}
		slices.SortStableFunc(used, func(a, b Use) int { return cmp.Or(strings.Compare(a.Input, b.Input), strings.Compare(a.By, b.By)) })
		v.Images[i].Used = slices.Compact(used)
	}
	for i := range v.Configs {
		v.Configs[i].Input, v.Configs[i].At = beneath(paths, v.Configs[i].Input), Place{}
	}
	for i := range v.CRDs {
		v.CRDs[i].Input, v.CRDs[i].At = beneath(paths, v.CRDs[i].Input), Place{}
	}
	return v
}

// beneath is the rest of a name behind the longest of the paths that hold it.
func beneath(paths []string, name string) string {
	folder, set, hasSet := strings.Cut(name, " (")
	rest, longest := folder, -1
	for _, p := range paths {
		p = path.Clean(p)
		switch r, below := strings.CutPrefix(folder, p+"/"); {
		case len(p) <= longest:
		case p == folder:
			rest, longest = ".", len(p)
		case below:
			rest, longest = r, len(p)
		}
	}
	if hasSet {
		rest += " (" + set
	}
	return rest
}
