package helm

import (
	"slices"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []piece
	}{
		{"nothing", " \n\n", nil},
		{"one", "a: 1\n", []piece{{"a: 1\n", 1}}},
		{"no newline at the end", "a: |\n  x", []piece{{"a: |\n  x\n", 1}}},
		{"empty lines at the end", "a: |+\n  x\n\n\n", []piece{{"a: |+\n  x\n", 1}}},
		{"lines are kept", "\n---\n\na: 1\n---\nb: 1\n", []piece{{"a: 1\n", 4}, {"b: 1\n", 6}}},
		{"comment after the marker", "--- # one\na: 1\n", []piece{{"a: 1\n", 2}}},
		{"text glued to the marker", "a: 1\n---b: 1\n", []piece{{"a: 1\n", 1}, {"b: 1\n", 2}}},
		{"a marker inside indented text is text", "a: |\n  ---\n  x\n", []piece{{"a: |\n  ---\n  x\n", 1}}},
		{"windows line ends", "---\r\na: 1\r\n---\r\nb: 1\r\n", []piece{{"a: 1\n", 2}, {"b: 1\n", 4}}},
		{"a ruler of dashes", "-----\na: 1\n", []piece{{"a: 1\n", 2}}},
	} {
		if got := split(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// A script at the end of a template has the trailing newline that the cluster sees.
func TestBlockScalarAtTheEnd(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/templates/cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\ndata:\n  v: |\n    run\n{{- if true }}\n{{- end }}",
	}), Options{})
	if got := data(t, u, "cm"); got != "run\n" {
		t.Errorf("got %q", got)
	}
	if _, value, _ := source.Find(u.Documents[0].Root, source.Path{"data", "v"}); value.Line != 5 {
		t.Errorf("line %d, want that of the rendered text", value.Line)
	}
}
