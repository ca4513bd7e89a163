package engine

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// file is one Rego file, parsed once.
type file struct {
	fsys        fs.FS
	path, shown string
	indexed     bool // the index has its METADATA, which would be a third of the work of parsing

	once   sync.Once
	module *ast.Module
	err    error
}

func (f *file) parse() (*ast.Module, error) {
	f.once.Do(func() {
		text, err := fs.ReadFile(f.fsys, f.path)
		if err != nil {
			f.err = err
			return
		}
		f.module, f.err = ast.ParseModuleWithOpts(f.shown, string(text), ast.ParserOptions{ProcessAnnotation: !f.indexed, RegoVersion: ast.RegoV1})
	})
	return f.module, f.err
}

func testFile(p string) bool { return strings.HasSuffix(p, "_test.rego") }

// read parses every Rego file below fsys. Mistakes become problems of e, all of them at once, and cost only their own
// file. given are helpers from elsewhere; found are those of fsys.
func (e *Engine) read(fsys fs.FS, shown string, given []*file, user bool) (rules []*rule, found []*file) {
	err := fs.WalkDir(fsys, ".", func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(p) != ".rego" || testFile(p) {
			return err
		}
		f := &file{fsys: fsys, path: p, shown: path.Join(shown, p)}
		m, err := f.parse()
		var r *finding.Rule
		if err == nil {
			r, err = describe(f.shown, m)
		}
		switch {
		case err != nil:
			e.problems = append(e.problems, ruleProblems(f.shown, err)...)
		case r == nil:
			found = append(found, f)
		default:
			r.User = user
			rules = append(rules, &rule{Rule: r, files: []*file{f}})
		}
		return nil
	})
	if err != nil {
		e.problems = append(e.problems, source.Problem{Stage: stage, Span: source.Span{File: shown}, Message: "rules cannot be read: " + err.Error(), Change: "name a folder of .rego files"})
	}
	all := slices.Concat(found, given)
	for _, r := range rules {
		r.imports(r.files[0], all)
	}
	return rules, found
}

// imports adds the helpers that f imports, directly or through other helpers.
func (r *rule) imports(f *file, helpers []*file) {
	m, err := f.parse()
	if err != nil {
		return // reported when the rule is compiled
	}
	for _, imp := range m.Imports {
		for _, h := range helpers {
			hm, err := h.parse()
			if err == nil && imp.Path.Value.Compare(hm.Package.Path) == 0 && !slices.Contains(r.files, h) {
				r.files = append(r.files, h)
				r.imports(h, helpers)
			}
		}
	}
}
