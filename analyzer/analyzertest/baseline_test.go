package analyzertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/finding"
)

// TestBaselineRoundTrip accepts the demo as it is, changes a copy in ways that change no fault, then injects one.
func TestBaselineRoundTrip(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "demo"))); err != nil {
		t.Fatal(err)
	}
	text, err := baseline.Bytes(baseline.Entries(compare(t, dir, nil), reader(dir)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, baseline.Name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name string
		do   func(*testing.T, string)
	}{
		{"nothing", func(*testing.T, string) {}},
		{"blocks moved", func(t *testing.T, dir string) {
			edit(t, dir, "charts/shop/templates/*.yaml", func(s string) string { return "# moved\n\n\n" + s })
			edit(t, dir, "manifests/*.yaml", reverse)
		}},
		{"files renamed", func(t *testing.T, dir string) {
			rename(t, dir, "charts/shop/templates/web.yaml", "charts/shop/templates/frontend.yaml")
			rename(t, dir, "images/web/Dockerfile", "images/web/web.Dockerfile")
			for _, f := range glob(t, dir, "manifests/*.yaml") {
				rename(t, dir, f, filepath.Join(filepath.Dir(f), "zz-"+filepath.Base(f)))
			}
		}},
		{"reformatted", func(t *testing.T, dir string) {
			edit(t, dir, "images/*/*Dockerfile", func(s string) string { return strings.ReplaceAll(s, "\nCMD ", "\n\nCMD  ") })
		}},
		{"a value set added", func(t *testing.T, dir string) {
			write(t, dir, "charts/shop/ci/big-values.yaml", "fullnameOverride: big\nreplicaCount: 7\n")
		}},
	}
	for _, s := range steps {
		s.do(t, dir)
		for _, f := range compare(t, dir, read(t, file)) {
			if f.Open() {
				t.Errorf("%s: new: %s", s.name, line(f))
			}
		}
	}
	write(t, dir, "manifests/injected.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: injected, lables: {app: x}}\nspec: {ports: [{port: 80}], clusterIP: None}\n")
	var open []finding.Finding
	for _, f := range compare(t, dir, read(t, file)) {
		if f.Open() {
			open = append(open, f)
		}
	}
	if len(open) != 1 || open[0].Rule.Name != "unknown-field" {
		t.Errorf("one injected fault: %v", open)
	}
}

func compare(t *testing.T, dir string, b *baseline.File) []finding.Finding {
	t.Helper()
	a, err := analyzer.New(analyzer.Options{Root: dir, Baseline: b})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Run(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r.Findings
}

func read(t *testing.T, file string) *baseline.File {
	t.Helper()
	b, err := baseline.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func reader(dir string) func(string) ([]byte, error) {
	return func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, filepath.FromSlash(file))) }
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s matches nothing: %v", pattern, err)
	}
	for i := range files {
		files[i], _ = filepath.Rel(dir, files[i])
	}
	return files
}

func edit(t *testing.T, dir, pattern string, change func(string) string) {
	t.Helper()
	for _, f := range glob(t, dir, pattern) {
		data, err := reader(dir)(f)
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, f, change(string(data)))
	}
}

func write(t *testing.T, dir, file, text string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
		t.Fatal(err)
	}
}

// reverse puts the documents of a stream in the opposite order.
func reverse(s string) string {
	docs := strings.Split(s, "\n---\n")
	for i, j := 0, len(docs)-1; i < j; i, j = i+1, j-1 {
		docs[i], docs[j] = docs[j], docs[i]
	}
	for i := range docs {
		docs[i] = strings.TrimSuffix(docs[i], "\n")
	}
	return strings.Join(docs, "\n---\n") + "\n"
}
