package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// external takes the time of a program.
func (c *clock) external(words []value, at syntax.Pos) status {
	texts := make([]string, len(words))
	for i, w := range words {
		if texts[i] = w.text; !w.known {
			texts[i] = "$"
		}
	}
	if inv, ok := Split(texts); ok {
		return c.nested(inv, words, at)
	}
	if i := unwrap(texts).ProgramIndex; i > 0 && i < len(words) {
		return c.external(words[i:], at)
	}
	switch name := nameOf(texts[0]); name {
	case "busybox", "time":
		if len(words) > 1 {
			return c.external(words[1:], at)
		}
	case "sleep":
		c.sleep(words, at)
		return likely
	case "usleep":
		if n, err := strconv.ParseFloat(texts[len(texts)-1], 64); err == nil && len(texts) == 2 {
			c.spend(span{seconds: n / 1e6, exact: true, why: []part{{1, strings.Join(texts, " ")}}, at: at, longest: n / 1e6})
			return likely
		}
	case "timeout":
		c.timeout(words, at)
		return either
	case "cat":
		// A hook has no standard input: cat without operands reads the end of file at once.
		return likely
	}
	kind := lengthOf(texts)
	switch {
	case kind == forever && !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, "--pid") }):
		c.endless(strings.Join(texts, " ")+" never ends", at)
		return either
	case kind != instant:
		c.spend(unsure(fmt.Sprintf("the time of %s is not known", nameOf(texts[0])), at))
	}
	if isPredicate(texts) {
		return either
	}
	return likely
}

// endless marks a command that does not end: nothing comes after it.
func (c *clock) endless(why string, at syntax.Pos) {
	c.spend(span{unbounded: true, gap: why, at: at})
	c.leave(byExit, 0)
}

func (c *clock) sleep(words []value, at syntax.Pos) {
	s := none()
	for _, w := range words[1:] {
		switch sec, ok := seconds(w.text); {
		case !w.known:
			s = s.then(unsure("the operand of a sleep is not known", at))
		case isForever(w.text):
			c.endless("sleep "+w.text+" never ends", at)
			return
		case !ok:
			s = unsure("sleep does not understand "+strconv.Quote(w.text), at)
		default:
			s = s.then(span{seconds: sec, exact: true, at: at, longest: sec})
		}
	}
	if len(words) == 1 {
		s.why = []part{{1, "a sleep without a time fails at once"}}
	}
	if s.seconds > 0 {
		texts := make([]string, len(words))
		for i, w := range words {
			if texts[i] = w.text; !w.known {
				texts[i] = "?"
			}
		}
		s.why = []part{{1, "sleep " + strings.Join(texts[1:], " ")}}
	}
	c.spend(s)
}

// timeout bounds the time of the command behind it.
func (c *clock) timeout(words []value, at syntax.Pos) {
	args := words[1:]
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		switch args[0].text {
		case "-k", "-s", "--kill-after", "--signal":
			args = args[min(2, len(args)):]
		case "-t":
			// BusyBox before 1.30 takes the time as an option.
			args = args[1:]
			continue
		default:
			args = args[1:]
		}
	}
	if len(args) < 2 {
		c.spend(unsure("a timeout without a command", at))
		return
	}
	sub := c.child()
	sub.run(args[1:], at)
	inner := sub.end()
	limit, ok := seconds(args[0].text)
	ok = ok && args[0].known && limit > 0
	if ok {
		inner.unbounded = false
		if inner.seconds >= limit || sub.gone && len(inner.why) == 0 && inner.gap != "" && sub.never() {
			inner = span{seconds: limit, exact: true, at: at, longest: limit, why: []part{{1, "timeout " + args[0].text}}}
		}
	}
	c.spend(inner)
}

// never reports whether every path of a process is one that does not end by itself.
func (c *clock) never() bool {
	return c.gone && !slices.ContainsFunc(c.leaves, func(l leave) bool { return !l.at.unbounded })
}

// nested is sh -c inside the script. Variables of the outer shell may or may not be exported.
func (c *clock) nested(inv Invocation, words []value, at syntax.Pos) status {
	if !words[inv.ScriptIndex].known || c.inFunc > 10 {
		c.spend(unsure("the script of a nested shell is not known", at))
		return likely
	}
	outer := c.vars
	env := func(name string) (string, bool) {
		if _, ok := outer[name]; ok || c.env == nil {
			return "", false
		}
		return c.env(name)
	}
	s, err := parseLoose(inv.Script, FamilyOf(inv.Shell))
	if err != nil {
		return failure
	}
	t := &timer{script: s, family: FamilyOf(inv.Shell), env: env, steps: c.steps, inFunc: c.inFunc + 1, depth: c.depth}
	inner := t.fresh()
	for i, w := range words[inv.ScriptIndex+1:] {
		inner.vars[strconv.Itoa(i)] = w
	}
	total := t.total(s.file.Stmts, inner)
	c.steps, c.gaveUp = t.steps, c.gaveUp || t.gaveUp
	total.at = at
	c.spend(total)
	if inner.never() && inner.gone {
		c.leave(byExit, 0)
	}
	return likely
}
