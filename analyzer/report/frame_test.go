package report

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

func TestFrame(t *testing.T) {
	long := strings.Repeat("x", 100)
	span := func(line, from, toLine, to int) source.Span {
		return source.Span{File: "f", Start: source.Pos{Line: line, Col: from}, End: source.Pos{Line: toLine, Col: to}}
	}
	for _, c := range []struct {
		name, text string
		span       source.Span
		inexact    bool
		want       string
	}{
		{name: "line above", text: "a:\n  b: 1\n", span: span(2, 3, 2, 7), want: `
1 | a:
2 |   b: 1
  |   ~~~~`},
		{name: "comment above says nothing", text: "# why\nb: 1\n", span: span(2, 1, 2, 5), want: `
2 | b: 1
  | ~~~~`},
		{name: "nearest", text: "a: {}\n", span: span(1, 1, 1, 2), inexact: true, want: `
1 | a: {}
  | ~ (nearest existing line)`},
		{name: "tabs", text: "\tif\tx\n", span: span(1, 2, 1, 6), want: `
1 |     if  x
  |     ~~~~~`},
		{name: "wide and combining", text: "名前: e\u0301x\n", span: span(1, 5, 1, 8), want: `
1 | 名前: e` + "\u0301" + `x
  |       ~~`},
		{name: "control characters", text: "a\x1bb c\n", span: span(1, 5, 1, 6), want: `
1 | a\x1bb c
  |        ~`},
		{name: "crlf", text: "a: 1\r\nb: 2\r\n", span: span(2, 1, 0, 0), want: `
1 | a: 1
2 | b: 2
  | ~~~~`},
		{name: "several lines", text: "a: |\n  b\n", span: span(1, 4, 2, 4), want: `
1 | a: |
  |    ~`},
		{name: "end behind the line", text: "a: 1\n", span: span(1, 4, 1, 99), want: `
1 | a: 1
  |    ~`},
		{name: "start behind the line", text: "a: 1\n", span: span(1, 9, 1, 12), want: `
1 | a: 1
  |     ~`},
		{name: "empty line", text: "a\n\nb\n", span: span(2, 1, 2, 1), want: `
1 | a
2 |
  | ~`},
		{name: "long, mark at the start", text: "a: " + long, span: span(1, 1, 1, 2), want: `
1 | a: xxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  | ~`},
		{name: "long, mark in the middle", text: long + "abc" + long, span: span(1, 101, 1, 104), want: `
1 | …xxxxxxxxxabcxxxxxxxxxxxxxxxxxx…
  |           ~~~`},
		{name: "long, mark at the end", text: long + "abc", span: span(1, 101, 1, 104), want: `
1 | …xxxxxxxxxabc
  |           ~~~`},
		{name: "long mark", text: "ab" + long, span: span(1, 3, 1, 103), want: `
1 | abxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  |   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~`},
		{name: "long and wide", text: strings.Repeat("配", 50) + "ab", span: span(1, 51, 1, 53), want: `
1 | … 配配配配ab
  |           ~~`},
		{name: "no such line", text: "a\n", span: span(7, 1, 7, 2)},
		{name: "no line", text: "a\n", span: span(0, 0, 0, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := func(string) ([]byte, error) { return []byte(c.text), nil }
			p := &printer{src: newSources(read), width: 40, indent: 4}
			lines, _ := p.frame(&finding.Finding{Span: c.span, Exact: !c.inexact})
			if got := strings.Join(lines, "\n"); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got:\n%s\nwant:%s", got, c.want)
			}
		})
	}
}

func TestCleanAndURI(t *testing.T) {
	for _, c := range []struct{ in, clean, uri string }{
		{"charts/a-b_c.d~/x.yaml", "charts/a-b_c.d~/x.yaml", "charts/a-b_c.d~/x.yaml"},
		{"a b", "a b", "a%20b"},
		{"ø配", "ø配", "%C3%B8%E9%85%8D"},
		{"c:d", "c:d", "c%3Ad"},
		{"a#b?c%d+e", "a#b?c%d+e", "a%23b%3Fc%25d%2Be"},
		{`a\b`, `a\b`, "a%5Cb"},
		{"a[1]{b}<c>|\"", "a[1]{b}<c>|\"", "a%5B1%5D%7Bb%7D%3Cc%3E%7C%22"},
		{"a\x1b\nb", `a\x1b\nb`, "a%1B%0Ab"},
		{"a\xffb", `a\xffb`, "a%FFb"},
		{"a\uFFFDb", "a\uFFFDb", "a%EF%BF%BDb"},
		{"a\u202eb\U000e0001", `a\u202eb\U000e0001`, "a%E2%80%AEb%F3%A0%80%81"},
	} {
		if got := typeset.Printable(c.in); got != c.clean {
			t.Errorf("typeset.Printable(%q) = %q, want %q", c.in, got, c.clean)
		}
		if got := uri(c.in); got != c.uri {
			t.Errorf("uri(%q) = %q, want %q", c.in, got, c.uri)
		}
	}
}
