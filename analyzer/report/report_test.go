package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

func TestWriteUnknownFormat(t *testing.T) {
	var out bytes.Buffer
	err := Write(&out, "xml", fixture(), Options{})
	if err == nil || out.Len() > 0 {
		t.Fatalf("got error %v and %d bytes", err, out.Len())
	}
	for _, name := range append(Formats(), `"xml"`) {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorIsReturned(t *testing.T) {
	for _, format := range Formats() {
		if err := Write(full{}, format, fixture(), Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v, want %v", format, err, errFull)
		}
	}
}

func TestOutputIsTheSameFromRunToRun(t *testing.T) {
	for _, format := range Formats() {
		first := output(t, format, fixture(), fixtureOptions())
		for range 10 {
			if !bytes.Equal(first, output(t, format, fixture(), fixtureOptions())) {
				t.Fatalf("%s differs between runs", format)
			}
		}
	}
}

// hostile is a report in which every text from the input tries to drive a terminal.
func hostile() *finding.Report {
	const evil = "a\x1b[31m\u009b2J\x7f\u202e\u2028\r\nb\xff"
	rule := &finding.Rule{Name: "privileged", Title: evil, Description: evil, Remediation: evil, Severity: finding.Error}
	span := source.Span{File: evil, Start: source.Pos{Line: 1, Col: 1}, End: source.Pos{Line: 1, Col: 2}}
	f := finding.Finding{
		Rule: rule, Severity: finding.Error, Message: evil, Span: span, Exact: true, Object: evil, Path: evil,
		Via: []source.Step{{Span: span, Why: evil}}, Proof: []finding.ProofLine{{Text: evil, Span: &span}},
		Sets: []string{evil}, Fingerprint: evil,
	}
	waived := f
	waived.Waiver = &finding.Waiver{Reason: evil, Until: evil, Where: "comment", Span: span}
	return &finding.Report{
		Root: evil, Rules: []*finding.Rule{rule}, Findings: []finding.Finding{f, waived},
		Notices: []finding.Notice{{Severity: finding.Warning, Message: evil}},
	}
}

func TestNothingDrivesATerminal(t *testing.T) {
	o := Options{Source: func(string) ([]byte, error) { return []byte("\x1b[2Jx\u009b\u202e\xff\n"), nil }}
	for _, format := range Formats() {
		for i, r := range string(output(t, format, hostile(), o)) {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%s: %U at byte %d", format, r, i)
			}
		}
	}
}

func TestUnreadableSourceIsNoError(t *testing.T) {
	o := Options{Source: func(string) ([]byte, error) { return nil, errors.New("gone") }}
	without := output(t, "text", fixture(), Options{})
	if got := output(t, "text", fixture(), o); !bytes.Equal(got, without) {
		t.Errorf("got:\n%s\nwant:\n%s", got, without)
	}
}

func TestShow(t *testing.T) {
	for _, c := range []struct {
		show          finding.Severity
		errors, notes bool
		hidden        string
	}{
		{0, true, false, "notes: 2 capabilities-not-dropped, 1 no-min-ready (--show note prints them)"},
		{finding.Note, true, true, ""},
		{finding.Never, false, false, "errors: 1 cannot-analyse, 1 prestop-exceeds-grace"},
	} {
		got := string(output(t, "text", fixture(), Options{Show: c.show, Width: 200}))
		if strings.Contains(got, "  error  prestop-exceeds-grace  ") != c.errors ||
			strings.Contains(got, "  note  no-min-ready  ") != c.notes || !strings.Contains(got, c.hidden) {
			t.Errorf("show %v:\n%s", c.show, got)
		}
		if !strings.Contains(got, "\n4 errors, 2 warnings, 3 notes, 2 waived in 6 files; ") {
			t.Errorf("show %v has other totals:\n%s", c.show, got)
		}
	}
}

func TestTotals(t *testing.T) {
	rule := &finding.Rule{Name: "privileged"}
	f := finding.Finding{Rule: rule, Severity: finding.Error, Span: at("a.yaml", 1, 1, 2)}
	waived := f
	waived.Waiver = &finding.Waiver{Reason: "known"}
	for _, c := range []struct {
		findings []finding.Finding
		want     string
	}{
		{nil, "no findings; nothing was analysed\n"},
		{[]finding.Finding{waived}, "no findings, 1 waived in 1 file; nothing was analysed\n"},
		{[]finding.Finding{f, f}, "2 errors in 1 file; nothing was analysed\n"},
	} {
		got := string(output(t, "text", &finding.Report{Findings: c.findings}, Options{}))
		if !strings.HasSuffix("\n"+got, "\n"+c.want) {
			t.Errorf("got %q, want the last line %q", got, c.want)
		}
	}
}
