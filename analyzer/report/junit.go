package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// The types below are the part of JUnit's XML that Jenkins, GitLab, Azure and others read.
type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
	Notices  string      `xml:"system-err,omitempty"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	File    string       `xml:"file,attr,omitempty"`
	Line    int          `xml:"line,attr,omitempty"`
	Failure *junitResult `xml:"failure"`
	Error   *junitResult `xml:"error"`
	Skipped *junitResult `xml:"skipped"`
}

type junitResult struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit prints one test case for each finding at or above Options.Show and a passed one for each rule without any, so
// that a clean run is no empty report, which Jenkins refuses. Accepted findings are skipped; input that could not be
// analysed is an error. The only error is w's.
func JUnit(w io.Writer, r *finding.Report, o Options) error {
	s := junitSuite{Name: toolName}
	failed := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity < o.show() {
			continue
		}
		failed[f.Rule.Name] = true
		s.add(r, f)
	}
	for _, rule := range r.Rules {
		if !failed[rule.Name] {
			s.Cases = append(s.Cases, junitCase{Class: class(rule), Name: typeset.OneLine(rule.Title)})
		}
	}
	s.Tests = len(s.Cases)
	var notices []string
	for _, n := range r.Notices {
		notices = append(notices, n.Severity.String()+": "+typeset.OneLine(n.Message))
	}
	s.Notices = strings.Join(notices, "\n")
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Suites: []junitSuite{s}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(r *finding.Report, f *finding.Finding) {
	at := f.Span
	at.File = owner(r, f)
	c := junitCase{Class: class(f.Rule), Name: strings.TrimSpace(position(at) + " " + typeset.OneLine(f.Object)), Line: f.Span.Start.Line}
	if !noFile(f.Span.File) {
		c.File = typeset.Printable(f.Span.File)
	}
	result := &junitResult{Type: f.Severity.String(), Message: typeset.OneLine(f.Message), Text: annotation(f)}
	switch {
	case f.Waiver != nil:
		c.Skipped = &junitResult{Message: "waived: " + typeset.OneLine(f.Waiver.Reason)}
		s.Skipped++
	case !f.Open():
		c.Skipped = &junitResult{Message: "in the baseline"}
		s.Skipped++
	case f.Rule.Name == "cannot-analyse":
		c.Error = result
		s.Errors++
	default:
		c.Failure = result
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

// class is what viewers group by.
func class(r *finding.Rule) string {
	return toolName + "." + typeset.OneLine(r.Area) + "." + typeset.OneLine(r.Name)
}
