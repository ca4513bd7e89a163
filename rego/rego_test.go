package rego_test

import (
	"bytes"
	"context"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/util"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/rego"
	"github.com/drainlint/drainlint/rego/engine"
	"github.com/drainlint/drainlint/rego/metadata"
)

// modules parses every Rego file of the tree, tests included.
func modules(t *testing.T) map[string]*ast.Module {
	t.Helper()
	out := map[string]*ast.Module{}
	for file, text := range files(t) {
		m, err := ast.ParseModuleWithOpts(file, text, ast.ParserOptions{ProcessAnnotation: true, RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		out[file] = m
	}
	return out
}

func files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(rego.FS, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".rego") {
			return err
		}
		data, err := fs.ReadFile(rego.FS, p)
		out[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRego runs every test rule as a subtest.
func TestRego(t *testing.T) {
	compiler := ast.NewCompiler().WithStrict(true).WithEnablePrintStatements(true)
	results, err := tester.NewRunner().SetCompiler(compiler).SetModules(modules(t)).CapturePrintOutput(true).RunTests(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r := range results {
		n++
		t.Run(r.Package+"/"+r.Name, func(t *testing.T) {
			if !r.Pass() {
				t.Errorf("%s: failed: %v %s", r.Location, r.Error, r.Output)
			}
		})
	}
	if n == 0 {
		t.Fatal("no Rego test was found")
	}
}

// TestTypes checks every reference of rules and helpers into the input against the published schema.
func TestTypes(t *testing.T) {
	var schema any
	if err := util.Unmarshal(facts.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, schema)
	all := modules(t)
	for file := range all {
		if strings.HasSuffix(file, "_test.rego") {
			delete(all, file)
		}
	}
	c := ast.NewCompiler().WithStrict(true).WithSchemas(set).WithUseTypeCheckAnnotations(true)
	if c.Compile(all); c.Failed() {
		t.Fatal(c.Errors)
	}
}

// TestIndex makes sure that every rule file is a rule, and that the embedded index says what the files say.
func TestIndex(t *testing.T) {
	want, err := engine.Entries(rego.FS)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(metadata.Entries, want) {
		t.Error("package metadata is out of date: run make docs")
	}
	n := 0
	for file := range files(t) {
		if strings.HasPrefix(file, "rules/") && !strings.HasSuffix(file, "_test.rego") {
			n++
		}
	}
	if rules := engine.New(rego.FS, engine.Options{Metadata: metadata.Entries}).Rules(); len(rules) != n {
		t.Errorf("%d rules from %d files", len(rules), n)
	}
}

// TestFormat keeps every file as "opa fmt" writes it.
func TestFormat(t *testing.T) {
	for file, text := range files(t) {
		formatted, err := format.SourceWithOpts(file, []byte(text), format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if !bytes.Equal(formatted, []byte(text)) {
			t.Errorf("%s is not formatted: run make fmt", file)
		}
	}
}
