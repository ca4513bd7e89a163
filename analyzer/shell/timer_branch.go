package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// logic takes the time of && and ||. What is expected to succeed is taken to succeed; after a command that is asked for
// its status (test, pgrep) both ways are open.
func (c *clock) logic(cmd *syntax.BinaryCmd) status {
	st := c.stmt(cmd.X)
	if c.gone {
		return either
	}
	and := cmd.Op == syntax.AndStmt
	skip := success
	if and {
		skip = failure
	}
	if st == likely && (and || c.inLoop > 0) && leavesLoop([]*syntax.Stmt{cmd.Y}) {
		// "ready && break" asks for the status of any command.
		st = either
	}
	switch {
	case st == skip, st == likely && !and:
		return st
	case st == either:
		stays, goes := c.fork(), c.fork()
		goes.stmt(cmd.Y)
		c.join(stays, goes)
		return either
	}
	return c.stmt(cmd.Y)
}

// pipe runs the parts at the same time: it ends with the last of them.
func (c *clock) pipe(cmd *syntax.BinaryCmd) status {
	x, y := c.child(), c.child()
	x.stmt(cmd.X)
	st := y.stmt(cmd.Y)
	c.spend(latest(x.end(), y.end()))
	if x.never() || y.never() {
		c.leave(byExit, 0)
	}
	return st
}

func (c *clock) ifClause(cmd *syntax.IfClause) {
	var branches []*clock
	rest := c.fork()
	for clause := cmd; clause != nil; clause = clause.Else {
		if len(clause.Cond) == 0 {
			rest.list(clause.Then)
			break
		}
		st := rest.list(clause.Cond)
		if rest.gone {
			break
		}
		if st == failure {
			continue
		}
		then := rest.fork()
		then.list(clause.Then)
		branches = append(branches, then)
		if st == success {
			rest = nil
			break
		}
	}
	if rest != nil {
		branches = append(branches, rest)
	}
	// Paths that leave inside a condition are in every fork that came after it.
	c.join(branches...)
}

func (c *clock) caseClause(cmd *syntax.CaseClause) {
	c.substitutions(cmd.Word)
	word := c.word(cmd.Word)
	var branches []*clock
	open := true
	for _, item := range cmd.Items {
		hit := either
		for _, p := range item.Patterns {
			text, ok := literal(p)
			switch {
			case ok && text == "*":
				hit = success
			case ok && word.known && !strings.ContainsAny(text, "*?[") && text == word.text:
				hit = success
			case ok && word.known && !strings.ContainsAny(text, "*?[") && hit == either && len(item.Patterns) == 1:
				hit = failure
			}
		}
		if hit == failure {
			continue
		}
		b := c.fork()
		b.list(item.Stmts)
		branches = append(branches, b)
		if hit == success {
			open = false
			break
		}
	}
	if open {
		branches = append(branches, c.fork())
	}
	c.join(branches...)
}

// iteration runs a loop body once. more is false when the loop cannot go on; sure is false when it may have been left.
func (c *clock) iteration(body []*syntax.Stmt) (more, sure bool) {
	before := c.left
	before[byContinue] = 0
	c.inLoop++
	c.list(body)
	c.inLoop--
	c.rejoin(byContinue)
	// A continue that is meant for this loop has come back here.
	after := c.left
	after[byContinue] = 0
	for _, l := range c.leaves {
		if l.kind == byContinue {
			after[byContinue]++
		}
	}
	return !c.gone, after == before
}

// while runs the loop for as long as its condition is known. After that it is a poll: it may end at any time.
func (c *clock) while(cmd *syntax.WhileClause) {
	goOn, stop := success, failure
	if cmd.Until {
		goOn, stop = failure, success
	}
	for range maxTimerSteps {
		st := c.list(cmd.Cond)
		if c.gone || c.gaveUp || st == stop {
			break
		}
		if st != goOn {
			c.poll(cmd.Cond, cmd.Do, cmd.Pos())
			break
		}
		more, sure := c.iteration(cmd.Do)
		if !more {
			break
		}
		constant := c.fixed(cmd.Cond)
		if constant && sure && !leavesLoop(cmd.Do) {
			c.endless("the loop never ends", cmd.Pos())
			break
		}
		if !sure {
			if constant {
				// Only a break ends it, and whether that comes is not known.
				c.gone = true
				c.pollBreak(cmd)
				break
			}
			c.poll(cmd.Cond, cmd.Do, cmd.Pos())
			break
		}
	}
	c.rejoin(byBreak)
}

// fixed reports whether a condition is spelled true or false.
func (c *clock) fixed(cond []*syntax.Stmt) bool {
	always, never := constant(cond)
	return always || never
}

// poll marks that a loop goes on for an unknown time, and for ever if it has no bound of its own.
func (c *clock) poll(cond, body []*syntax.Stmt, at syntax.Pos) {
	s := unsure("a loop runs until something happens", at)
	if !bounded(cond, body) {
		s.unbounded, s.gap = true, "a loop waits without a bound of its own"
	}
	c.spend(s)
	c.forgetAssigned(body)
}

// pollBreak does the same for the paths that left an endless loop.
func (c *clock) pollBreak(cmd *syntax.WhileClause) {
	c.leaves = slices.Clone(c.leaves)
	for i, l := range c.leaves {
		if l.kind != byBreak && l.kind != byExit && l.kind != byReturn || l.at.unbounded {
			continue
		}
		l.at.exact = false
		if l.at.gap == "" {
			l.at.gap = "a loop runs until something happens"
		}
		if !bounded(cmd.Cond, cmd.Do) {
			l.at.unbounded, l.at.at, l.at.gap = true, cmd.Pos(), "a loop waits without a bound of its own"
		}
		c.leaves[i] = l
	}
	c.forgetAssigned(cmd.Do)
}

// forgetAssigned makes unknown what a loop may have assigned.
func (c *clock) forgetAssigned(body []*syntax.Stmt) {
	for _, stmt := range body {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				if n.Name != nil {
					c.set(n.Name.Value, value{})
				}
			case *syntax.BinaryArithm, *syntax.UnaryArithm:
				for _, name := range arithTargets(n) {
					c.set(name, value{})
				}
			}
			return true
		})
	}
}

func (c *clock) forClause(cmd *syntax.ForClause) {
	if loop, ok := cmd.Loop.(*syntax.CStyleLoop); ok {
		c.cStyle(loop, cmd)
		return
	}
	iter := cmd.Loop.(*syntax.WordIter)
	items, certain := c.items(iter)
	if cmd.Select {
		items, certain = nil, false
	}
	start := c.now
	c.now = none()
	for _, item := range items {
		c.set(iter.Name.Value, item)
		more, sure := c.iteration(cmd.Do)
		if !more || c.gaveUp {
			break
		}
		if !sure {
			certain = false
			break
		}
	}
	if !certain {
		c.spend(unsure("the number of passes of a loop is not known", cmd.Pos()))
		c.forgetAssigned(cmd.Do)
	}
	c.now = start.then(c.now)
	c.leaves = slices.Clone(c.leaves)
	for i := range c.leaves {
		// What left the loop was timed from its start.
		c.leaves[i].at = start.then(c.leaves[i].at)
	}
	c.rejoin(byBreak)
}

// items are the words of a for loop. Where they cannot all be told, those that are certain come with certain false.
func (c *clock) items(iter *syntax.WordIter) (items []value, certain bool) {
	certain = iter.InPos.IsValid()
	for _, w := range iter.Items {
		from, to, step, ok := braceRange(w)
		if ok && c.family == Bash {
			for n := from; len(items) < maxItems && (step > 0 && n <= to || step < 0 && n >= to); n += step {
				items = append(items, value{strconv.Itoa(n), true})
			}
			continue
		}
		if ok && c.family == UnknownFamily {
			// bash counts, dash and ash take the braces as one word.
			items, certain = append(items, value{}), false
			continue
		}
		c.substitutions(w)
		for _, f := range c.fields(w) {
			if !f.known || strings.ContainsAny(f.text, "*?[") {
				certain = false
				continue
			}
			items = append(items, f)
		}
	}
	if len(items) > maxItems {
		items, certain = items[:maxItems], false
	}
	return items, certain
}

// maxItems bounds the passes of a for loop that are followed.
const maxItems = 10_000
