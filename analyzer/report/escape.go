package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes every rune that is not printable visible as an escape, so that text from the input can neither drive a
// terminal (control characters) nor reorder what is read (bidirectional overrides).
func clean(s string) string {
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
			b.WriteString(escaped(r))
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

func escaped(r rune) string {
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

// prose is clean for sentences: line breaks and runs of spaces become one space.
func prose(s string) string { return clean(strings.Join(strings.Fields(s), " ")) }

// sentence is prose that ends in a full stop, as SARIF wants its messages.
func sentence(s string) string {
	s = prose(s)
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

// uri is the relative URI reference of a slash-separated path (RFC 3986). Everything but unreserved characters is
// encoded, also what a path may hold: a colon in the first segment would read as a scheme, a plus as a space.
func uri(path string) string { return relativeURI(path, filepath.Separator) }

// relativeURI takes the separator of the system: on Windows a backslash is one, elsewhere a character of a name.
func relativeURI(path string, separator rune) string {
	if separator != '/' {
		path = strings.ReplaceAll(path, string(separator), "/")
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}
