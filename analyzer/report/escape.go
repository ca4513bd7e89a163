package report

import (
	"path/filepath"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// sentence is one line that ends in a full stop, as SARIF wants its messages.
func sentence(s string) string {
	s = typeset.OneLine(s)
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
