package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// logic follows && and ||. A command that is not asked for its status is expected to succeed: what happens when the
// program itself fails says nothing about signals.
func (w *walker) logic(cmd *syntax.BinaryCmd, in []state) []state {
	running, ended := split(w.stmt(cmd.X, in))
	if w.gaveUp {
		return in
	}
	either := w.either(cmd.X)
	switch {
	case cmd.Op == syntax.AndStmt:
		if either {
			ended = append(ended, running...)
		}
		return w.merge(append(ended, w.stmt(cmd.Y, running)...))
	case either:
		ended = append(ended, running...)
		return w.merge(append(ended, w.stmt(cmd.Y, running)...))
	}
	ended = append(ended, running...)
	for _, st := range within(&w.inFallback, func() []state { return w.stmt(cmd.Y, running) }) {
		if st.flow != flowExited && st.flow != flowFailed {
			ended = append(ended, st)
		}
	}
	return w.merge(ended)
}

// either reports whether both outcomes of a statement are expected.
func (w *walker) either(stmt *syntax.Stmt) bool {
	if stmt.Negated {
		return true
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return isPredicate(w.script.spelled(cmd.Args))
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		return true
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
			return w.either(cmd.X) || w.either(cmd.Y)
		}
		return w.either(cmd.Y)
	case *syntax.Block:
		return len(cmd.Stmts) > 0 && w.either(cmd.Stmts[len(cmd.Stmts)-1])
	}
	return false
}

func (w *walker) ifClause(cmd *syntax.IfClause, in []state) []state {
	var out []state
	states := in
	for c := cmd; c != nil; c = c.Else {
		if len(c.Cond) == 0 {
			return w.merge(append(out, w.list(c.Then, states)...))
		}
		running, ended := split(w.condition(c.Cond, states))
		out = append(out, ended...)
		always, never := constant(c.Cond)
		if !never {
			out = append(out, w.list(c.Then, running)...)
		}
		if states = running; always {
			return w.merge(out)
		}
	}
	return w.merge(append(out, states...))
}

func (w *walker) condition(stmts []*syntax.Stmt, in []state) []state {
	return within(&w.inCondition, func() []state { return w.list(stmts, in) })
}

// constant recognises conditions that are spelled true or false.
func constant(cond []*syntax.Stmt) (always, never bool) {
	if len(cond) != 1 {
		return false, false
	}
	call, ok := cond[0].Cmd.(*syntax.CallExpr)
	if a, isArith := cond[0].Cmd.(*syntax.ArithmCmd); isArith {
		x, isWord := a.X.(*syntax.Word)
		return isWord && x.Lit() == "1" && !cond[0].Negated, false
	}
	if !ok || len(call.Args) == 0 {
		return false, false
	}
	words, isLit := literals(call.Args)
	if !isLit {
		return false, false
	}
	switch {
	case words[0] == "true" || words[0] == ":",
		len(words) == 3 && words[0] == "[" && words[2] == "]" && words[1] != "":
		always = true
	case words[0] == "false":
		never = true
	}
	if cond[0].Negated {
		return never, always
	}
	return always, never
}

func (w *walker) caseClause(cmd *syntax.CaseClause, in []state) []state {
	var out []state
	rest := true
	for _, item := range cmd.Items {
		out = append(out, w.list(item.Stmts, in)...)
		for _, p := range item.Patterns {
			rest = rest && p.Lit() != "*"
		}
	}
	if rest {
		out = append(out, in...)
	}
	return w.merge(out)
}

func (w *walker) while(cmd *syntax.WhileClause, in []state) []state {
	always, never := constant(cmd.Cond)
	if cmd.Until {
		always, never = never, always
	}
	if never {
		return w.condition(cmd.Cond, in)
	}
	w.polls = w.polls || !readsInput(cmd.Cond)
	running, out := split(w.condition(cmd.Cond, in))
	w.loops++
	var body []state
	if always {
		body = w.list(cmd.Do, running)
	} else {
		body = within(&w.inLoop, func() []state { return w.list(cmd.Do, running) })
		out = append(out, running...)
	}
	w.loops--
	pid := asksForProcess(cmd.Cond)
	before := map[fate]bool{}
	for _, st := range running {
		before[st.best] = true
	}
	for _, st := range body {
		if st.flow == flowRunning && always {
			st.flow = flowForever
		}
		// What came before an endless loop, in the foreground, has ended or gone into the background by itself.
		if st.flow == flowForever && before[st.best] && !st.best.background {
			st.best = fate{}
		}
		// An endless loop that sleeps calls its commands now and then: they are no program that goes on.
		if st.flow == flowForever && !before[st.best] && !st.best.background && !st.best.keepalive && st.best.rank < rankServer && pauses(cmd.Do) {
			st.best = fate{}
		}
		out = append(out, w.leaveLoop(st, always))
	}
	for i := range out {
		// Polling for the process is waiting for it again and again; so is a wait inside a loop.
		if out[i].job.rank > rankNone && (pid || out[i].waits > in[0].waits) {
			out[i].waits = 2
		}
	}
	return w.merge(out)
}

// leaveLoop takes one level off a break or continue.
func (w *walker) leaveLoop(st state, endless bool) state {
	if st.flow != flowBroke && st.flow != flowContinued {
		return st
	}
	if st.levels--; st.levels > 0 && w.loops > 0 {
		return st
	}
	if st.flow == flowContinued && endless {
		st.flow = flowForever
		return st
	}
	st.flow = flowRunning
	return st
}

// readsInput reports whether a loop condition consumes something that ends: lines, arguments.
func readsInput(cond []*syntax.Stmt) bool {
	return anyCall(cond, func(words []string) bool { return words[0] == "read" || words[0] == "getopts" || words[0] == "shift" })
}

// pauses reports whether a loop's body sleeps.
func pauses(body []*syntax.Stmt) bool {
	return anyCall(body, func(words []string) bool { return words[0] == "sleep" })
}

// asksForProcess reports whether a loop condition is kill -0.
func asksForProcess(cond []*syntax.Stmt) bool {
	return anyCall(cond, func(words []string) bool { return words[0] == "kill" && len(words) > 1 && words[1] == "-0" })
}

// anyCall reports whether a simple command below stmts has the property.
func anyCall(stmts []*syntax.Stmt, has func(words []string) bool) bool {
	found := false
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				words, _ := literals(call.Args)
				found = found || has(words)
			}
			return !found
		})
	}
	return found
}

func (w *walker) forClause(cmd *syntax.ForClause, in []state) []state {
	iter, ok := cmd.Loop.(*syntax.WordIter)
	certain := false
	if ok && len(iter.Items) > 0 && !cmd.Select {
		_, certain = literals(iter.Items)
	}
	w.loops++
	body := within(&w.inLoop, func() []state { return w.list(cmd.Do, in) })
	w.loops--
	var out []state
	if !certain {
		out = append(out, in...)
	}
	for _, st := range body {
		out = append(out, w.leaveLoop(st, false))
	}
	return w.merge(out)
}
