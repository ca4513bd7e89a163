package finding_test

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// A place within a text is that line of the file, as long as the file has it there.
func TestLocateLineOfText(t *testing.T) {
	const text = "kind: ConfigMap\nmetadata: {name: c}\ndata:\n  a.conf: |\n    [OUTPUT]\n\n        Passwd x\n  folded: >\n    one\n    two\n"
	for _, tt := range []struct {
		key        string
		line, want int
		file       string
	}{
		{"a.conf", 0, 4, text},
		{"a.conf", 1, 5, text},
		{"a.conf", 3, 7, text},
		{"a.conf", 2, 4, text},            // empty
		{"a.conf", 9, 4, text},            // beyond the text
		{"a.conf", 3, 4, "kind: {{ x }}"}, // rendered from another text
		{"folded", 2, 8, text},
		{"none", 1, 1, text},
	} {
		var root yaml.Node
		if err := yaml.Unmarshal([]byte(text), &root); err != nil {
			t.Fatal(err)
		}
		d := &source.Document{Root: root.Content[0], Trace: func(p source.Path) source.Trace {
			key, _, depth := source.Find(root.Content[0], p)
			pos := source.Pos{Line: 1, Col: 1}
			if depth == len(p) {
				pos = source.Pos{Line: key.Line, Col: key.Column}
			}
			return source.Trace{Span: source.Span{File: "c.yaml", Start: pos, End: pos}}
		}}
		u := &source.Unit{Documents: []*source.Document{d}, Files: map[string][]byte{"c.yaml": []byte(tt.file)}}
		at := source.Ref{Path: source.Path{"data", tt.key}, Line: tt.line}
		fs := finding.Locate(u, []finding.Violation{{Rule: &finding.Rule{Name: "r"}, At: at}})
		if other := finding.Locate(u, []finding.Violation{{Rule: &finding.Rule{Name: "r"}, At: source.Ref{Path: at.Path}}}); tt.want == 7 && other[0].Fingerprint == fs[0].Fingerprint {
			t.Error("a line has the fingerprint of its text")
		}
		if got := fs[0].Span.Start.Line; got != tt.want {
			t.Errorf("line %d of %s: line %d, want %d", tt.line, tt.key, got, tt.want)
		}
	}
}
