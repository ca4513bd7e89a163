package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Trap says what a script's handling of TERM amounts to while its main program runs.
type Trap int

// The outcomes, all measured with dash and bash as PID 1.
const (
	// TrapNone: no trap for TERM (or the program replaces the shell, which resets traps).
	TrapNone Trap = iota
	// TrapForwards: the trap signals the program and the shell waits until it is gone.
	TrapForwards
	// TrapBlocked: the trap cannot run, because the shell waits for a foreground child.
	TrapBlocked
	// TrapSingleWait: the program is signalled, but the wait that the signal interrupts is the last: the shell ends and
	// takes the program along while it drains.
	TrapSingleWait
	// TrapEnds: the shell ends without signalling the program.
	TrapEnds
	// TrapMisses: the trap signals another process than the program: a shell in between, or another part of a pipeline.
	TrapMisses
	// TrapRecurses: kill 0 or kill $$ signals the shell itself, so that the trap calls itself until the shell crashes.
	TrapRecurses
	// TrapIgnores: TERM is ignored, which a program also inherits over exec, or the trap does nothing.
	TrapIgnores
	// TrapUnknown: the handler's effect is not in the script, or paths differ.
	TrapUnknown
)

// String gives a short name.
func (t Trap) String() string {
	names := [...]string{"none", "forwards", "blocked", "single-wait", "ends", "misses", "recurses", "ignores", "unknown"}
	if t < 0 || int(t) >= len(names) {
		return "unknown"
	}
	return names[t]
}

// ignored is the handler index of an empty action.
const ignored = -1

// handler is a trap command.
type handler struct {
	node  *syntax.CallExpr
	text  string
	known bool
}

// setTrap follows the trap builtin; args are the words behind it.
func (w *walker) setTrap(cmd *syntax.CallExpr, args []*syntax.Word, st state) state {
	for len(args) > 0 {
		v, _ := literal(args[0])
		if v == "-p" || v == "-l" || v == "-P" {
			return st
		}
		if v != "--" {
			break
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return st
	}
	h := w.handlerOf(cmd, args[0])
	reset := h.known && h.text == "-" || len(args) == 1
	if len(args) > 1 {
		args = args[1:]
	}
	index := 0
	switch {
	case reset:
	case h.known && h.text == "":
		index = ignored
	default:
		w.handlers = append(w.handlers, h)
		index = len(w.handlers)
	}
	for _, a := range args {
		name, ok := literal(a)
		if !ok {
			name = "TERM"
		}
		st = st.trap(signalName(name), index, w.family)
	}
	return st
}

// trap records that a signal has a handler (index), is ignored, or is reset (0).
func (st state) trap(signal string, index int, f Family) state {
	if f != Bash && (signal == "DEBUG" || signal == "RETURN") {
		return st
	}
	st.everTrapped = st.everTrapped || index > 0 || index == ignored && f == Mksh
	switch signal {
	case "TERM":
		st.term = index
	case "EXIT":
		st.exit = index
	}
	var names []string
	for _, n := range strings.Fields(st.signals) {
		if strings.TrimPrefix(n, "!") != signal {
			names = append(names, n)
		}
	}
	switch {
	case index > 0:
		names = append(names, signal)
	case index == ignored:
		names = append(names, "!"+signal)
	}
	slices.Sort(names)
	st.signals = strings.Join(names, " ")
	return st
}

// ignores reports whether some signal is ignored.
func (st state) ignores() bool { return strings.Contains(st.signals, "!") }

// trapped reports whether the traps set now make the shell stay for its last command.
func (w *walker) trapped(st state) bool {
	if w.family != Bash {
		return st.everTrapped
	}
	for _, n := range strings.Fields(st.signals) {
		if n[0] != '!' && n != "DEBUG" && n != "RETURN" {
			return true
		}
	}
	return false
}

func signalName(s string) string {
	s = strings.TrimPrefix(strings.ToUpper(s), "SIG")
	switch s {
	case "15":
		return "TERM"
	case "0":
		return "EXIT"
	}
	return s
}

// handlerOf is the text of an action. Inside double quotes expansions are kept as they are written: whether they happen
// now or when the trap runs makes no difference to what is signalled.
func (w *walker) handlerOf(cmd *syntax.CallExpr, word *syntax.Word) handler {
	h := handler{node: cmd}
	if h.text, h.known = literal(word); h.known {
		return h
	}
	if q, ok := word.Parts[0].(*syntax.DblQuoted); ok && len(word.Parts) == 1 {
		text := strings.TrimPrefix(w.script.source(q), "$")
		h.text = unescape(text[min(1, len(text)):max(len(text)-1, min(1, len(text)))], true)
		_, bare := q.Parts[0].(*syntax.ParamExp)
		h.known = !bare || len(q.Parts) > 1
	}
	return h
}

// judgeTrap fills in what the verdict says about TERM.
func (w *walker) judgeTrap(v *Verdict, paths []state, top rank) {
	first := true
	for _, st := range paths {
		if tier(st.best.rank) != tier(top) {
			continue
		}
		t, node := w.trapOf(st)
		if node != nil {
			v.TrapLine, v.TrapCol = w.script.at(node.Pos())
		}
		if !first && t != v.Trap {
			t = TrapUnknown
		}
		v.Trap, first = t, false
	}
	switch v.Trap {
	case TrapForwards:
		v.Forwards = Yes
	case TrapUnknown:
		v.Forwards = Unknown
	}
}

// trapOf judges one path.
func (w *walker) trapOf(st state) (Trap, *syntax.CallExpr) {
	index := st.term
	if st.best.background && st.waitTerm > 0 {
		// "wait; trap - TERM; wait" resets the trap only after it has done its work.
		index = st.waitTerm
	}
	switch {
	case index == ignored:
		return TrapIgnores, nil
	case st.best.replaced == Yes:
		return TrapNone, nil
	case index == 0 && w.family == Bash && st.exit > 0:
		// As PID 1 bash installs a handler for fatal signals when an EXIT trap exists; it runs the trap and ends.
		h := w.handlers[st.exit-1]
		if !st.best.background {
			return TrapEnds, h.node
		}
		switch act := w.acts(h); {
		case act.waits:
			return TrapForwards, h.node
		case act.other:
			return TrapUnknown, h.node
		}
		return TrapEnds, h.node
	case index == 0:
		return TrapNone, nil
	}
	h := w.handlers[index-1]
	switch {
	case st.best.rank <= rankBrief:
		return TrapUnknown, h.node
	case !st.best.background:
		return TrapBlocked, h.node
	}
	act := w.acts(h)
	group := act.self && act.clears
	again := act.waits || st.waits > 1 && !act.exits || st.flow == flowForever && !act.exits
	switch {
	case act.self && !act.clears:
		return TrapRecurses, h.node
	case act.pids && !act.names && !group && st.best.elsewhere:
		return TrapMisses, h.node
	case act.pids || act.names || group:
		if again {
			return TrapForwards, h.node
		}
		if act.pauses {
			return TrapUnknown, h.node
		}
		return TrapSingleWait, h.node
	case act.other:
		return TrapUnknown, h.node
	case !act.exits && st.waits > 1:
		return TrapIgnores, h.node
	}
	return TrapEnds, h.node
}
