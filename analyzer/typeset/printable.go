package typeset

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes every rune that is not printable visible as an escape, so that text from the input can neither drive a
// terminal (control characters) nor reorder what is read (bidirectional overrides).
func Printable(s string) string {
	if printable(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(Escaped(r))
		}
		i += n
	}
	return b.String()
}

func printable(s string) bool {
	for i, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
		// A real U+FFFD takes three bytes; one byte is broken UTF-8.
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
	}
	return true
}

// Escaped is a rune that is not printable, as an escape.
func Escaped(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// OneLine is Printable for sentences: line breaks and runs of spaces become one space.
func OneLine(s string) string { return Printable(strings.Join(strings.Fields(s), " ")) }
