package timeline

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// lineWidth is the number of columns of the text.
const lineWidth = 80

// few is the number of containers up to which each number has a line of its own.
const few = 6

// glyphs of a lane. They differ without colour.
const (
	glyphHook    = '▓'
	glyphTurn    = '·'
	glyphDelay   = '▒'
	glyphDrain   = '█'
	glyphUnknown = '░'
	glyphLost    = '╳'
	glyphTraffic = '≈'
	glyphRace    = '▚'
	glyphKill    = '│'
)

var stepGlyphs = map[string]rune{"preStop": glyphHook, "turn": glyphTurn, "delay": glyphDelay, "drain": glyphDrain}

// colours of the glyphs (ECMA-48).
var colours = map[rune]string{
	glyphHook: "36", glyphTurn: "2", glyphDelay: "34", glyphDrain: "32", glyphUnknown: "2", glyphLost: "1;31", glyphTraffic: "33", glyphRace: "1;31", glyphKill: "31",
}

// Text draws pictures for a terminal of 80 columns. The only error is w's.
func Text(w io.Writer, ps []*Picture, colour bool) error {
	out := bufio.NewWriter(w)
	for i, p := range ps {
		if i > 0 {
			out.WriteByte('\n')
		}
		t := &text{Writer: out, p: p, colour: colour, used: map[rune]bool{}}
		t.draw()
	}
	return out.Flush()
}

type text struct {
	*bufio.Writer
	p      *Picture
	colour bool
	// label and chart are the columns of the names and of the drawing.
	label, chart int
	used         map[rune]bool
}

func (t *text) paint(code, s string) string {
	if !t.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t *text) draw() {
	p := t.p
	t.head()
	longest, results := len("SIGKILL"), len("gone at 30 s")
	for i := range p.Lanes {
		longest = max(longest, typeset.Columns(p.Lanes[i].label()))
		results = max(results, typeset.Columns(p.Lanes[i].Result))
	}
	t.label = min(longest, 20)
	t.chart = lineWidth - 1 - t.label - 2 - 2 - results
	t.axis()
	if p.Traffic != nil {
		t.row("traffic", t.span(glyphTraffic, 0, p.Traffic.Until), "about "+number(p.Traffic.Until)+" s", false)
	}
	for i := range p.Lanes {
		l := &p.Lanes[i]
		t.row(l.label(), t.lane(l), l.Result, l.Bad)
	}
	t.legend()
	t.problems()
	t.numbers()
	t.foot()
}

func (l *Lane) label() string {
	if l.Role == "sidecar" {
		return "» " + typeset.Printable(l.Name)
	}
	return typeset.Printable(l.Name)
}

func (t *text) head() {
	p := t.p
	name := typeset.Printable(p.Workload)
	if p.Under != "" {
		name += " (" + typeset.Printable(p.Under) + ")"
	}
	t.spread(t.paint("1", name), typeset.Columns(name), p.At.String())
	grace := fmt.Sprintf("grace period %d s", p.Grace)
	at := "the default"
	if p.GraceAt != nil {
		at = p.place(p.GraceAt)
	}
	t.spread(grace, typeset.Columns(grace), at)
	t.WriteByte('\n')
}

// spread prints left, which is columns wide, and right at the right edge; a right side that does not fit has its own line.
func (t *text) spread(left string, columns int, right string) {
	if right == "" {
		fmt.Fprintf(t, "%s\n", left)
		return
	}
	gap := lineWidth - columns - typeset.Columns(right)
	if gap < 2 {
		fmt.Fprintf(t, "%s\n", left)
		left, gap = "", max(0, lineWidth-typeset.Columns(right))
	}
	fmt.Fprintf(t, "%s%s%s\n", left, strings.Repeat(" ", gap), t.paint("2", right))
}

// column is the cell of a second.
func (t *text) column(s float64) int {
	return min(t.chart-1, int(math.Round(t.p.scale.at(s)*float64(t.chart-1))))
}

// axis prints the seconds and a ruler.
func (t *text) axis() {
	ruler := []rune(strings.Repeat("─", t.chart))
	numbers := []rune(strings.Repeat(" ", t.chart+24))
	grace := t.column(float64(t.p.Grace))
	copy(numbers[grace:], []rune(number(float64(t.p.Grace))))
	for _, tick := range t.p.scale.ticks(max(2, t.chart/6)) {
		at, s := t.column(tick), number(tick)
		ruler[at] = '┼'
		if strings.TrimSpace(string(numbers[max(0, at-1):at+len(s)+1])) == "" {
			copy(numbers[at:], []rune(s))
		}
	}
	ruler[0] = '├'
	ruler[grace] = '┤'
	if grace < t.chart-1 {
		ruler[grace] = '┼'
	}
	if t.p.scale.Bend > 0 {
		ruler[t.column(t.p.scale.Bend)+1] = '⫽'
	}
	fmt.Fprintf(t, " %s  %s\n", typeset.Pad("seconds", t.label), strings.TrimRight(string(numbers), " "))
	fmt.Fprintf(t, " %s  %s\n", typeset.Pad("", t.label), string(ruler))
}

// span are cells filled between two seconds.
func (t *text) span(glyph rune, from, to float64) []rune {
	row := t.empty()
	t.fill(row, glyph, from, to)
	return row
}

// empty is a row with nothing but the line of the grace period.
func (t *text) empty() []rune {
	row := []rune(strings.Repeat(" ", t.chart))
	row[t.column(float64(t.p.Grace))] = glyphKill
	return row
}

// fill paints from one second to another; what takes any time at all has at least one cell.
func (t *text) fill(row []rune, glyph rune, from, to float64) {
	if to <= from {
		return
	}
	a, b := t.column(from), t.column(to)
	if b == a {
		b = min(a+1, t.chart)
	}
	for i := a; i < b; i++ {
		row[i] = glyph
	}
}

// lane are the cells of a container: first what may be, then what is certain, then what is cut.
func (t *text) lane(l *Lane) []rune {
	row := t.empty()
	for _, b := range l.Bars {
		t.fill(row, glyphUnknown, b.From.Earliest, b.To.Latest)
	}
	for _, b := range l.Bars {
		glyph := stepGlyphs[b.Kind]
		if b.Known == "never" {
			glyph = glyphUnknown
		}
		t.fill(row, glyph, b.From.Latest, b.To.Earliest)
	}
	if l.Race != nil {
		t.fill(row, glyphRace, l.Race.Earliest, l.Race.Latest)
	}
	for _, b := range l.Bars {
		if b.Lost > 0 {
			t.fill(row, glyphLost, max(b.To.Latest, l.End.Latest), b.To.Latest+b.Lost)
		}
	}
	return row
}

func (t *text) row(label string, row []rune, result string, bad bool) {
	var b strings.Builder
	for i := 0; i < len(row); {
		j := i
		for j < len(row) && row[j] == row[i] {
			j++
		}
		b.WriteString(t.paint(colours[row[i]], string(row[i:j])))
		t.used[row[i]] = true
		i = j
	}
	label = typeset.Pad(typeset.Squeeze(label, t.label), t.label)
	mark := "  "
	if bad {
		label, result, mark = t.paint("1;31", label), t.paint("1;31", result), t.paint("1;31", "✗ ")
	}
	fmt.Fprintf(t, " %s  %s%s%s\n", label, b.String(), mark, result)
}

// legend explains the glyphs that were used.
func (t *text) legend() {
	var items []string
	for _, g := range []struct {
		glyph rune
		text  string
	}{
		{glyphTraffic, "requests may still come (assumed)"}, {glyphHook, "preStop"}, {glyphTurn, "waits for its turn"}, {glyphDelay, "delay before the drain"},
		{glyphDrain, "drain"}, {glyphUnknown, "how long is not known"}, {glyphLost, "cut by SIGKILL"}, {glyphRace, "may refuse requests"},
	} {
		if t.used[g.glyph] {
			items = append(items, string(g.glyph)+" "+g.text)
		}
	}
	items = append(items, "│ grace period is over")
	for i := range t.p.Lanes {
		if t.p.Lanes[i].Role == "sidecar" {
			items = append(items, "» native sidecar")
			break
		}
	}
	line := ""
	for _, item := range items {
		if line != "" && typeset.Columns(line)+3+typeset.Columns(item) > lineWidth-1 {
			fmt.Fprintf(t, " %s\n", t.paint("2", line))
			line = ""
		}
		if line != "" {
			line += "   "
		}
		line += item
	}
	fmt.Fprintf(t, " %s\n", t.paint("2", line))
}

func (t *text) problems() {
	if len(t.p.Problems) > 0 {
		t.WriteByte('\n')
	}
	for _, q := range t.p.Problems {
		who := make([]string, len(q.Lanes))
		for i, l := range q.Lanes {
			who[i] = typeset.Printable(l) + " (" + t.p.place(&q.At[i]) + ")"
		}
		t.hang(" ✗ ", "1;31", strings.Join(who, ", ")+": "+q.Text)
	}
}

// hang prints text wrapped below itself, behind a label of its own colour.
func (t *text) hang(label, code, s string) {
	indent := typeset.Columns(label)
	for i, line := range typeset.Wrap(s, lineWidth-indent, lineWidth-indent) {
		if i == 0 {
			fmt.Fprintf(t, "%s%s\n", t.paint(code, label), line)
			continue
		}
		fmt.Fprintf(t, "%s%s\n", strings.Repeat(" ", indent), line)
	}
}

// numbers lists what the drawing rests on. With few containers each number has a line, with many each container.
func (t *text) numbers() {
	var silent []string
	detailed := len(t.p.Lanes) <= few
	t.WriteByte('\n')
	if t.p.Traffic != nil {
		at := t.p.place(t.p.Traffic.At)
		left := " traffic  "
		lines := typeset.Wrap("from "+typeset.Printable(t.p.Traffic.sender())+", "+t.p.Traffic.From+" (assumed)", lineWidth-len(left), lineWidth-len(left))
		for _, line := range lines[:len(lines)-1] {
			fmt.Fprintf(t, "%s%s\n", left, line)
			left = strings.Repeat(" ", len(left))
		}
		left += lines[len(lines)-1]
		t.spread(left, typeset.Columns(left), at)
	}
	for i := range t.p.Lanes {
		l := &t.p.Lanes[i]
		if !l.telling() {
			silent = append(silent, typeset.Printable(l.Name))
			continue
		}
		if !detailed {
			t.short(l)
			continue
		}
		left := " " + typeset.Printable(l.Name)
		columns := typeset.Columns(left) + 2 + typeset.Columns(l.Sum)
		t.spread(" "+t.paint("1", typeset.Printable(l.Name))+"  "+l.Sum, columns, t.p.place(&l.At))
		for _, b := range l.Bars {
			if b.Kind == "turn" {
				continue
			}
			why := cmp.Or(typeset.OneLine(b.Why), "nothing in the files says")
			line := fmt.Sprintf("   %-8s %9s  ", stepNames[b.Kind], need(&b))
			at := t.p.place(b.At)
			room := lineWidth - typeset.Columns(line) - typeset.Columns(at) - 2
			if room < 16 {
				room = lineWidth - typeset.Columns(line)
			}
			line += typeset.Cut(why, room)
			t.spread(line, typeset.Columns(line), at)
		}
	}
	if len(silent) > 0 {
		t.hang(" ", "", "no hook, and nothing says how long they take: "+strings.Join(silent, ", "))
	}
}

// telling is true for lanes with any number of the files.
func (l *Lane) telling() bool {
	for _, b := range l.Bars {
		if b.Kind != "turn" && (b.Known != "unknown" || b.Kind == "preStop") {
			return true
		}
	}
	return false
}

// short is a lane in one line: its sum, and the lines of its numbers.
func (t *text) short(l *Lane) {
	var at []string
	for _, b := range l.Bars {
		if b.At == nil {
			continue
		}
		s := b.At.String()
		if b.At.File == t.p.At.File {
			s = fmt.Sprintf(":%d", b.At.Line)
		}
		at = append(at, stepNames[b.Kind]+" "+s)
	}
	left := " " + typeset.Pad(typeset.Squeeze(l.label(), t.label), t.label) + "  " + l.Sum
	t.spread(left, typeset.Columns(left), strings.Join(at, ", "))
}

func (t *text) foot() {
	p := t.p
	t.WriteByte('\n')
	item := func(label, s string) {
		if s != "" {
			t.hang(fmt.Sprintf(" %-14s", label), "2", s)
		}
	}
	for _, v := range p.Variants {
		item(variantNames[v.Kind], v.Text)
	}
	item("probes", p.Probes)
	item("rollout", p.Rollout)
}
