package inventory

import (
	"bufio"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Layout says how text is laid out for people.
type Layout struct {
	// Width is the number of columns; 0 means 100. Only a name that is longer leaves it.
	Width int
	// Clean makes text of the input safe to print; nil leaves it as it is.
	Clean func(string) string
}

// page is text of a certain width.
type page struct {
	*bufio.Writer
	width int
	clean func(string) string
}

func newPage(w io.Writer, to Layout) page {
	p := page{bufio.NewWriter(w), to.Width, to.Clean}
	if p.width == 0 {
		p.width = 100
	}
	p.width = max(p.width, 60)
	if p.clean == nil {
		p.clean = func(s string) string { return s }
	}
	return p
}

func (p page) line(s string) {
	p.WriteString(strings.TrimRight(p.clean(s), " "))
	p.WriteByte('\n')
}

// entry prints text behind a head, wrapped below itself, and a place at the right edge, in a line of its own where the last
// one has no room for it.
func (p page) entry(head, text, at string) {
	text, at = p.clean(text), p.clean(at)
	indent := typeset.Columns(head)
	lines := typeset.Wrap(text, p.width-indent, p.width-indent)
	if at != "" && indent+typeset.Columns(lines[len(lines)-1])+2+typeset.Columns(at) > p.width {
		lines = append(lines, "")
	}
	for i, line := range lines {
		if i > 0 {
			head = strings.Repeat(" ", indent)
		}
		if line = head + line; i == len(lines)-1 && at != "" {
			line += strings.Repeat(" ", max(0, p.width-typeset.Columns(line)-typeset.Columns(at))) + at
		}
		p.line(line)
	}
}

// hang prints text behind an indent, wrapped.
func (p page) hang(indent int, text string) { p.entry(strings.Repeat(" ", indent), text, "") }

// table prints rows in aligned columns. They are short: names and versions.
func (p page) table(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], typeset.Columns(p.clean(cell)))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += "  " + typeset.Pad(p.clean(cell), widths[i])
		}
		p.line(line)
	}
}
