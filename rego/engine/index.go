package engine

import (
	"encoding/json"
	"io/fs"
	"path"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// IndexFile is the index of the embedded rules. It says what their METADATA says, so that a run parses only the files of
// the rules it evaluates; parsing all of them would cost more than most inputs. It is generated, and a test compares it
// with the files.
const IndexFile = "index.json"

type indexEntry struct {
	Rule *finding.Rule `json:"rule"`
	// Files are the rule's own file and its helpers, below the embedded tree.
	Files []string `json:"files"`
}

// Index reads all rules of builtin from their files and returns the content of IndexFile.
func Index(builtin fs.FS) ([]byte, error) {
	rules, err := readAll(builtin)
	if err != nil {
		return nil, err
	}
	var entries []indexEntry
	for _, r := range rules {
		entry := indexEntry{Rule: r.Rule}
		for _, f := range r.files {
			entry.Files = append(entry.Files, f.path)
		}
		entries = append(entries, entry)
	}
	text, err := json.MarshalIndent(entries, "", " ")
	return append(text, '\n'), err
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

// indexed builds the rules of builtin from its index, without parsing a file. helpers are the files of lib.
func (e *Engine) indexed(builtin fs.FS) (rules []*rule, helpers []*file) {
	text, err := fs.ReadFile(builtin, IndexFile)
	if err != nil {
		return nil, nil
	}
	var entries []indexEntry
	if json.Unmarshal(text, &entries) != nil {
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
	for _, entry := range entries {
		r := &rule{Rule: entry.Rule}
		for _, p := range entry.Files {
			r.files = append(r.files, open(p))
		}
		rules = append(rules, r)
	}
	names, err := fs.Glob(builtin, "lib/*.rego")
	if err != nil {
		return nil, nil
	}
	for _, p := range names {
		if !testFile(p) {
			helpers = append(helpers, open(p))
		}
	}
	return rules, helpers
}
