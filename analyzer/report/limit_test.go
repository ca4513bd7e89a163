package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
)

func manyFindings(n int, level func(i int) finding.Severity) *finding.Report {
	rule := &finding.Rule{Name: "no-min-ready", Title: "minReadySeconds is 0", Severity: finding.Note}
	r := &finding.Report{Rules: []*finding.Rule{rule}}
	for i := range n {
		r.Findings = append(r.Findings, finding.Finding{
			Rule: rule, Severity: level(i), Message: "m", Exact: true, Fingerprint: fmt.Sprint(i), Span: at("a.yaml", i+1, 1, 2),
		})
	}
	return r
}

func TestSARIFTruncation(t *testing.T) {
	const extra = 3
	r := manyFindings(MaxResults+extra, func(i int) finding.Severity {
		if i >= MaxResults {
			return finding.Error
		}
		return finding.Note
	})
	if got := Truncated(r); got != extra {
		t.Errorf("Truncated is %d, want %d", got, extra)
	}
	run := parse(t, r, Options{})
	if len(run.Results) != MaxResults {
		t.Fatalf("%d results, want %d", len(run.Results), MaxResults)
	}
	for i := range extra {
		if res := run.Results[MaxResults-1-i]; res.Level != "error" {
			t.Errorf("result %d from the end is of level %s: an error was left out for a note", i, res.Level)
		}
	}
	if res := run.Results[0]; res.PartialFingerprints[fingerprintKey] != "0" {
		t.Errorf("the first result is number %s: among equals the first should stay", res.PartialFingerprints[fingerprintKey])
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.HasPrefix(*notes[0].Message.Text, "3 of the least severe findings are left out") {
		t.Errorf("no notification names the 3 findings that are left out")
	}
}

func TestSARIFIsNotTruncatedAtTheLimit(t *testing.T) {
	r := manyFindings(MaxResults, func(int) finding.Severity { return finding.Note })
	// A finding without a file is no result, so it takes no place.
	r.Findings = append(r.Findings, finding.Finding{Rule: r.Rules[0], Severity: finding.Error, Message: "m"})
	if got := Truncated(r); got != 0 {
		t.Errorf("Truncated is %d, want 0", got)
	}
}

func TestMostSevere(t *testing.T) {
	levels := []finding.Severity{finding.Note, finding.Error, finding.Warning, finding.Note, finding.Error, finding.Warning}
	r := manyFindings(len(levels), func(i int) finding.Severity { return levels[i] })
	r.Findings[4].Waiver = &finding.Waiver{Reason: "known"}
	for limit, want := range map[int][]int{
		6: {0, 1, 2, 3, 4, 5}, 5: {0, 1, 2, 3, 5}, 4: {0, 1, 2, 5}, 2: {1, 2}, 1: {1}, 0: {},
	} {
		if got := mostSevere(r, results(r), limit); !slices.Equal(got, want) {
			t.Errorf("limit %d keeps %v, want %v", limit, got, want)
		}
	}
}
