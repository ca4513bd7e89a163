package analyzertest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
)

var update = flag.Bool("update", false, "rewrite testdata/pending.txt")

const testdata = "../../testdata"

// inexact are the loaders that cannot point at exact lines yet; their cases are pending.
var inexact = map[string]string{}

// pending says why a case cannot be judged in full: rules that do not exist, loaders that are not exact. Empty means it
// can.
func pending(dir string, c Case, rules map[string]bool) []string {
	var why []string
	for _, m := range c.MustReport {
		if !slices.ContainsFunc(m.Rules, func(r string) bool { return rules[r] }) {
			why = append(why, "rule "+strings.Join(m.Rules, "/"))
		}
	}
	_ = filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil {
			name, _, _ := strings.Cut(e.Name(), "Dockerfile.")
			if name == "" {
				name = "Dockerfile"
			}
			if l := inexact[name]; l != "" {
				why = append(why, "loader "+l)
			}
		}
		return err
	})
	slices.Sort(why)
	return slices.Compact(why)
}

// TestCases judges every case. A pending one must still not report what is wrong; which cases are pending, and why, is
// kept in testdata/pending.txt, so that none is left out in silence.
func TestCases(t *testing.T) {
	a, err := analyzer.New(analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for _, r := range a.Rules() {
		rules[r.Name] = true
	}
	dirs, err := filepath.Glob(filepath.Join(testdata, "cases", "*", "expect.yaml"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no case found: %v", err)
	}
	var waiting strings.Builder
	judged := 0
	for _, file := range dirs {
		dir := filepath.Dir(file)
		c, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		why := pending(dir, c, rules)
		if len(why) > 0 {
			fmt.Fprintf(&waiting, "%s: %s\n", c.ID, strings.Join(why, ", "))
			c.MustReport, c.Counts = nil, nil
		} else {
			judged++
		}
		t.Run(c.ID, func(t *testing.T) {
			for _, problem := range Judge(c, Findings(t, dir, c, analyzer.Options{})) {
				t.Error(problem)
			}
		})
	}
	t.Logf("%d cases judged in full, %d pending", judged, strings.Count(waiting.String(), "\n"))
	golden(t, filepath.Join(testdata, "pending.txt"), waiting.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date; run this test with -update\n%s", file, got)
	}
}

// TestRules judges the inputs of each rule: testdata/rules/<name>/{reports,silent}. Findings of the rule itself must be
// exactly those listed.
func TestRules(t *testing.T) {
	a, err := analyzer.New(analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range a.Rules() {
		for _, kind := range []string{"reports", "silent"} {
			dir := filepath.Join(testdata, "rules", strings.ReplaceAll(r.Name, "-", "_"), kind)
			t.Run(r.Name+"/"+kind, func(t *testing.T) {
				c, err := Read(dir)
				if err != nil {
					t.Fatal(err)
				}
				fs := Findings(t, dir, c, analyzer.Options{})
				for _, problem := range Judge(Case{MustReport: c.MustReport, MustNotReport: c.MustNotReport, Counts: c.Counts}, fs) {
					t.Error(problem)
				}
				for _, f := range fs {
					if f.Rule.Name == r.Name && !listed(c, f) {
						t.Errorf("not listed: %s", line(f))
					}
				}
				if kind == "reports" && len(c.MustReport) == 0 {
					t.Error("nothing must be reported: the case proves nothing")
				}
			})
		}
	}
}

func listed(c Case, f finding.Finding) bool {
	return slices.ContainsFunc(c.MustReport, func(m Expect) bool {
		places := append([]Place{{m.File, m.Line}}, m.AlsoAccept...)
		return slices.Contains(m.Rules, f.Rule.Name) && slices.Contains(places, Place{f.Span.File, f.Span.Start.Line})
	})
}

// TestJudge makes sure that a case can fail.
func TestJudge(t *testing.T) {
	rule := &finding.Rule{Name: "r"}
	f := finding.Finding{Rule: rule, Severity: finding.Warning, Message: "m"}
	f.Span.File, f.Span.Start.Line = "a.yaml", 3
	tests := []struct {
		name string
		c    Case
		want int
	}{
		{"right", Case{MustReport: []Expect{{File: "a.yaml", Line: 3, Rules: []string{"r"}, Severity: "error"}}}, 0},
		{"wrong line", Case{MustReport: []Expect{{File: "a.yaml", Line: 4, Rules: []string{"r"}}}}, 1},
		{"accepted line", Case{MustReport: []Expect{{File: "a.yaml", Line: 4, Rules: []string{"r"}, AlsoAccept: []Place{{"a.yaml", 3}}}}}, 0},
		{"wrong rule", Case{MustReport: []Expect{{File: "a.yaml", Line: 3, Rules: []string{"other"}}}}, 1},
		{"forbidden", Case{MustNotReport: []string{"r"}}, 1},
		{"unwanted in a trap", Case{Kind: "false-positive-trap"}, 1},
		{"allowed in a trap", Case{Kind: "false-positive-trap", MayReport: []string{"r"}}, 0},
		{"count", Case{Counts: []Count{{[]string{"r"}, 2}}}, 1},
	}
	for _, tt := range tests {
		if got := Judge(tt.c, []finding.Finding{f}); len(got) != tt.want {
			t.Errorf("%s: %v, want %d", tt.name, got, tt.want)
		}
	}
	note := f
	note.Severity = finding.Note
	if got := Judge(Case{MustReport: []Expect{{File: "a.yaml", Line: 3, Rules: []string{"r"}, Severity: "error"}}}, []finding.Finding{note}); len(got) != 1 {
		t.Errorf("a note for an error passed: %v", got)
	}
}
