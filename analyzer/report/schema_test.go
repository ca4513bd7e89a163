package report

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// publishedSchema is the SARIF 2.1.0 schema that the go-sarif module carries as a private constant. Its own Validate
// sees only what its types keep, and so would not notice an unknown member or a missing list.
func publishedSchema(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := build.Import("github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif", wd, build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constant, ok := file.Scope.Lookup("schema").Decl.(*ast.ValueSpec)
	if !ok {
		t.Fatal("go-sarif's schema.go has no constant named schema")
	}
	text, err := strconv.Unquote(constant.Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSARIFFollowsTheSchema(t *testing.T) {
	schema := publishedSchema(t)
	documents := map[string][]byte{
		"fixture":  output(t, "sarif", fixture(), fixtureOptions()),
		"plain":    output(t, "sarif", fixture(), Options{}),
		"empty":    output(t, "sarif", emptyReport(), Options{}),
		"stdin":    output(t, "sarif", stdinReport(), fixtureOptions()),
		"baseline": output(t, "sarif", baselineReport(), fixtureOptions()),
		"hostile":  output(t, "sarif", hostile(), fixtureOptions()),
	}
	for name, document := range documents {
		result, err := schema.Validate(gojsonschema.NewBytesLoader(document))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, e := range result.Errors() {
			t.Errorf("%s: %s", name, e)
		}
	}
	broken := []byte(`{"version": "2.1.0", "runs": [{"results": [{"message": {}}]}]}`)
	if result, err := schema.Validate(gojsonschema.NewBytesLoader(broken)); err != nil || result.Valid() {
		t.Errorf("the schema accepts a run without a tool (%v)", err)
	}
}
