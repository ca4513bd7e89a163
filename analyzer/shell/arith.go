package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arith evaluates an arithmetic expression; ok is false when a part of it is not known.
func (c *clock) arith(x syntax.ArithmExpr) (n int64, ok bool) {
	switch x := x.(type) {
	case *syntax.Word:
		return c.number(x)
	case *syntax.ParenArithm:
		return c.arith(x.X)
	case *syntax.UnaryArithm:
		return c.unary(x)
	case *syntax.BinaryArithm:
		return c.binary(x)
	}
	return 0, false
}

// number is a word inside arithmetic: a number, or a variable with or without a dollar sign.
func (c *clock) number(w *syntax.Word) (int64, bool) {
	v := c.word(w)
	if lit := w.Lit(); isName(lit) {
		v = c.lookup(lit)
	}
	if !v.known {
		return 0, false
	}
	text := strings.TrimSpace(v.text)
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil && isName(text) {
		if v = c.lookup(text); v.known {
			n, err = strconv.ParseInt(v.text, 0, 64)
		}
	}
	return n, err == nil
}

func (c *clock) unary(x *syntax.UnaryArithm) (int64, bool) {
	n, ok := c.arith(x.X)
	switch x.Op {
	case syntax.Not:
		if n == 0 {
			return 1, ok
		}
		return 0, ok
	case syntax.Plus:
		return n, ok
	case syntax.Minus:
		return -n, ok
	case syntax.Inc, syntax.Dec:
		delta := int64(1)
		if x.Op == syntax.Dec {
			delta = -1
		}
		for _, name := range arithTargets(x) {
			c.set(name, value{strconv.FormatInt(n+delta, 10), ok})
		}
		if !x.Post {
			n += delta
		}
		return n, ok
	}
	return 0, false
}

func (c *clock) binary(x *syntax.BinaryArithm) (int64, bool) {
	b, okB := c.arith(x.Y)
	if x.Op == syntax.Assgn {
		for _, name := range arithTargets(x) {
			c.set(name, value{strconv.FormatInt(b, 10), okB})
		}
		return b, okB
	}
	a, okA := c.arith(x.X)
	n, ok := calculate(x.Op, a, b)
	ok = ok && okA && okB
	for _, name := range arithTargets(x) {
		c.set(name, value{strconv.FormatInt(n, 10), ok})
	}
	return n, ok
}

func calculate(op syntax.BinAritOperator, a, b int64) (int64, bool) {
	is := func(cond bool) (int64, bool) {
		if cond {
			return 1, true
		}
		return 0, true
	}
	switch op {
	case syntax.Add, syntax.AddAssgn:
		return a + b, true
	case syntax.Sub, syntax.SubAssgn:
		return a - b, true
	case syntax.Mul, syntax.MulAssgn:
		return a * b, true
	case syntax.Quo, syntax.QuoAssgn:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case syntax.Rem, syntax.RemAssgn:
		if b == 0 {
			return 0, false
		}
		return a % b, true
	case syntax.Eql:
		return is(a == b)
	case syntax.Neq:
		return is(a != b)
	case syntax.Lss:
		return is(a < b)
	case syntax.Leq:
		return is(a <= b)
	case syntax.Gtr:
		return is(a > b)
	case syntax.Geq:
		return is(a >= b)
	case syntax.AndArit:
		return is(a != 0 && b != 0)
	case syntax.OrArit:
		return is(a != 0 || b != 0)
	case syntax.Comma:
		return b, true
	}
	return 0, false
}

// test evaluates [ and test where both sides are known.
func (c *clock) test(words []value) status {
	args := words[1:]
	if words[0].text == "[" {
		if len(args) == 0 || args[len(args)-1].text != "]" {
			return either
		}
		args = args[:len(args)-1]
	}
	if len(args) > 0 && args[0].text == "!" {
		switch c.test(append([]value{{"test", true}}, args[1:]...)) {
		case success:
			return failure
		case failure:
			return success
		}
		return either
	}
	for _, a := range args {
		if !a.known {
			return either
		}
	}
	switch len(args) {
	case 0:
		return failure
	case 1:
		return met(args[0].text != "")
	case 2:
		switch args[0].text {
		case "-n":
			return met(args[1].text != "")
		case "-z":
			return met(args[1].text == "")
		}
	case 3:
		return compare(args[0].text, args[1].text, args[2].text)
	}
	return either
}

func met(cond bool) status {
	if cond {
		return success
	}
	return failure
}

func compare(a, op, b string) status {
	switch op {
	case "=", "==":
		return met(a == b)
	case "!=":
		return met(a != b)
	}
	x, errX := strconv.ParseInt(a, 10, 64)
	y, errY := strconv.ParseInt(b, 10, 64)
	if errX != nil || errY != nil {
		return either
	}
	switch op {
	case "-eq":
		return met(x == y)
	case "-ne":
		return met(x != y)
	case "-lt":
		return met(x < y)
	case "-le":
		return met(x <= y)
	case "-gt":
		return met(x > y)
	case "-ge":
		return met(x >= y)
	}
	return either
}

// testExpr evaluates [[ ]] where both sides are known; patterns are not matched.
func (c *clock) testExpr(x syntax.TestExpr) status {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return c.testExpr(x.X)
	case *syntax.Word:
		if v := c.word(x); v.known {
			return met(v.text != "")
		}
	case *syntax.BinaryTest:
		a, okA := x.X.(*syntax.Word)
		b, okB := x.Y.(*syntax.Word)
		if !okA || !okB {
			return either
		}
		va, vb := c.word(a), c.word(b)
		if va.known && vb.known && !strings.ContainsAny(vb.text, "*?[") {
			return compare(va.text, x.Op.String(), vb.text)
		}
	}
	return either
}

// cStyle runs for ((init; cond; post)) for as long as its condition is known.
func (c *clock) cStyle(loop *syntax.CStyleLoop, cmd *syntax.ForClause) {
	if loop.Init != nil {
		c.arith(loop.Init)
	}
	for range maxItems {
		st := success
		if loop.Cond != nil {
			st = truth(c.arith(loop.Cond))
		}
		if c.gone || c.gaveUp || st == failure {
			break
		}
		if st == success {
			more, sure := c.iteration(cmd.Do)
			if !more {
				break
			}
			if sure && (loop.Cond != nil || leavesLoop(cmd.Do)) {
				if loop.Post != nil {
					c.arith(loop.Post)
				}
				continue
			}
		}
		s := unsure("a loop runs until something happens", cmd.Pos())
		if loop.Cond == nil && !bounded(nil, cmd.Do) {
			s.unbounded, s.gap = true, "a loop waits without a bound of its own"
		}
		if c.spend(s); loop.Cond == nil && !leavesLoop(cmd.Do) {
			c.leave(byExit, 0)
		}
		c.forgetAssigned(cmd.Do)
		break
	}
	c.rejoin(byBreak)
}
