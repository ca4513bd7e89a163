// Package typeset lays out text for people: how wide it is on a terminal, where its lines break, how a number reads.
package typeset

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Columns is the number of terminal columns of a printable string.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		n += RuneColumns(r)
	}
	return n
}

// RuneColumns is the number of terminal columns of a printable rune: 0, 1 or 2.
func RuneColumns(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Cut shortens s to n columns, the last of which is then an ellipsis.
func Cut(s string, n int) string {
	if Columns(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += RuneColumns(r); used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// Squeeze shortens s to n columns in its middle: names that a chart makes begin alike, and differ at their end.
func Squeeze(s string, n int) string {
	if Columns(s) <= n {
		return s
	}
	head := (n - 1) / 3
	tail := n - 1 - head
	runes := []rune(s)
	from, to, used := 0, len(runes), 0
	for ; from < len(runes) && used+RuneColumns(runes[from]) <= head; from++ {
		used += RuneColumns(runes[from])
	}
	for used = 0; to > from && used+RuneColumns(runes[to-1]) <= tail; to-- {
		used += RuneColumns(runes[to-1])
	}
	return string(runes[:from]) + "…" + string(runes[to:])
}

// Pad makes s exactly n columns wide.
func Pad(s string, n int) string {
	s = Cut(s, n)
	return s + strings.Repeat(" ", max(0, n-Columns(s)))
}

// Wrap breaks text into lines of at most rest columns, the first of at most first. A word that is wider than a line stays
// whole, because cut names and paths cannot be searched for.
func Wrap(text string, first, rest int) []string {
	var lines []string
	var line strings.Builder
	used, room := 0, first
	for _, word := range strings.Fields(text) {
		n := Columns(word)
		if used > 0 && used+1+n > room {
			lines = append(lines, line.String())
			line.Reset()
			used, room = 0, rest
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(word)
		used += n
	}
	return append(lines, line.String())
}

// Count is a number with its noun: 1 finding, 2 findings.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
