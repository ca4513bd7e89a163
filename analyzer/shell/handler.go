package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// acts is what a trap's handler does, read from top to bottom: branches are taken to be taken.
type acts struct {
	family Family
	// pids: processes other than the shell itself are signalled by number; names: by name.
	pids, names bool
	// self: the shell signals itself or its whole group.
	self bool
	// clears: the handler resets the TERM trap before that.
	clears bool
	// waits: it waits for the program after signalling it.
	waits bool
	// pauses: it sleeps after signalling, which gives the program some time.
	pauses bool
	exits  bool
	// other: it runs something whose effect is not known, or its text is not.
	other bool
}

func (w *walker) acts(h handler) acts {
	a := acts{family: w.family}
	if !h.known {
		a.other = true
		return a
	}
	if s, err := parseFor(h.text, w.family); err == nil {
		w.readHandler(&a, s, s.file, 0)
	}
	return a
}

func (w *walker) readHandler(a *acts, s *script, root syntax.Node, depth int) {
	if depth > 10 {
		return
	}
	syntax.Walk(root, func(n syntax.Node) bool {
		if loop, ok := n.(*syntax.WhileClause); ok && asksForProcess(loop.Cond) {
			a.waits = a.waits || a.signalled()
		}
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 || a.exits {
			return !a.exits
		}
		words := s.spelled(call.Args)
		if f, ok := w.funcs[words[0]]; ok {
			w.readHandler(a, f.script, f.body, depth+1)
			return false
		}
		a.command(words)
		return false
	})
}

// command reads one simple command of a handler.
func (a *acts) command(words []string) {
	switch path.Base(words[0]) {
	case "kill":
		a.kill(words[1:])
	case "pkill", "killall":
		a.names = true
	case "wait":
		a.waits = a.waits || a.signalled()
	case "exit":
		a.exits = true
	case "trap":
		text := strings.Join(words[1:], " ")
		a.clears = a.clears || strings.HasPrefix(text, "-") || strings.HasPrefix(text, " ") || len(words) == 2
	case "nginx":
		if lengthOf(words) == instant {
			a.names = true
		}
	case "sleep":
		a.pauses = a.pauses || a.signalled()
	case "tail":
		// tail --pid waits for a process.
		a.waits = a.waits || a.signalled() && strings.Contains(strings.Join(words, " "), "--pid")
	default:
		if k := lengthOf(words); k == unknownLength || k == server {
			a.other = true
		}
	}
}

func (a *acts) signalled() bool { return a.pids || a.names || a.self }

// kill reads the operands of kill: -0 only asks, 0, -1, 1 and $$ are the shell itself or include it.
func (a *acts) kill(args []string) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "-0":
			return
		case arg == "-s" || arg == "-n":
			if len(args) > 0 {
				args = args[1:]
			}
		case arg == "--":
			a.targets(args)
			return
		case len(arg) > 1 && arg[0] == '-':
		default:
			a.targets(append([]string{arg}, args...))
			return
		}
	}
}

func (a *acts) targets(args []string) {
	for _, t := range args {
		switch strings.Trim(t, `"`) {
		case "0", "-1", "1", "$$", "-$$", "${$}":
			a.self = true
		default:
			if a.family == Dash && (strings.HasPrefix(t, "%") || strings.Contains(t, "jobs")) {
				// Without job control dash knows no job numbers, and jobs prints nothing in a subshell.
				a.other = true
				continue
			}
			a.pids = true
		}
	}
}
