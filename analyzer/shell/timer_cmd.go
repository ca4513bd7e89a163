package shell

import (
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
				c.set(n, value{v, a.known})
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
			c.set(w.text, value{})
		}
	}
}
