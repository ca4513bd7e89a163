package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// rank orders commands by how likely they are the program that a script is there to run.
type rank int

const (
	rankNone rank = iota
	// rankBrief is a helper that ends soon.
	rankBrief
	// rankCondition is a condition, or the command after || that runs only when the program fails.
	rankCondition
	// rankLoop is a command in a loop that ends.
	rankLoop
	// rankSourced is a sourced file or an eval of unknown text.
	rankSourced
	rankBackground
	// rankBackgroundServer is a program in the background that is known to serve.
	rankBackgroundServer
	rankProgram
	// rankServer is a program known to serve, or one that an exec in a subshell marks as the main one.
	rankServer
	// rankExec is a program that replaces the shell: nothing comes after it.
	rankExec
)

// fate is what becomes of the shell when one command runs. It is comparable.
type fate struct {
	rank     rank
	replaced Tri
	exec     bool
	// marked is true for an explicit exec in a child of the shell.
	marked bool
	// background is true when the command runs while the shell goes on.
	background bool
	// elsewhere is true when the process id that $! gives is not that of the command.
	elsewhere bool
	// keepalive is true for programs that only wait.
	keepalive bool
	program   string
	// argv holds the program's words, with zero bytes between.
	argv string
	node syntax.Node
	pos  syntax.Pos
	// reason is set where the structure of the script does not tell it.
	reason string
	// trapped is whether a trap was set when the command started.
	trapped bool
}

type flow int

const (
	flowRunning flow = iota
	flowExited
	flowFailed
	flowReturned
	flowBroke
	flowContinued
	flowReplaced
	// flowForever is a loop without an end.
	flowForever
)

// state is one path through the script. It is comparable, so that paths that do not differ are merged.
type state struct {
	best fate
	// job is the program that was last started in the background; waits counts the waits since (2 means again and again).
	job   fate
	waits int
	// waitTerm is the value of term when the script began to wait for the job.
	waitTerm int
	// term and exit are 1 + the index of the handler in walker.handlers, 0 without one, ignored for an empty action.
	term, exit int
	// signals lists the other trapped signals; everTrapped also remembers those that were reset.
	signals     string
	everTrapped bool
	flow        flow
	// levels is how many loops a break or continue still has to leave.
	levels  int
	subexec bool
}

// The walks stop at these many paths, statements and levels: beyond them the answer is unknown.
const (
	maxPaths = 128
	maxSteps = 50_000
	maxDepth = 800
)

// function is a shell function and the text that its positions refer to.
type function struct {
	body   *syntax.Stmt
	script *script
}

// walker follows all paths of a script.
type walker struct {
	script *script
	family Family
	tails  tails
	inFile bool // the script is a file, not the string of -c
	funcs  map[string]function
	// args are the words that the function at hand was called with.
	args []string
	// handlers are the trap commands met so far.
	handlers []handler

	// Where the walk is: nesting counts of each context.
	inCondition, inLoop, inFallback, inChild, inBackground, inFunc, inEval int
	// loops counts the loops around, also those whose body always runs.
	loops int
	// fed is true when the simple command at hand gets its input from a pipe, a file or a here-document.
	fed bool

	// helpers are programs that another program followed on some path.
	helpers map[syntax.Node]bool
	// polls is true when a loop waits for something.
	polls        bool
	steps, depth int
	gaveUp       bool
}

// merge drops paths that do not differ.
func (w *walker) merge(states []state) []state {
	seen := make(map[state]bool, len(states))
	out := states[:0:0]
	for _, st := range states {
		if !seen[st] {
			seen[st] = true
			out = append(out, st)
		}
	}
	if len(out) > maxPaths {
		w.gaveUp = true
		return out[:1]
	}
	return out
}

// split separates the paths that go on from those that do not.
func split(states []state) (running, ended []state) {
	for _, st := range states {
		if st.flow == flowRunning {
			running = append(running, st)
		} else {
			ended = append(ended, st)
		}
	}
	return running, ended
}

func (w *walker) list(stmts []*syntax.Stmt, in []state) []state {
	states := in
	for _, stmt := range stmts {
		running, ended := split(states)
		if len(running) == 0 || w.gaveUp {
			return states
		}
		states = w.merge(append(ended, w.stmt(stmt, running)...))
	}
	return states
}

func (w *walker) stmt(stmt *syntax.Stmt, in []state) []state {
	w.depth++
	defer func() { w.depth-- }()
	if w.steps += len(in); w.steps > maxSteps || w.depth > maxDepth {
		w.gaveUp = true
	}
	if w.gaveUp || len(in) == 0 {
		return in
	}
	if stmt.Background || stmt.Coprocess {
		return w.background(stmt, in)
	}
	fed := w.fed
	defer func() { w.fed = fed }()
	w.fed = fed || readsFrom(stmt.Redirs)
	return w.command(stmt.Cmd, in)
}

func (w *walker) command(cmd syntax.Command, in []state) []state {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		return w.each(in, func(st state) []state { return w.call(cmd, st) })
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
			return w.logic(cmd, in)
		}
		return w.pipeline(cmd, in)
	case *syntax.Subshell:
		return w.each(in, func(st state) []state {
			if w.tails[cmd] && !w.trapped(st) && w.inChild == 0 {
				return w.list(cmd.Stmts, []state{st})
			}
			return w.child(cmd.Stmts, st)
		})
	case *syntax.Block:
		return w.list(cmd.Stmts, in)
	case *syntax.IfClause:
		return w.ifClause(cmd, in)
	case *syntax.CaseClause:
		return w.caseClause(cmd, in)
	case *syntax.WhileClause:
		return w.while(cmd, in)
	case *syntax.ForClause:
		return w.forClause(cmd, in)
	case *syntax.FuncDecl:
		if w.funcs == nil {
			w.funcs = map[string]function{}
		}
		if cmd.Name != nil {
			w.funcs[cmd.Name.Value] = function{cmd.Body, w.script}
		}
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			return w.stmt(cmd.Stmt, in)
		}
	case *syntax.CoprocClause:
		return w.background(cmd.Stmt, in)
	}
	return in
}

func (w *walker) each(in []state, f func(state) []state) []state {
	var out []state
	for _, st := range in {
		out = append(out, f(st)...)
	}
	return out
}

// within runs f with a context count raised.
func within(count *int, f func() []state) []state {
	*count++
	defer func() { *count-- }()
	return f()
}

// child follows commands that run in a process of their own: only what they start matters to the shell.
func (w *walker) child(stmts []*syntax.Stmt, st state) []state {
	ends := within(&w.inChild, func() []state { return w.list(stmts, []state{st}) })
	var out []state
	for _, end := range ends {
		next := st
		next.best, next.job, next.subexec = end.best, end.job, end.subexec
		if end.flow == flowForever {
			next.flow = flowForever
		}
		out = append(out, next)
	}
	return w.merge(out)
}

// background follows a statement while the shell goes on at once.
func (w *walker) background(stmt *syntax.Stmt, in []state) []state {
	return w.merge(w.each(in, func(st state) []state {
		alone := st
		alone.best, alone.job = fate{}, fate{}
		ends := within(&w.inChild, func() []state {
			return within(&w.inBackground, func() []state { return w.command(stmt.Cmd, []state{alone}) })
		})
		best := fate{}
		for _, end := range ends {
			st.subexec = st.subexec || end.subexec
			if end.best.rank > best.rank {
				best = end.best
			}
		}
		pipe, ok := stmt.Cmd.(*syntax.BinaryCmd)
		ok = ok && pipe.Op != syntax.AndStmt && pipe.Op != syntax.OrStmt
		best.elsewhere = !ownersOf(stmt, w.family)[best.node] && (!best.marked || ok && pipe.Y.Pos().After(best.pos))
		if best.rank >= max(st.job.rank, rankBrief) {
			st.job, st.waits, st.waitTerm = best, 0, 0
		}
		return []state{w.offer(st, best)}
	}))
}

// pipeline follows each part in a process of its own. The program is the first part that is not a helper: what comes
// behind it handles its output.
func (w *walker) pipeline(cmd *syntax.BinaryCmd, in []state) []state {
	var parts []*syntax.Stmt
	for {
		parts = append(parts, cmd.Y)
		left, ok := cmd.X.Cmd.(*syntax.BinaryCmd)
		if !ok || left.Op == syntax.AndStmt || left.Op == syntax.OrStmt {
			parts = append(parts, cmd.X)
			break
		}
		cmd = left
	}
	fed := w.fed
	defer func() { w.fed = fed }()
	return w.merge(w.each(in, func(st state) []state {
		best := fate{}
		w.fed = fed
		for i := len(parts) - 1; i >= 0; i-- {
			alone := st
			alone.best = fate{}
			for _, end := range w.child(parts[i:i+1], alone) {
				st.subexec = st.subexec || end.subexec
				if end.best.rank > best.rank {
					best = end.best
				}
			}
			w.fed = true
		}
		return []state{w.offer(st, best)}
	}))
}

// readsFrom reports whether a redirection takes the place of standard input.
func readsFrom(redirs []*syntax.Redirect) bool {
	for _, r := range redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.RdrInOut:
			return true
		}
	}
	return false
}

// offer makes f the path's main program unless something more likely came before.
func (w *walker) offer(st state, f fate) state {
	if f.rank >= st.best.rank && f.rank > rankNone {
		if tier(st.best.rank) == tier(f.rank) && st.best.node != f.node && w.inFallback == 0 {
			if w.helpers == nil {
				w.helpers = map[syntax.Node]bool{}
			}
			w.helpers[st.best.node] = true
		}
		st.best = f
	}
	return st
}
