package typeset

import (
	"slices"
	"testing"
)

func TestColumns(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "漢字": 4, "ｗ": 2} {
		if got := Columns(s); got != want {
			t.Errorf("%q: %d columns, want %d", s, got, want)
		}
	}
}

func TestCutAndPad(t *testing.T) {
	for _, c := range []struct {
		s        string
		n        int
		cut, pad string
	}{{"abc", 3, "abc", "abc"}, {"abcd", 3, "ab…", "ab…"}, {"漢字漢", 4, "漢…", "漢… "}, {"a", 3, "a", "a  "}} {
		if got := Cut(c.s, c.n); got != c.cut {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.s, c.n, got, c.cut)
		}
		if got := Pad(c.s, c.n); got != c.pad {
			t.Errorf("Pad(%q, %d) = %q, want %q", c.s, c.n, got, c.pad)
		}
	}
}

func TestSqueeze(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"short", 5, "short"}, {"release-name-gateway", 10, "rel…ateway"}, {"漢字漢字漢字", 8, "漢…漢字"}, {"ab", 1, "…"}} {
		got := Squeeze(c.s, c.n)
		if got != c.want || Columns(got) > c.n {
			t.Errorf("Squeeze(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text        string
		first, rest int
		want        []string
	}{
		{"", 5, 5, []string{""}},
		{"a b c", 3, 5, []string{"a b", "c"}},
		{"one two three", 3, 9, []string{"one", "two three"}},
		{"one two three", 2, 8, []string{"one", "two", "three"}},
		{"  averylongword  x ", 4, 4, []string{"averylongword", "x"}},
		{"配置 文件", 7, 7, []string{"配置", "文件"}},
	} {
		if got := Wrap(c.text, c.first, c.rest); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q, %d, %d) = %q, want %q", c.text, c.first, c.rest, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 pods", 1: "1 pod", 2: "2 pods"} {
		if got := Count(n, "pod"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 日本 …":       "plain é 日本 …",
		"\x1b[31mred\x1b[0m": `\x1b[31mred\x1b[0m`,
		"a\tb\nc\rd":         `a\tb\nc\rd`,
		"broken \xff utf-8":  `broken \xff utf-8`,
		"real \uFFFD":        "real \uFFFD",
		"\u202Eright":        `\u202eright`,
		"\U000E0001":         `\U000e0001`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
	if got := OneLine(" a \n\t b\x07 "); got != `a b\x07` {
		t.Errorf("OneLine: %q", got)
	}
}
