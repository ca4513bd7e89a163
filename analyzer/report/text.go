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

// Text prints the findings for people, grouped by file: what happens, the line, the numbers that prove it and what to
// change. Findings below Options.Show are counted, waived ones too. The only error is w's.
func Text(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	p := &printer{Writer: out, style: style{o.Color}, src: newSources(o.Source), width: o.width(), show: o.show()}
	for _, group := range p.groups(r) {
		fmt.Fprintf(p, "%s\n", p.style.paint("1;4", display(owner(r, group[0]))))
		for _, f := range group {
			p.finding(f)
		}
	}
	p.summary(r)
	return out.Flush()
}

type printer struct {
	*bufio.Writer
	style style
	src   *sources
	width int
	show  finding.Severity
	// indent is the number of columns before a frame's gutter; it follows the heading of the current finding.
	indent int
}

// groups are the findings to print, by file, in the order in which the files first occur.
func (p *printer) groups(r *finding.Report) [][]*finding.Finding {
	var groups [][]*finding.Finding
	index := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open() || f.Severity < p.show {
			continue
		}
		at, ok := index[owner(r, f)]
		if !ok {
			at = len(groups)
			index[owner(r, f)] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], f)
	}
	return groups
}

func (p *printer) finding(f *finding.Finding) {
	p.heading(f)
	p.indent = 4
	frame, gutter := p.frame(f)
	for _, line := range frame {
		fmt.Fprintf(p, "%*s%s\n", p.indent, "", line)
	}
	// The facts line up with the frame's bar.
	p.indent += gutter
	if len(frame) > 0 {
		p.indent++
	}
	for i, proof := range f.Proof {
		text := typeset.OneLine(proof.Text)
		if at := proofPlace(proof, f.Span.File); at != "" {
			text += " (" + at + ")"
		}
		label := "because:"
		if i > 0 {
			label = ""
		}
		p.item(p.style.label, label, text)
	}
	p.item(p.style.advice, "fix:", typeset.OneLine(change(f)))
	p.item(p.style.label, "in:", strings.TrimSpace(typeset.Printable(f.Object)+" "+typeset.Printable(f.Path)))
	p.item(p.style.label, "under:", typeset.Printable(strings.Join(f.Sets, ", ")))
	for _, step := range f.Via {
		at := position(step.Span)
		if strings.HasSuffix(step.Why, source.InArchive) { // its own lines mean nothing
			at = display(step.Span.File)
		}
		p.item(p.style.label, "via:", typeset.OneLine(step.Why)+" "+at)
	}
	p.WriteByte('\n')
}

// heading is line:col, severity, rule and message; the message goes on below where it does not fit.
func (p *printer) heading(f *finding.Finding) {
	var at string
	if s := f.Span.Start; s.Line > 0 {
		at = fmt.Sprintf("%d:%d", s.Line, max(s.Col, 1))
		if _, ok := p.src.line(f.Span.File, s.Line); !ok && !f.Exact {
			at += " (nearest existing line)"
		}
		at += "  "
	}
	used := 2 + len(at) + len(f.Severity.String()) + 2 + len(f.Rule.Name) + 2
	fmt.Fprintf(p, "  %s%s  %s  ", p.style.bold(at), p.style.severity(f.Severity, f.Severity.String()),
		p.style.bold(f.Rule.Name))
	for i, line := range typeset.Wrap(typeset.OneLine(f.Message), p.width-used, p.width-6) {
		if i > 0 {
			p.WriteString("      ")
		}
		fmt.Fprintf(p, "%s\n", line)
	}
}

// labelWidth makes the texts behind the labels of a finding line up.
const labelWidth = len("because: ")

// item prints a labelled text, wrapped below itself; without a text it prints nothing.
func (p *printer) item(paint func(string) string, label, text string) {
	if text == "" {
		return
	}
	p.hang(p.indent, labelWidth, paint(label)+strings.Repeat(" ", labelWidth-len(label)), text)
}

// hang prints label, which is columns wide on the screen, and text, whose further lines start below its first.
func (p *printer) hang(indent, columns int, label, text string) {
	room := p.width - indent - columns
	for i, line := range typeset.Wrap(text, room, room) {
		if i > 0 {
			label = strings.Repeat(" ", columns)
		}
		fmt.Fprintf(p, "%*s%s%s\n", indent, "", label, line)
	}
}
