package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
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

// more says where the numbers and the fix of a finding are that a short listing leaves out.
func more(w io.Writer, r *analyzer.Report, show finding.Severity) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open() || f.Severity < show || r.Stdin {
			continue
		}
		file := filepath.Join(r.Root, filepath.FromSlash(f.Span.File))
		if here, err := filepath.Abs("."); err == nil {
			if rel, err := filepath.Rel(here, file); err == nil {
				file = rel
			}
		}
		fmt.Fprintf(w, "drainlint: for the numbers and the fix: drainlint scan %s; for the reason: drainlint explain %s\n", typeset.Printable(shellWord(file)), f.Rule.Name)
		return
	}
}
