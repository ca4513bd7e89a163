package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// TestGitHubIsOneCommandALine: neither a message nor a file name can end a command or start another.
func TestGitHubIsOneCommandALine(t *testing.T) {
	r := hostile()
	r.Findings[0].Message = "one\n::error::two, 100%: ok"
	r.Findings[0].Span.File = "a,b:c%\n::error::.yaml"
	out := string(output(t, "github", r, Options{}))
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "::error file=a%2Cb%3Ac%25\\n%3A%3Aerror%3A%3A.yaml,line=1,") && !strings.HasPrefix(line, "::warning title=drainlint::") {
			t.Errorf("unexpected line %q", line)
		}
	}
	if !strings.Contains(out, "::one ::error::two, 100%25: ok.") {
		t.Errorf("the message is not escaped as data:\n%s", out)
	}
}

func TestAnnotationsCountsWhatIsPrinted(t *testing.T) {
	for _, show := range []finding.Severity{finding.Note, finding.Warning, finding.Error} {
		o := Options{Show: show}
		out := string(output(t, "github", fixture(), o))
		for s, want := range Annotations(fixture(), o) {
			if got := strings.Count(out, "::"+command(s)+" "); got != want {
				t.Errorf("show %s: %d commands of level %s, counted %d", show, got, s, want)
			}
		}
	}
}

func TestMarkdownHasNoMarkupFromTheInput(t *testing.T) {
	r := fixture()
	r.Findings[2].Message = "<img src=x> | [a](https://example.org) @team `x` **b**\n# head"
	out := string(output(t, "markdown", r, Options{}))
	for _, bad := range []string{"<img", "](https://example.org", " @team", "`x`", "**b**", "\n# head"} {
		if strings.Contains(out, bad) {
			t.Errorf("%q is in the summary", bad)
		}
	}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 5 {
			t.Errorf("row with another number of cells: %s", line)
		}
	}
}

func TestMarkdownFitsAJobSummary(t *testing.T) {
	r := fixture()
	big := r.Findings[4]
	big.Message = strings.Repeat("x", 10_000)
	r.Findings = nil
	for range 200 {
		r.Findings = append(r.Findings, big)
	}
	out := output(t, "markdown", r, Options{})
	if len(out) > 1<<20 || !strings.Contains(string(out), "findings left out") {
		t.Errorf("%d bytes, and it should say what is left out", len(out))
	}
}

func TestGitLabFingerprintsAreUnique(t *testing.T) {
	r := fixture()
	r.Findings = finding.Sort(append(r.Findings, fixture().Findings...))
	var issues []gitlabIssue
	if err := json.Unmarshal(output(t, "gitlab", r, Options{Show: finding.Note}), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if seen[i.Fingerprint] || i.Location.Lines.Begin < 1 || strings.HasPrefix(i.Location.Path, "./") {
			t.Errorf("%+v", i)
		}
		seen[i.Fingerprint] = true
	}
	if len(issues) == 0 {
		t.Error("no issue")
	}
}

func TestJUnitCountsItsCases(t *testing.T) {
	for name, r := range map[string]*finding.Report{"fixture": fixture(), "empty": emptyReport(), "baseline": baselineReport(), "hostile": hostile(), "stdin": stdinReport()} {
		var doc junitSuites
		if err := xml.Unmarshal(output(t, "junit", r, Options{Show: finding.Note}), &doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := doc.Suites[0]
		var failed, errors, skipped int
		for _, c := range s.Cases {
			failed += count(c.Failure)
			errors += count(c.Error)
			skipped += count(c.Skipped)
		}
		if got, want := fmt.Sprint(len(s.Cases), failed, errors, skipped), fmt.Sprint(s.Tests, s.Failures, s.Errors, s.Skipped); got != want || len(s.Cases) == 0 {
			t.Errorf("%s: %s cases, the head says %s", name, got, want)
		}
	}
}

func count(r *junitResult) int {
	if r == nil {
		return 0
	}
	return 1
}
