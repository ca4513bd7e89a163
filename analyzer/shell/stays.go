package shell

import (
	"fmt"
	"slices"
	"strings"
)

// Verdict says what becomes of the shell while the main program of a script runs.
type Verdict struct {
	// Stays is Yes when the shell is the parent of the main program, No when the program replaces it, Unknown when that
	// depends on the shell (see Differs), on the path taken, or on text that is not in the script.
	Stays Tri
	// Reason says why in plain words, a clause without a full stop.
	Reason string
	// Program is the main program's words as written, without exec; empty when the script starts none. Which command is
	// the main program is a guess where several could be: the last one that is neither a short helper nor a condition.
	Program string
	// Argv is Program as separate words, without quotes where the text is literal; nil when there is none.
	Argv []string
	// Keepalive is true when that program does nothing but keep the container alive, as Keepalive says of an argv.
	Keepalive bool
	// Line and Col are the place in the script of the command that decides, from 1; Col counts code points. Zero when
	// there is none.
	Line, Col int
	// Exec is true when an explicit exec replaces the shell.
	Exec bool
	// SubshellExec is true when there is an exec that replaces only a child of the shell: in a pipeline, a subshell or
	// the background.
	SubshellExec bool
	// Forwards is Yes when the shell stays but a trap passes TERM on to the program and the shell then waits for it.
	Forwards Tri
	// Trap says what the handling of TERM amounts to; TrapLine and TrapCol are the trap command's place, zero without one.
	Trap              Trap
	TrapLine, TrapCol int
	// Finite is true when the script obviously ends by itself: only short commands, no program, no waiting loop.
	Finite bool
	// Differs lists, where the family is not known and the answer depends on it, those whose shell stays.
	Differs []Family
	// SyntaxError is set when the family cannot parse the script, so that Stays is Unknown.
	SyntaxError string
}

// Stays reports whether the shell that runs script with -c stays as parent of the main program. For UnknownFamily it
// answers Yes or No only where dash, bash and BusyBox ash agree; families that cannot parse the script do not count.
func Stays(script string, f Family) Verdict { return judge(script, f, true) }

// StaysFile is Stays for a script in a file: no shell spares itself the fork for the last command of one.
func StaysFile(script string, f Family) Verdict { return judge(script, f, false) }

func judge(script string, f Family, command bool) Verdict {
	if f != UnknownFamily {
		return staysAs(script, f, command)
	}
	var known []Verdict
	var families []Family
	var broken Verdict
	for _, f := range []Family{Bash, Dash, Ash} {
		if f == Dash && strings.Contains(script, "[[ ") {
			// Whoever wrote it runs it with another shell: in dash [[ is not found.
			continue
		}
		v := staysAs(script, f, command)
		if v.SyntaxError != "" {
			broken = v
			continue
		}
		known, families = append(known, v), append(families, f)
	}
	if len(known) == 0 {
		return broken
	}
	return combine(known, families)
}

// combine is the verdict that all families share.
func combine(vs []Verdict, families []Family) Verdict {
	out := vs[0]
	for _, v := range vs[1:] {
		if v.Forwards != out.Forwards {
			out.Forwards = Unknown
		}
		if v.Trap != out.Trap {
			out.Trap = TrapUnknown
		}
	}
	same := func(v Verdict) bool { return v.Stays == out.Stays }
	if !slices.ContainsFunc(vs, func(v Verdict) bool { return !same(v) }) {
		return out
	}
	for i, v := range vs {
		switch v.Stays {
		case Yes:
			out.Differs = append(out.Differs, families[i])
			out.Program, out.Argv, out.Keepalive, out.Line, out.Col = v.Program, v.Argv, v.Keepalive, v.Line, v.Col
		case Unknown:
			out.Reason = v.Reason
		}
	}
	slices.Sort(out.Differs)
	out.Stays, out.Exec = Unknown, false
	if len(out.Differs) > 0 {
		out.Reason = fmt.Sprintf("depends on which shell this is: %s stays as parent, others replace themselves", list(out.Differs))
	}
	return out
}

func list(fs []Family) string {
	s := fs[0].String()
	for i, f := range fs[1:] {
		if i == len(fs)-2 {
			s += " and " + f.String()
		} else {
			s += ", " + f.String()
		}
	}
	return s
}

// staysAs judges a text as the string of -c or as a file.
func staysAs(text string, f Family, command bool) Verdict {
	s, err := parseFor(text, f)
	if err != nil {
		if err == errTooBig {
			return Verdict{Reason: err.Error(), Trap: TrapUnknown}
		}
		return Verdict{Reason: fmt.Sprintf("%s cannot parse the script: %v", f, err), SyntaxError: err.Error(), Trap: TrapUnknown}
	}
	w := &walker{script: s, family: f, tails: tails{}, inFile: !command}
	if command {
		w.tails = s.tailsOf(f)
	}
	ends := w.list(s.file.Stmts, []state{{}})
	if w.gaveUp {
		return Verdict{Reason: "the script has too many paths to follow", Trap: TrapUnknown}
	}
	return w.verdict(ends)
}

// verdict merges the ends of all paths. Paths that fail (exit 1) and paths that start less of a program than others do
// not count.
func (w *walker) verdict(ends []state) Verdict {
	var paths []state
	top := rankNone
	for _, st := range ends {
		if st.flow != flowFailed {
			top = max(top, st.best.rank)
			paths = append(paths, st)
		}
	}
	if len(paths) == 0 {
		paths = ends
	}
	// A path that ends after what is only preparation on another path starts no program.
	full := slices.DeleteFunc(slices.Clone(paths), func(st state) bool { return w.helpers[st.best.node] })
	if slices.ContainsFunc(full, func(st state) bool { return tier(st.best.rank) == tier(top) }) {
		paths = full
	}
	v := Verdict{Trap: TrapNone, Forwards: No}
	v.Finite = top <= rankBrief && !w.polls
	chosen, mixed := choose(paths, top)
	v.SubshellExec = slices.ContainsFunc(paths, func(st state) bool { return st.subexec })
	w.judgeTrap(&v, paths, top)
	if top == rankNone || top == rankBrief && !v.Finite {
		v.Stays, v.Reason = Yes, "the script starts no program of its own"
		return v
	}
	v.Program, v.Keepalive = chosen.program, chosen.keepalive
	if chosen.argv != "" {
		v.Argv = strings.Split(chosen.argv, "\x00")
	}
	v.Line, v.Col = w.script.at(chosen.pos)
	switch {
	case chosen.replaced == Unknown:
		v.Reason, v.Forwards = chosen.reason, Unknown
	case mixed:
		v.Reason = "the shell is replaced on some paths only: here it stays as parent"
		v.Forwards = Unknown
	case chosen.replaced == Yes:
		v.Stays, v.Exec, v.Forwards = No, chosen.exec, No
		v.Reason = "the shell replaces itself with its last command"
		if chosen.exec {
			v.Reason = "exec replaces the shell"
		}
	default:
		v.Stays, v.Reason = Yes, w.why(chosen)
	}
	return v
}

// choose picks the fate that decides: one that stays before one that is unknown before one that is replaced. mixed is
// true when paths that start a program disagree.
func choose(paths []state, top rank) (best fate, mixed bool) {
	seen := map[Tri]bool{}
	order := func(t Tri) int { return map[Tri]int{No: 3, Unknown: 2, Yes: 1}[t] }
	for _, st := range paths {
		if tier(st.best.rank) != tier(top) {
			continue
		}
		seen[st.best.replaced] = true
		switch d := order(st.best.replaced) - order(best.replaced); {
		case best.rank == rankNone, d > 0, d == 0 && st.best.rank > best.rank:
			best = st.best
		}
	}
	return best, seen[Yes] && seen[No]
}

// tier puts ranks into the groups within which paths are compared.
func tier(r rank) int {
	switch {
	case r >= rankBackground:
		return 3
	case r > rankBrief:
		return 2
	case r == rankBrief:
		return 1
	}
	return 0
}
