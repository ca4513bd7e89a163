package shell

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzScript checks that no script makes the package panic, that places lie inside the script and that times are times.
func FuzzScript(f *testing.F) {
	for _, row := range measured {
		f.Add(row.script)
	}
	for _, row := range trapped {
		f.Add(row.script)
	}
	for _, row := range delays {
		f.Add(row.script)
	}
	for _, row := range malformed {
		for _, word := range strings.Split(row.argv, "|") {
			f.Add(word)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		check := func(what string, line, col int) {
			lines := strings.Split(text, "\n")
			if line == 0 && col == 0 {
				return
			}
			if line < 1 || line > len(lines) || col < 1 || col > utf8.RuneCountInString(lines[line-1])+1 {
				t.Errorf("%s: %d:%d is outside of %q", what, line, col, text)
			}
		}
		for f := UnknownFamily; f <= Mksh; f++ {
			v := Stays(text, f)
			check("program", v.Line, v.Col)
			check("trap", v.TrapLine, v.TrapCol)
			if v.Reason == "" {
				t.Errorf("no reason for %q", text)
			}
			d := DelayIn(text, f, testEnv)
			check("delay", d.Line, d.Col)
			if d.Seconds < 0 || math.IsNaN(d.Seconds) || d.Known == Exact && d.Unbounded {
				t.Errorf("%q takes %+v", text, d)
			}
		}
		for _, argv := range [][]string{{text}, {"sh", "-c", text}, {"bash", "-c", text, "x"}, strings.Fields(text)} {
			if _, index, ok := Malformed(argv); ok && (index < 0 || index >= len(argv)) {
				t.Errorf("index %d of %q", index, argv)
			}
			DelayArgv(argv, testEnv)
		}
	})
}

// TestHostileScripts checks that what is too deep or too long for an answer gets none, and that what is merely large does.
func TestHostileScripts(t *testing.T) {
	const n = 10_000
	deep := []string{
		strings.Repeat("(", n) + "a" + strings.Repeat(")", n),
		strings.Repeat("$(", n) + "a" + strings.Repeat(")", n),
		"echo $((" + strings.Repeat("-", n) + "1))",
		strings.Repeat("if a; then ", 2000) + "b" + strings.Repeat("; fi", 2000),
		strings.Repeat("a && ", n) + "b",
		strings.Repeat("[ x ] && exec a; if b; then trap : TERM; c & fi\n", 2000),
	}
	for _, text := range deep {
		if v := Stays(text, Dash); v.Stays != Unknown {
			t.Errorf("%.30q...: got %+v", text, v)
		}
		if d := Delay(text, nil); d.Known == Exact {
			t.Errorf("%.30q...: got %+v", text, d)
		}
	}
	long := strings.Repeat("mkdir -p /var/x\n", 2000) + "exec app"
	if v := Stays(long, Dash); v.Stays != No || v.Line != 2001 {
		t.Errorf("a long script: got %+v", v)
	}
	if d := Delay(strings.Repeat("sleep 1; ", 25_000), nil); d.Known == Exact {
		t.Errorf("a very long script: got %+v", d)
	}
	nested := "for a in $(seq 9999); do for b in $(seq 9999); do for c in $(seq 9999); do sleep 1; done; done; done"
	if d := Delay(nested, nil); d.Known != LowerBound {
		t.Errorf("nested loops: got %+v", d)
	}
}
