package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

const tabStop = 4

// glyph is one code point as it is shown: a tab becomes spaces, a control character an escape.
type glyph struct {
	text  string
	width int
}

func glyphs(line string) []glyph {
	var out []glyph
	at := 0
	for _, r := range line {
		g := glyph{text: string(r), width: typeset.RuneColumns(r)}
		switch {
		case r == '\t':
			g.width = tabStop - at%tabStop
			g.text = strings.Repeat(" ", g.width)
		case !unicode.IsPrint(r):
			g.text = typeset.Escaped(r)
			g.width = len(g.text)
		}
		out = append(out, g)
		at += g.width
	}
	return out
}

// window is the stretch of a line that is shown, in columns; to is exclusive.
type window struct{ from, to int }

// around chooses the window of size columns for a mark: the line's start where the mark is within it, else a third of
// the window before the mark.
func around(mark window, size int) window {
	if mark.to < size {
		return window{0, size}
	}
	from := max(0, mark.from-size/3)
	return window{from, from + size}
}

// cut shows the part of a line inside w, with an ellipsis at each side where something is left out.
func (w window) cut(line []glyph) string {
	total := 0
	for _, g := range line {
		total += g.width
	}
	var b strings.Builder
	at, shown := 0, w.from
	for _, g := range line {
		left, right := at, at+g.width
		at = right
		switch {
		case w.from > 0 && left <= w.from && w.from < right:
			b.WriteString("…")
			shown = w.from + 1
		case left < w.from || left >= w.to:
		case right > w.to || right == w.to && total > w.to:
			b.WriteString(strings.Repeat(" ", max(0, w.to-1-shown)) + "…")
			return b.String()
		default:
			b.WriteString(strings.Repeat(" ", max(0, left-shown)) + g.text)
			shown = right
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// columns are where the code points from (inclusive) to (exclusive), both 0-based, stand on the screen. A mark behind
// the line's end is one column wide.
func columns(line []glyph, from, to int) window {
	w := window{-1, 0}
	at := 0
	for i, g := range line {
		if i == from {
			w.from = at
		}
		if i == to {
			w.to = at
		}
		at += g.width
	}
	if w.from < 0 {
		return window{at, at + 1}
	}
	if to >= len(line) {
		w.to = at
	}
	return window{w.from, max(w.to, w.from+1)}
}

// frame is the finding's line with a mark below its columns and, where it says something, the line before. It has no
// lines when the text is not at hand.
func (p *printer) frame(f *finding.Finding) (lines []string, gutter int) {
	start, end := p.src.resolve(f.Span)
	text, ok := p.src.line(f.Span.File, start.Line)
	if !ok || f.Span.Start.Line < 1 || strings.ContainsRune(text, 0) { // an archive has no lines to show
		return nil, 0
	}
	line := glyphs(text)
	to := end.Col - 1
	if end.Line > start.Line {
		to = len(line)
	}
	mark := columns(line, start.Col-1, to)

	gutter = len(strconv.Itoa(start.Line))
	win := around(mark, p.width-p.indent-gutter-len(" | "))
	bar := p.style.faint(strings.Repeat(" ", gutter) + " |")
	numbered := func(n int, shown string) string {
		return strings.TrimRight(p.style.faint(fmt.Sprintf("%*d |", gutter, n))+" "+shown, " ")
	}
	if before, ok := p.src.line(f.Span.File, start.Line-1); ok && telling(before) {
		if shown := win.cut(glyphs(before)); shown != "" {
			lines = append(lines, numbered(start.Line-1, shown))
		}
	}
	lines = append(lines, numbered(start.Line, win.cut(line)))

	pad := strings.Repeat(" ", max(0, mark.from-win.from))
	under := p.style.severity(f.Severity, strings.Repeat("~", max(1, min(mark.to, win.to)-mark.from)))
	if !f.Exact {
		under += p.style.faint(" (nearest existing line)")
	}
	return append(lines, bar+" "+pad+under), gutter
}

// telling is false for lines that add nothing above the one a finding is about.
func telling(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line != "---" && !strings.HasPrefix(line, "#")
}

// place is where a proof or a step stands, as short as it is still clear inside a finding of file.
func place(sp source.Span, file string) string {
	if sp.Start.Line < 1 {
		return display(sp.File)
	}
	if sp.File == file {
		return fmt.Sprintf("line %d", sp.Start.Line)
	}
	return fmt.Sprintf("%s:%d", display(sp.File), sp.Start.Line)
}

// proofPlace is where a number of a finding in file comes from, "" where it stands in no file.
func proofPlace(p finding.ProofLine, file string) string {
	switch {
	case p.Span == nil:
		return ""
	case p.Within == "":
		return place(*p.Span, file)
	case p.Span.File == file:
		return display(strings.TrimSuffix(p.Within, source.InArchive))
	}
	return display(p.Within + " " + p.Span.File)
}

// position is file:line:col with a printable file name.
func position(sp source.Span) string {
	sp.File = display(sp.File)
	return sp.String()
}
