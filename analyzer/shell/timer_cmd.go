package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// command takes the time of one command and gives its outcome.
func (c *clock) command(cmd syntax.Command) status {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		return c.call(cmd)
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
			return c.logic(cmd)
		}
		return c.pipe(cmd)
	case *syntax.Subshell:
		sub := c.child()
		st := sub.list(cmd.Stmts)
		c.spend(sub.end())
		return st
	case *syntax.Block:
		return c.list(cmd.Stmts)
	case *syntax.IfClause:
		c.ifClause(cmd)
		return likely
	case *syntax.CaseClause:
		c.caseClause(cmd)
		return likely
	case *syntax.WhileClause:
		c.scope(func() { c.while(cmd) })
		return likely
	case *syntax.ForClause:
		c.scope(func() { c.forClause(cmd) })
		return likely
	case *syntax.FuncDecl:
		if c.funcs == nil {
			c.funcs = map[string]*syntax.Stmt{}
		}
		if cmd.Name != nil {
			c.funcs[cmd.Name.Value] = cmd.Body
		}
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			return c.stmt(cmd.Stmt)
		}
	case *syntax.CoprocClause:
		return c.background(cmd.Stmt)
	case *syntax.DeclClause:
		for _, a := range cmd.Args {
			c.assign(a)
		}
	case *syntax.ArithmCmd:
		return truth(c.arith(cmd.X))
	case *syntax.LetClause:
		st := either
		for _, x := range cmd.Exprs {
			st = truth(c.arith(x))
		}
		return st
	case *syntax.TestClause:
		return c.testExpr(cmd.X)
	}
	return success
}

func truth(n int64, ok bool) status {
	switch {
	case !ok:
		return either
	case n != 0:
		return success
	}
	return failure
}

func (c *clock) call(cmd *syntax.CallExpr) status {
	for _, a := range cmd.Assigns {
		if len(cmd.Args) == 0 {
			c.assign(a)
		} else if a.Value != nil {
			c.substitutions(a.Value)
		}
	}
	if len(cmd.Args) == 0 {
		return success
	}
	var words []value
	for _, w := range cmd.Args {
		c.substitutions(w)
		words = append(words, c.fields(w)...)
	}
	return c.run(words, cmd.Pos())
}

// run takes the time of a simple command whose words are expanded.
func (c *clock) run(words []value, at syntax.Pos) status {
	if len(words) == 0 {
		return success
	}
	if !words[0].known {
		c.spend(unsure("a command that is not in the script", at))
		return likely
	}
	if body := c.funcs[words[0].text]; body != nil {
		return c.function(body, words)
	}
	name, args := words[0].text, words[1:]
	switch name {
	case "exit":
		c.leave(byExit, 0)
		return either
	case "return":
		c.leave(byReturn, 0)
		return either
	case "break", "continue":
		if c.inLoop == 0 {
			return success
		}
		levels, kind := 1, byBreak
		if len(args) > 0 {
			levels, _ = strconv.Atoi(args[0].text)
		}
		if name == "continue" {
			kind = byContinue
		}
		c.leave(kind, levels)
		return either
	case "wait":
		c.wait(args, at)
		return likely
	case "exec":
		if len(args) == 0 {
			return success
		}
		c.run(args, at)
		c.leave(byExit, 0)
		return either
	case "command", "builtin":
		if len(args) > 0 && strings.HasPrefix(args[0].text, "-v") {
			return either
		}
		return c.run(args, at)
	case "eval":
		return c.eval(args, at)
	case ".", "source":
		c.spend(unsure("a sourced file", at))
		return likely
	case "export", "readonly", "local", "declare", "typeset":
		for _, a := range args {
			if n, v, ok := strings.Cut(a.text, "="); ok && isName(n) {
				c.vars[n] = value{v, a.known}
			}
		}
		return success
	case "read", "getopts", "shift", "set":
		c.forget(words, at)
		return either
	case "true", ":":
		return success
	case "false":
		return failure
	case "test", "[":
		return c.test(words)
	}
	return c.external(words, at)
}

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

func (c *clock) function(body *syntax.Stmt, words []value) status {
	if c.inFunc > 20 {
		c.spend(unsure("a function calls itself", body.Pos()))
		return either
	}
	saved := map[string]value{}
	for i := range 10 {
		n := strconv.Itoa(i)
		if v, ok := c.vars[n]; ok {
			saved[n] = v
		}
		if c.vars[n] = (value{known: true}); i < len(words) {
			c.vars[n] = words[i]
		}
	}
	c.inFunc++
	st := either
	c.scope(func() {
		st = c.stmt(body)
		c.rejoin(byReturn)
	})
	c.inFunc--
	for i := range 10 {
		delete(c.vars, strconv.Itoa(i))
	}
	for n, v := range saved {
		c.vars[n] = v
	}
	return st
}

func (c *clock) eval(args []value, at syntax.Pos) status {
	var parts []string
	for _, a := range args {
		if !a.known {
			c.spend(unsure("what eval runs is not in the script", at))
			return likely
		}
		parts = append(parts, a.text)
	}
	s, err := parseLoose(strings.Join(parts, " "), c.family)
	if err != nil || c.inFunc > 10 {
		return failure
	}
	outer := c.script
	c.script = s
	c.inFunc++
	st := c.list(s.file.Stmts)
	c.inFunc--
	c.script = outer
	c.now.at = at
	return st
}

// forget makes the variables that a builtin sets unknown.
func (c *clock) forget(words []value, at syntax.Pos) {
	switch words[0].text {
	case "set", "shift":
		for i := 1; i < 10; i++ {
			c.vars[strconv.Itoa(i)] = value{}
		}
		return
	}
	for _, w := range words[1:] {
		switch {
		case strings.HasPrefix(w.text, "-t"):
			c.spend(unsure("a read with a timeout", at))
		case isName(w.text):
			c.vars[w.text] = value{}
		}
	}
}
