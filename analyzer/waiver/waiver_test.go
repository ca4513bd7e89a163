package waiver_test

import (
	"testing"
	"time"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/waiver"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

var today = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

func at(file string, line int) finding.Finding {
	return finding.Finding{Rule: &finding.Rule{Name: "privileged"}, Object: "Pod/p", Span: source.Span{File: file, Start: source.Pos{Line: line, Col: 1}}}
}

// apply collects the waivers of one file and returns the lines (1 to 9) on which a finding of privileged is waived.
func apply(file, text string) (lines []int, set *waiver.Set) {
	u := &source.Unit{Files: map[string][]byte{file: []byte(text)}}
	u.Documents, _ = manifest.Parse(file, []byte(text))
	set = waiver.NewSet(today, waiver.Collect(u), waiver.Collect(u))
	for line := 1; line <= 9; line++ {
		fs := []finding.Finding{at(file, line)}
		set.Apply(fs)
		if fs[0].Waiver != nil {
			lines = append(lines, line)
		}
	}
	return lines, set
}

func TestComments(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             int // the waived line, 0 for none
	}{
		{"on the line", "a.yaml", "a:\n  privileged: true # drainlint:ignore privileged -- why\n", 2},
		{"above the line", "a.yaml", "# drainlint:ignore privileged -- why\nprivileged: true\n", 2},
		{"above other comments and blank lines", "a.yaml", "# drainlint:ignore privileged -- why\n# more\n\nprivileged: true\n", 4},
		{"several rules", "a.yaml", "# drainlint:ignore host-namespace, privileged -- why\nprivileged: true\n", 2},
		{"until a later day", "a.yaml", "# drainlint:ignore privileged until=2027-03-02 -- why\nx: 1\n", 2},
		{"the last day counts", "a.yaml", "# drainlint:ignore privileged until=2027-03-01 -- why\nx: 1\n", 2},
		{"template comment", "a.yaml", "{{- /* drainlint:ignore privileged -- why */}}\nx: 1\n", 2},
		{"Dockerfile", "Dockerfile", "FROM a\n# drainlint:ignore privileged -- why\nCMD b\n", 3},
		{"expired", "a.yaml", "# drainlint:ignore privileged until=2027-02-28 -- why\nx: 1\n", 0},
		{"no date at all", "a.yaml", "# drainlint:ignore privileged until=soon -- why\nx: 1\n", 0},
		{"no reason", "a.yaml", "# drainlint:ignore privileged\nx: 1\n", 0},
		{"another rule", "a.yaml", "# drainlint:ignore grace-zero -- why\nx: 1\n", 0},
		{"not in a comment", "a.yaml", "doc: drainlint:ignore privileged -- why\nx: 1\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, _ := apply(tt.file, tt.text)
			if tt.want == 0 && len(lines) > 0 || tt.want > 0 && (len(lines) != 1 || lines[0] != tt.want) {
				t.Errorf("waived lines %v, want %d", lines, tt.want)
			}
		})
	}
}

func TestAnnotation(t *testing.T) {
	pod := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    drainlint.dev/ignore.privileged: "
	for text, want := range map[string]bool{"loads a probe": true, "until=2027-04-01 -- loads a probe": true, "until=2020-01-01 -- loads a probe": false, `""`: false, "null": false} {
		lines, _ := apply("a.yaml", pod+text+"\n")
		if (len(lines) == 9) != want {
			t.Errorf("%q waives lines %v", text, lines)
		}
	}
}

func TestFacts(t *testing.T) {
	_, set := apply("a.yaml", "# drainlint:ignore privileged -- why\nx: 1\n---\n# drainlint:ignore grace-zero, nonsense -- why\ny: 1\n# drainlint:ignore off -- why\nz: 1\n")
	got := set.Facts(map[string]bool{"privileged": true, "grace-zero": true}, map[string]bool{"off": true})
	if len(got) != 3 {
		t.Fatalf("%d waivers, want 3: the same comment in two Units is one", len(got))
	}
	if !got[0].Used || got[1].Used || len(got[1].Unknown) != 1 || got[1].Unknown[0] != "nonsense" {
		t.Errorf("%+v", got)
	}
	if !got[2].Used {
		t.Error("a waiver for a rule that is switched off is not unused")
	}
}
