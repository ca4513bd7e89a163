package main

import (
	"path/filepath"
	"slices"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/config"
)

// decided adds to the files of a hook what they decide about: a configuration its folder, a baseline the whole root. A commit
// that changes only them would otherwise not be checked at all.
func decided(paths []string, opts analyzer.Options) []string {
	out := slices.Clone(paths)
	for _, p := range paths {
		switch {
		case filepath.Base(p) == config.Name:
			out = append(out, filepath.Dir(p))
		case filepath.Ext(p) == ".json" && absolute(p) == absolute(baselineFile("", opts)):
			out = append(out, opts.Root)
		}
	}
	return out
}
