package shell

import (
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Certainty says what a Duration's Seconds mean.
type Certainty int

// The certainties. NotKnown is also the answer where nothing longer than zero is certain.
const (
	NotKnown Certainty = iota
	// LowerBound: it takes at least Seconds.
	LowerBound
	// Exact: it takes Seconds, short commands (echo, kill, nginx -s quit) taken to take none.
	Exact
)

// String gives unknown, at least or exact.
func (c Certainty) String() string {
	switch c {
	case LowerBound:
		return "at least"
	case Exact:
		return "exact"
	}
	return "unknown"
}

// Duration is how long a command takes from start to end.
type Duration struct {
	Seconds float64
	Known   Certainty
	// Unbounded is true when the command may run for ever: a wait loop with no counter, clock or other bound of its own, or
	// sleep infinity.
	Unbounded bool
	// Why shows how Seconds came about ("sleep 5 + 3 x sleep 2") and, where they are not exact, what is missing.
	Why string
	// Line and Col are the place in the script of the loop that has no bound, else of the longest sleep, else of what is
	// not known; from 1, columns in code points. Zero for a command without a script.
	Line, Col int
}

// Env looks up an environment variable of the container. known is false when its value cannot be told from the input
// (the image may set it); an unset variable is "" and known. A nil Env knows none.
type Env func(name string) (value string, known bool)

// Delay reports how long a command string takes when a shell of unknown family runs it.
func Delay(script string, env Env) Duration { return DelayIn(script, UnknownFamily, env) }

// DelayIn is Delay for a known family: only bash expands {1..5}.
func DelayIn(script string, f Family, env Env) Duration {
	s, err := parseLoose(script, f)
	if err != nil {
		return Duration{Why: "the script does not parse: " + err.Error()}
	}
	t := &timer{script: s, family: f, env: env}
	return t.duration(t.total(s.file.Stmts, t.fresh()))
}

// DelayArgv reports how long an exec hook takes. Without a shell nothing is expanded.
func DelayArgv(argv []string, env Env) Duration {
	if inv, ok := Split(argv); ok {
		s, err := parseLoose(inv.Script, FamilyOf(inv.Shell))
		if err != nil {
			return Duration{Why: "the script does not parse: " + err.Error()}
		}
		t := &timer{script: s, family: FamilyOf(inv.Shell), env: env}
		c := t.fresh()
		c.positional(inv.Args)
		return t.duration(t.total(s.file.Stmts, c))
	}
	t := &timer{script: &script{}, env: env}
	c := t.fresh()
	c.run(known(argv), syntax.Pos{})
	return t.duration(c.end())
}

// parseLoose prefers bash's grammar, which tells more constructs apart, where the family is not known to lack it.
func parseLoose(text string, f Family) (*script, error) {
	if f == UnknownFamily {
		if s, err := parse(text, syntax.LangBash); err == nil {
			return s, nil
		}
	}
	return parseFor(text, f)
}

func (t *timer) duration(s span) Duration {
	d := Duration{Seconds: s.seconds, Known: LowerBound, Unbounded: s.unbounded}
	switch {
	case s.exact && !s.unbounded && !t.gaveUp:
		d.Known = Exact
	case s.seconds == 0:
		d.Known = NotKnown
	}
	d.Why = explain(s.why)
	if d.Why == "" && d.Known == Exact {
		d.Why = "nothing in it takes time"
	}
	if gap := s.gap; gap != "" && d.Known != Exact {
		if d.Why != "" {
			d.Why += ", and "
		}
		d.Why += gap
	}
	d.Line, d.Col = t.script.at(s.at)
	return d
}

// span is a stretch of time. Its zero value is no time at all, known exactly, once exact is set.
type span struct {
	seconds   float64
	exact     bool
	unbounded bool
	why       []part
	// gap says why it is not exact.
	gap string
	// at is the place of the longest part, of length longest; or of the loop without a bound.
	at      syntax.Pos
	longest float64
}

// part is one summand of an explanation.
type part struct {
	times int
	text  string
}

// maxParts is how many summands an explanation shows.
const maxParts = 12

func explain(parts []part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		if texts[i] = p.text; p.times > 1 {
			texts[i] = fmt.Sprintf("%d x %s", p.times, p.text)
		}
	}
	return strings.Join(texts, " + ")
}

func none() span { return span{exact: true} }

// unsure is a stretch of which nothing is known but that it ends.
func unsure(gap string, at syntax.Pos) span { return span{gap: gap, at: at} }

// then is s followed by o.
func (s span) then(o span) span {
	out := span{
		seconds: s.seconds + o.seconds, exact: s.exact && o.exact, unbounded: s.unbounded || o.unbounded,
		why: append(s.why[:len(s.why):len(s.why)], o.why...), gap: s.gap, at: s.at, longest: s.longest,
	}
	if n := len(s.why); n > 0 && len(o.why) > 0 && s.why[n-1].text == o.why[0].text {
		out.why = append(s.why[:n-1:n-1], o.why...)
		out.why[n-1].times += s.why[n-1].times
	}
	if len(out.why) > maxParts {
		out.why = append(out.why[:maxParts:maxParts], part{1, "..."})
	}
	if out.gap == "" || o.unbounded && !s.unbounded {
		out.gap = o.gap
	}
	switch {
	case s.unbounded:
	case o.unbounded, !s.at.IsValid(), o.longest > s.longest:
		out.at, out.longest = o.at, o.longest
	}
	return out
}

// earliest is the stretch after which the first of several paths can be over.
func earliest(spans []span) span {
	out := spans[0]
	same, unbounded := out.exact, out.unbounded
	for _, s := range spans[1:] {
		same = same && s.exact && s.seconds == out.seconds
		if s.unbounded && !unbounded {
			unbounded = true
			if !out.unbounded {
				out.at = s.at
			}
		}
		if s.seconds < out.seconds {
			at, gap := out.at, out.gap
			if out = s; unbounded && !s.unbounded {
				out.at = at
			}
			if out.gap == "" {
				out.gap = gap
			}
		}
	}
	if out.exact = same; !same && out.gap == "" {
		out.gap = "more on some paths"
	}
	for _, s := range spans {
		if !out.at.IsValid() {
			out.at = s.at
		}
	}
	out.unbounded = unbounded
	return out
}

// latest is the stretch after which the last of several processes is over.
func latest(spans ...span) span {
	out := spans[0]
	for _, s := range spans[1:] {
		other := s
		if s.seconds > out.seconds {
			out, other = s, out
		}
		out.exact = out.exact && other.exact
		if other.unbounded && !out.unbounded {
			out.unbounded, out.at = true, other.at
		}
		if out.gap == "" {
			out.gap = other.gap
		}
	}
	return out
}

// seconds reads a time as sleep and timeout do: a number with s, m, h or d.
func seconds(s string) (sec float64, ok bool) {
	unit := 1.0
	if s != "" {
		switch s[len(s)-1] {
		case 's':
			s = s[:len(s)-1]
		case 'm':
			s, unit = s[:len(s)-1], 60
		case 'h':
			s, unit = s[:len(s)-1], 3600
		case 'd':
			s, unit = s[:len(s)-1], 86400
		}
	}
	sec, err := strconv.ParseFloat(s, 64)
	return sec * unit, err == nil && sec >= 0 && !math.IsNaN(sec) && strings.Trim(s, "0123456789.") == ""
}

// isForever recognises the operands of sleep that never end.
func isForever(s string) bool {
	s = strings.ToLower(s)
	return s == "inf" || s == "infinity"
}

// nameOf is the program that a word names.
func nameOf(word string) string { return path.Base(word) }
