package timeline

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// cells is the number of terminal columns of a printable string.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += cell(r)
	}
	return n
}

func cell(r rune) int {
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

// cut shortens s to n columns.
func cut(s string, n int) string {
	if cells(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += cell(r); used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// pad makes s exactly n columns wide.
func pad(s string, n int) string {
	s = cut(s, n)
	return s + strings.Repeat(" ", max(0, n-cells(s)))
}

// oneLine is s with printable runes only, in one line.
func oneLine(s string) string { return printable(strings.Join(strings.Fields(s), " ")) }

// wrap breaks text into lines of at most n columns; a word that is wider stays whole.
func wrap(text string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) > n:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
