package report

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

func TestRelativeURI(t *testing.T) {
	for _, c := range []struct {
		path      string
		separator rune
		want      string
	}{
		{"a b/kø.yaml", '/', "a%20b/k%C3%B8.yaml"},
		{`charts\web\values.yaml`, '\\', "charts/web/values.yaml"},
		{`odd\name.yaml`, '/', "odd%5Cname.yaml"},
		{"c:d/100%.yaml", '/', "c%3Ad/100%25.yaml"},
	} {
		if got := relativeURI(c.path, c.separator); got != c.want {
			t.Errorf("%q: got %q, want %q", c.path, got, c.want)
		}
	}
}

// TestWaiverOutsideTheRoot: a configuration that --config names may lie anywhere, and no result may name such a place.
func TestWaiverOutsideTheRoot(t *testing.T) {
	for _, file := range []string{"/etc/drainlint.yaml", `C:\conf\drainlint.yaml`, "C:/conf/drainlint.yaml"} {
		r := fixture()
		r.Findings[5].Waiver = &finding.Waiver{Reason: "known", Where: "config", Span: source.Span{File: file, Start: source.Pos{Line: 3, Col: 1}}}
		out := string(output(t, "sarif", r, fixtureOptions()))
		if strings.Contains(out, uri(file)) || strings.Contains(out, file) {
			t.Errorf("%s is named", file)
		}
	}
}
