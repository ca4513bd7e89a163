package engine

import (
	"io/fs"
	"path"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/rego/metadata"
)

// Entries reads all rules of builtin from their files and returns what package metadata should say.
func Entries(builtin fs.FS) ([]metadata.Entry, error) {
	rules, err := readAll(builtin)
	if err != nil {
		return nil, err
	}
	var entries []metadata.Entry
	for _, r := range rules {
		entry := metadata.Entry{Rule: *r.Rule}
		for _, f := range r.files {
			entry.Files = append(entry.Files, f.path)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// Describe reads the rules of builtin from their files; unlike New it ignores the index and refuses any mistake.
func Describe(builtin fs.FS) ([]*finding.Rule, error) {
	rules, err := readAll(builtin)
	var out []*finding.Rule
	for _, r := range rules {
		out = append(out, r.Rule)
	}
	return out, err
}

func readAll(builtin fs.FS) ([]*rule, error) {
	e := &Engine{}
	rules, _ := e.read(builtin, "rego", nil, false)
	for _, p := range e.problems {
		return nil, &ruleError{p.Span, p.Span.String() + ": " + p.Message}
	}
	return rules, nil
}

// indexed builds the rules of builtin from their index, without parsing a file. helpers are the files of lib.
func (e *Engine) indexed(builtin fs.FS, entries []metadata.Entry) (rules []*rule, helpers []*file) {
	names, err := fs.Glob(builtin, "lib/*.rego")
	if err != nil || len(entries) == 0 {
		return nil, nil
	}
	files := map[string]*file{}
	open := func(p string) *file {
		f, ok := files[p]
		if !ok {
			f = &file{fsys: builtin, path: p, shown: path.Join("rego", p), indexed: true}
			files[p] = f
		}
		return f
	}
	for i := range entries {
		r := &rule{Rule: &entries[i].Rule}
		for _, p := range entries[i].Files {
			r.files = append(r.files, open(p))
		}
		rules = append(rules, r)
	}
	for _, p := range names {
		if !testFile(p) {
			helpers = append(helpers, open(p))
		}
	}
	go parseShared(rules, helpers)
	return rules, helpers
}

// parseShared parses the helpers that most runs need, those of at least a sixth of the rules, while the input is read.
func parseShared(rules []*rule, helpers []*file) {
	uses := map[*file]int{}
	for _, r := range rules {
		for _, f := range r.files[1:] {
			uses[f]++
		}
	}
	for _, f := range helpers {
		if uses[f] >= len(rules)/6 {
			_, _ = f.parse() // whoever needs it gets the error
		}
	}
}
