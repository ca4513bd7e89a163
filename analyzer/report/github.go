package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

// Limits of GitHub's annotations; what is above them is in the log of the step, but on no page.
// https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations
const (
	// MaxAnnotations is the number of annotations of one level that a step may have.
	MaxAnnotations = 10
	// MaxJobAnnotations is the number of annotations that a job may have.
	MaxJobAnnotations = 50
)

// GitHub prints workflow commands that GitHub Actions turns into annotations of the lines, for open findings at or above
// Options.Show. The only error is w's.
func GitHub(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	src := newSources(o.Source)
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open() || f.Severity < o.show() {
			continue
		}
		fmt.Fprintf(out, "::%s %stitle=%s::%s\n", command(f.Severity), annotated(src, f.Span), property(f.Rule.Name), data(annotation(f)))
	}
	for _, n := range r.Notices {
		fmt.Fprintf(out, "::%s title=%s::%s\n", command(n.Severity), toolName, data(typeset.OneLine(n.Message)))
	}
	return out.Flush()
}

// Annotations counts, by severity, what GitHub prints.
func Annotations(r *finding.Report, o Options) map[finding.Severity]int {
	out := map[finding.Severity]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Open() && f.Severity >= o.show() {
			out[f.Severity]++
		}
	}
	for _, n := range r.Notices {
		out[n.Severity]++
	}
	return out
}

func command(s finding.Severity) string {
	if s == finding.Note {
		return "notice"
	}
	return s.String()
}

// annotated are the properties of a place. Columns are taken within one line only.
func annotated(src *sources, sp source.Span) string {
	if noFile(sp.File) {
		return ""
	}
	text := "file=" + property(typeset.Printable(sp.File)) + ","
	if sp.Start.Line < 1 {
		return text
	}
	start, end := src.resolve(sp)
	text += fmt.Sprintf("line=%d,endLine=%d,", start.Line, end.Line)
	if start.Line == end.Line {
		text += fmt.Sprintf("col=%d,endColumn=%d,", start.Col, end.Col)
	}
	return text
}

// annotation is the message with its numbers and the change, one a line.
func annotation(f *finding.Finding) string {
	lines := []string{sentence(f.Message)}
	for _, p := range f.Proof {
		text := "- " + typeset.OneLine(p.Text)
		if at := proofPlace(p, f.Span.File); at != "" {
			text += " (" + at + ")"
		}
		lines = append(lines, text)
	}
	if text := change(f); text != "" {
		lines = append(lines, "Fix: "+sentence(text))
	}
	return strings.Join(lines, "\n")
}

// The characters that end a command or its properties, as the toolkit of GitHub Actions escapes them.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func data(s string) string { return dataEscapes.Replace(s) }

func property(s string) string { return propertyEscapes.Replace(s) }
