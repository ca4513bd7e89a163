package timeline_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/timeline"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// inputs are the files of testdata: one pod that fits, one that exceeds its grace period, one with sidecars, one with 40
// containers, one with a long grace period, one with the names that charts make.
var inputs = []string{"fits", "exceeds", "sidecars", "monster", "hour", "long"}

// deep copies an input to where charts have their templates, and draws it.
func deep(t *testing.T, in string) []*timeline.Picture {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", in+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	const file = "deploy/charts/observability-platform/charts/log-collector/gateway-statefulset-with-sidecars.yaml"
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return pictures(t, dir, file)
}

// pictures draws all workloads of a file below a root.
func pictures(t *testing.T, root, file string) []*timeline.Picture {
	t.Helper()
	a, err := analyzer.New(analyzer.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	read, err := a.Inspect(context.Background(), filepath.Join(root, file))
	if err != nil || len(read.Problems) > 0 {
		t.Fatal(err, read.Problems)
	}
	var out []*timeline.Picture
	for _, s := range read.Inputs {
		for i := range s.Facts.Workloads {
			if w := &s.Facts.Workloads[i]; s.Unit.Documents[w.Object].File == file {
				out = append(out, timeline.New(s.Unit, w))
			}
		}
	}
	return out
}

// given draws the workloads of a text.
func given(t *testing.T, manifest string) []*timeline.Picture {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	return pictures(t, dir, "a.yaml")
}

func write(t *testing.T, format string, ps []*timeline.Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := timeline.Write(&b, format, ps, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, in := range inputs {
		for _, format := range []string{"text", "mermaid", "json"} {
			if (in == "monster" || in == "long") && format != "text" {
				continue
			}
			got := write(t, format, pictures(t, "testdata", in+".yaml"))
			golden := filepath.Join("testdata", in+"."+format+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(golden); err != nil || got != string(want) {
				t.Errorf("%s: %v\n%s", golden, err, got)
			}
		}
	}
}

// TestWidth holds the text to 80 columns: only a path or a name that is longer may leave them.
func TestWidth(t *testing.T) {
	for _, in := range inputs {
		for line := range strings.Lines(write(t, "text", pictures(t, "testdata", in+".yaml"))) {
			if line = strings.TrimRight(line, "\n"); strings.HasSuffix(line, " ") {
				t.Errorf("%s: a blank at the end of %q", in, line)
			}
			if n := utf8.RuneCountInString(line); n > 80 {
				t.Errorf("%s: %d columns: %s", in, n, line)
			}
		}
	}
}

// wellFormed parses XML to its end and counts the groups of lanes.
func wellFormed(t *testing.T, text string) (lanes int) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return lanes
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "g" {
			for _, a := range e.Attr {
				if a.Name.Local == "class" && a.Value == "lane" {
					lanes++
				}
			}
		}
	}
}

func TestSVG(t *testing.T) {
	for _, in := range inputs {
		ps := pictures(t, "testdata", in+".yaml")
		want := 0
		for _, p := range ps {
			want += len(p.Lanes)
			if p.Traffic != nil {
				want++
			}
		}
		if got := wellFormed(t, write(t, "svg", ps)); got != want {
			t.Errorf("%s: %d lanes, expected %d", in, got, want)
		}
		page := write(t, "html", ps)
		if got := strings.Count(page, `<g class="lane"`); got != want {
			t.Errorf("%s: %d lanes in the page, expected %d", in, got, want)
		}
		for _, outside := range []string{"http://", "https://", "<script", "<link", "@import", "url("} {
			if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), outside) {
				t.Errorf("%s: the page has %q", in, outside)
			}
		}
	}
}

// TestHostile draws names that try to leave their place.
func TestHostile(t *testing.T) {
	const evil = `</text><script>alert(1)</script>"' & \u001b[31m \u202e]]>`
	ps := given(t, fmt.Sprintf(`apiVersion: v1
kind: Pod
metadata: {name: "%[1]s"}
spec:
  containers:
    - name: "%[1]s"
      image: a
      lifecycle: {preStop: {exec: {command: [sh, -c, "sleep 3 # %[1]s"]}}}
`, strings.ReplaceAll(evil, `"`, `\"`)))
	for _, format := range timeline.Formats() {
		got := write(t, format, ps)
		if strings.Contains(got, "\x1b") || strings.Contains(got, "\u202e") && format != "json" {
			t.Errorf("%s: control characters reach the output:\n%q", format, got)
		}
		switch format {
		case "svg":
			wellFormed(t, got)
			fallthrough
		case "html":
			if strings.Contains(got, "<script") {
				t.Errorf("%s: a script is in the page:\n%s", format, got)
			}
		case "mermaid":
			if n := strings.Count(got, "\n"); n > 10 {
				t.Errorf("%d lines:\n%s", n, got)
			}
		}
	}
}

// TestOdd draws what has no numbers at all, or odd ones.
func TestOdd(t *testing.T) {
	for _, spec := range []string{
		"terminationGracePeriodSeconds: 0", "terminationGracePeriodSeconds: 1", "terminationGracePeriodSeconds: -3", "terminationGracePeriodSeconds: 31536000",
		"hostNetwork: true", "os: {name: windows}", "priorityClassName: system-node-critical",
	} {
		for _, hook := range []string{"sleep: {seconds: 0}", "sleep: {seconds: 100000}", "exec: {command: [sleep, \"0.25\"]}", "httpGet: {port: 1}"} {
			ps := given(t, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  "+spec+"\n  containers:\n    - {name: a, image: a, lifecycle: {preStop: {"+hook+"}}}\n    - {name: b, image: b}\n")
			for _, format := range timeline.Formats() {
				if got := write(t, format, ps); strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
					t.Errorf("%s, %s, %s:\n%s", spec, hook, format, got)
				}
			}
		}
	}
}

// TestDocs holds the drawings in the documentation to what the command prints.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/concepts.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{"fits", "exceeds", "sidecars"} {
		if want := write(t, "text", pictures(t, "testdata", in+".yaml")); !strings.Contains(string(text), "```text\n"+want+"```") {
			t.Errorf("docs/concepts.md does not show testdata/%s.yaml as the command draws it:\n%s", in, want)
		}
	}
}
