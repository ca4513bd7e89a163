package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call follows a simple command on one path.
func (w *walker) call(cmd *syntax.CallExpr, st state) []state {
	words := w.script.spelled(cmd.Args)
	i, exec := 0, false
	for i < len(words) {
		n := prefix(words[i:], &exec)
		if n == 0 {
			break
		}
		i += n
	}
	if i >= len(words) {
		// Assignments only, exec with redirections only, or command -v.
		return []state{st}
	}
	words, args := words[i:], cmd.Args[i:]
	if expanded, ok := w.expandArguments(words); ok {
		if f, is := w.funcs[expanded[0]]; is && !exec {
			return w.function(f, expanded[1:], st)
		}
		return []state{w.program(cmd, expanded, nil, exec, st)}
	}
	if !exec {
		if states, ok := w.builtin(cmd, words, args, st); ok {
			return states
		}
	}
	return []state{w.program(cmd, words, args, exec, st)}
}

// expandArguments replaces "$@" inside a function by the words that the function was called with. ok is false where there is
// nothing to replace; at the top level "$@" are the script's own arguments.
func (w *walker) expandArguments(words []string) (out []string, ok bool) {
	if w.inFunc == 0 {
		return nil, false
	}
	for _, word := range words {
		switch word {
		case `"$@"`, `"${@}"`, "$@", "$*":
			out, ok = append(out, w.args...), true
		default:
			out = append(out, word)
		}
	}
	return out, ok && len(out) > 0 && !slices.Equal(out, words)
}

// prefix counts the words of command, builtin or exec, with their options, that stand before a command.
func prefix(words []string, exec *bool) int {
	switch words[0] {
	case "command":
		for n := 1; n < len(words); n++ {
			switch words[n] {
			case "-p", "--":
				continue
			case "-v", "-V":
				return len(words)
			}
			return n
		}
		return len(words)
	case "builtin":
		return 1
	case "exec":
		n := 1
		for n < len(words) && len(words[n]) > 1 && words[n][0] == '-' {
			end := words[n] == "--"
			if !end && strings.HasSuffix(words[n], "a") {
				n++
			}
			if n++; end {
				break
			}
		}
		*exec = n < len(words)
		return n
	}
	return 0
}

// builtin follows the builtins and functions that change where the script goes; ok is false for other commands.
func (w *walker) builtin(cmd *syntax.CallExpr, words []string, args []*syntax.Word, st state) (states []state, ok bool) {
	if f, ok := w.funcs[words[0]]; ok {
		return w.function(f, words[1:], st), true
	}
	switch words[0] {
	case "exit":
		st.flow = flowExited
		if code, err := strconv.Atoi(strings.Join(words[1:], "")); err == nil && code != 0 {
			st.flow = flowFailed
		}
	case "return":
		st.flow = flowReturned
	case "break", "continue":
		if w.loops == 0 {
			break
		}
		st.flow, st.levels = flowBroke, 1
		if words[0] == "continue" {
			st.flow = flowContinued
		}
		if len(words) > 1 {
			if n, err := strconv.Atoi(words[1]); err == nil {
				st.levels = n
			}
		}
	case "trap":
		st = w.setTrap(cmd, args[1:], st)
	case "wait":
		if st.job.rank > rankNone {
			if st.waits = min(st.waits+1, 2); st.waitTerm == 0 {
				st.waitTerm = st.term
			}
		}
	case "eval":
		return w.eval(cmd, args[1:], st), true
	case ".", "source":
		st = w.offer(st, fate{rank: rankSourced, node: cmd, pos: cmd.Pos(), program: w.script.words(args),
			reason: "what the sourced file starts, and whether by exec, is not in the script"})
	default:
		return nil, false
	}
	return []state{st}, true
}

// function follows the body of a function that is called with args.
func (w *walker) function(f function, args []string, st state) []state {
	if w.inFunc > 20 {
		return []state{st}
	}
	if expanded, ok := w.expandArguments(args); ok {
		args = expanded
	}
	outer, outerArgs := w.script, w.args
	w.script, w.args = f.script, args
	out := within(&w.inFunc, func() []state { return w.stmt(f.body, []state{st}) })
	w.script, w.args = outer, outerArgs
	for i := range out {
		if out[i].flow == flowReturned {
			out[i].flow = flowRunning
		}
	}
	return out
}

// eval follows text that is known; its commands are never in tail position.
func (w *walker) eval(cmd *syntax.CallExpr, args []*syntax.Word, st state) []state {
	values, ok := literals(args)
	if !ok { // eval "$@" runs the arguments as they are
		values, ok = w.script.spelled(args), true
		for i, v := range values {
			if _, literally := literal(args[i]); !literally && v != `"$@"` && v != "$@" && v != "$*" && v != `"${@}"` && v != `"$*"` {
				ok = false
			}
		}
	}
	var inner *script
	if ok && w.inEval < 5 {
		inner, _ = parseFor(strings.Join(values, " "), w.family)
	}
	if inner == nil {
		return []state{w.offer(st, fate{rank: rankSourced, node: cmd, pos: cmd.Pos(), program: w.script.words(args),
			reason: "what eval runs is not in the script"})}
	}
	outer := w.script
	w.script = inner
	states := within(&w.inEval, func() []state { return w.list(inner.file.Stmts, []state{st}) })
	w.script = outer
	for i := range states {
		if states[i].best != st.best {
			states[i].best.node, states[i].best.pos = cmd, cmd.Pos()
		}
	}
	return states
}

// program follows a command that is neither function nor control flow.
func (w *walker) program(cmd *syntax.CallExpr, words []string, args []*syntax.Word, exec bool, st state) state {
	run := words[unwrap(words).ProgramIndex:]
	if len(run) == 0 {
		run = words
	}
	kind := lengthOf(run)
	if kind == forever && w.fed && path.Base(run[0]) == "cat" {
		kind = instant
	}
	text := strings.Join(words, " ")
	if args != nil {
		text = w.script.words(args)
	}
	f := fate{replaced: No, node: cmd, pos: cmd.Pos(), program: text, argv: strings.Join(words, "\x00"), trapped: w.trapped(st),
		background: w.inBackground > 0, keepalive: kind == forever}
	f.rank = w.rankOf(kind, words[0])
	switch {
	case exec && w.inChild > 0:
		st.subexec, f.marked = true, true
		if f.rank == rankProgram {
			f.rank = rankServer
		}
		st = w.offer(st, f)
		st.flow = flowExited
		return st
	case exec:
		f.rank, f.replaced, f.exec = rankExec, Yes, true
		st = w.offer(st, f)
		st.flow = flowReplaced
		return st
	case w.tails[cmd] && w.inChild == 0 && !f.trapped && path.Base(words[0]) != "time" && !isBuiltin(words[0]):
		f.replaced = Yes
		if w.family == Bash && st.ignores() {
			f.replaced = Unknown
			f.reason = "bash before 5.2 stays as parent once a trap ignores a signal, later versions do not"
		}
	}
	return w.offer(st, f)
}

// rankOf says how likely a command is the main program, given where it stands.
func (w *walker) rankOf(kind length, name string) rank {
	switch {
	case isBuiltin(name):
		return rankNone
	case kind == brief || kind == instant:
		return rankBrief
	case w.inCondition > 0 || w.inFallback > 0:
		return rankCondition
	case w.inBackground > 0 && kind == forever:
		return rankLoop
	case w.inBackground > 0 && kind == server:
		return rankBackgroundServer
	case w.inBackground > 0:
		return rankBackground
	case w.inLoop > 0:
		return rankLoop
	case kind == server:
		return rankServer
	}
	return rankProgram
}

// isBuiltin knows the names that every family runs inside the shell itself.
func isBuiltin(name string) bool {
	switch name {
	case ":", "true", "false", "test", "[", "[[", "echo", "printf", "cd", "pwd", "kill", "export", "set", "unset", "shift",
		"readonly", "local", "declare", "typeset", "alias", "unalias", "umask", "ulimit", "hash", "type", "getopts", "let",
		"shopt", "jobs", "times", "enable", "read", "wait", "trap", "disown", "mapfile", "readarray", "pushd", "popd", "dirs":
		return true
	}
	return false
}
