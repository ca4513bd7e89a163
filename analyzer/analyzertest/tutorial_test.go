package analyzertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
)

// TestTutorial judges the examples of docs/tutorial.md: what is expected is there and, at warning and above in the files
// that only miss something, nothing else.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := filepath.Glob(filepath.Join(testdata, "tutorial", "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no example found: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c, err := Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			fs := Findings(t, dir, c, analyzer.Options{})
			for _, problem := range Judge(c, fs) {
				t.Error(problem)
			}
			for _, f := range fs {
				if c.ID == "tutorial-zero-downtime" && f.Severity >= finding.Warning && !listed(c, f) {
					t.Errorf("not listed: %s", line(f))
				}
			}
			if !strings.Contains(string(page), "testdata/tutorial/"+filepath.Base(dir)) {
				t.Error("docs/tutorial.md does not name the example")
			}
		})
	}
}
