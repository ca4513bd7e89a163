package facts

import (
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/shell"
	"github.com/drainlint/drainlint/loaders/source"
)

// word is one word of a command line and the place where it is written.
type word struct {
	text string
	at   Ref
	// own is true when a pod sets it, not an image.
	own bool
}

func texts(ws []word) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.text
	}
	return out
}

// script is the text of a program and the place of its first line.
type script struct {
	text string
	file string
	// at gives the place of a stretch of a line of the text, both counted from 1; width is in code points.
	at func(line, col, width int) Ref
}

// surroundings are what a command line runs in, as far as it is known.
type surroundings struct {
	// family is that of /bin/sh, why how it is known.
	family shell.Family
	why    string
	// script finds the text of a program; nil or false where it is not known.
	script func(name string) (script, bool)
	// execs tells whether a program is an entrypoint that is known to replace itself with the words behind it.
	execs func(name string) bool
}

// running is what a command line amounts to.
type running struct {
	argv     []word
	init     string
	initArgs []string
	// second is an init below the first.
	second string
	// program are the words of what finally runs, or of the shell that starts it.
	program []word
	shell   Shell
	script  string
	trapAt  *Ref
	path    []Hop
}

// maxHops bounds how many programs that replace themselves are followed.
const maxHops = 8

// run follows a command line through inits, wrappers, shells and scripts to the program that runs in the end.
func run(argv []word, at Ref, in surroundings) running {
	r := running{argv: argv, program: argv, shell: unknownShell(at)}
	cur := argv
	for range maxHops {
		inv, command := shell.Split(texts(cur))
		if inv.Init != "" {
			if r.init == "" {
				r.init, r.initArgs = inv.Init, inv.InitArgs
			} else {
				r.second = inv.Init
			}
			r.hop(path.Base(inv.Init), initWord(cur, inv.Init).at, "yes")
		}
		r.program = cur[min(inv.ProgramIndex, len(cur)):]
		if len(r.program) == 0 {
			return r
		}
		if command {
			if next := r.commandString(cur, inv, in); next != nil {
				cur = next
				continue
			}
			return r
		}
		next, known := r.file(in)
		if !known || next == nil {
			if !known {
				r.hop(path.Base(r.program[0].text), r.program[0].at, "yes")
			}
			return r
		}
		cur = next
	}
	return r
}

func initWord(ws []word, text string) word {
	for _, w := range ws {
		if w.text == text {
			return w
		}
	}
	return ws[0]
}

// hop adds a process to the path of the signal.
func (r *running) hop(name string, at Ref, passes string) {
	r.path = append(r.path, Hop{Text: name, At: at, Passes: passes})
}

// commandString judges sh -c SCRIPT; it answers with the command line that replaces the shell, nil when there is none.
func (r *running) commandString(cur []word, inv shell.Invocation, in surroundings) []word {
	w := cur[inv.ScriptIndex]
	family, why := shell.FamilyOf(inv.Shell), "the command names it"
	if family == shell.UnknownFamily {
		family, why = in.family, in.why
	}
	v := shell.Stays(inv.Script, family)
	r.shell = shellFact(v, inv.Shell, family, why, w.at)
	r.shell.Own, r.shell.Init = w.own, r.init
	r.shell.Arguments = shell.UsesArguments(inv.Script)
	r.script = ""
	args := cur[len(cur)-len(inv.Args):]
	return r.after(v, family, w, args[min(1, len(args)):]) // the first is $0
}

// after adds the shell's hop and that of its program. It answers with the command line that replaces the shell where that
// is made of the words behind the script, args.
func (r *running) after(v shell.Verdict, family shell.Family, w word, args []word) []word {
	name := path.Base(r.shell.Name)
	if family != shell.UnknownFamily && name != family.String() {
		name += " (" + family.String() + ")"
	}
	passes := map[shell.Tri]string{shell.No: "yes", shell.Unknown: "unknown", shell.Yes: v.Forwards.String()}[v.Stays]
	if v.Stays == shell.Yes && signalsGroup(r.init, r.initArgs) {
		passes = "yes" // though the shell may end before the program has drained
	}
	r.hop(name, w.at, passes)
	if v.Program == "" {
		return nil
	}
	if v.Stays == shell.No && len(v.Argv) > 0 {
		return replacement(v.Argv, w, args)
	}
	name = firstWord(v.Program)
	if len(v.Argv) > 0 {
		name = v.Argv[0]
	}
	r.hop(path.Base(name), w.at, "yes")
	return nil
}

// signalsGroup tells whether an init passes signals to everything below it, not to its child alone.
func signalsGroup(init string, args []string) bool {
	switch name := path.Base(init); {
	case name == "dumb-init":
		return !slices.Contains(args, "-c") && !slices.Contains(args, "--single-child")
	case strings.Contains(name, "tini"):
		return slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && strings.Contains(a, "g") })
	}
	return false
}

// replacement is the command line that an exec puts in a shell's place, its "$@" replaced by the arguments. Where it starts the
// script again as another user (exec gosu web "$0" "$@"), the arguments are what runs in the end. It is nil when "$@" is all
// there is and there are no arguments.
func replacement(argv []string, w word, args []word) (out []word) {
	for _, text := range argv {
		switch {
		case arguments(text):
			out = append(out, args...)
		case itself(text) && len(args) > 0:
		default:
			out = append(out, word{text: text, at: w.at, own: w.own})
		}
	}
	return out
}

// itself tells whether a word stands for the script.
func itself(text string) bool {
	switch strings.Trim(text, `"`) {
	case "$0", "${0}", "$BASH_SOURCE", "${BASH_SOURCE}", "${BASH_SOURCE[0]}":
		return true
	}
	return false
}

// arguments tells whether a word stands for all arguments of a script.
func arguments(text string) bool {
	switch text {
	case `"$@"`, `"${@}"`, "$@", "$*":
		return true
	}
	return false
}

// file judges a script that a command line starts: the program itself, or the operand of a shell. next is the command line
// that replaces it; known is false when the program is no script whose text is known.
func (r *running) file(in surroundings) (next []word, known bool) {
	w, rest := r.program[0], r.program[1:]
	interpreter := ""
	s, ok := in.find(w.text)
	if !ok && len(rest) > 0 && (shell.FamilyOf(w.text) != shell.UnknownFamily || path.Base(w.text) == "sh") {
		interpreter = w.text
		for len(rest) > 0 && len(rest[0].text) > 1 && rest[0].text[0] == '-' {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil, false
		}
		w, rest = rest[0], rest[1:]
		s, ok = in.find(w.text)
	}
	if !ok {
		if in.execs != nil && len(rest) > 0 && in.execs(w.text) {
			r.hop(path.Base(w.text), w.at, "yes")
			return rest, true
		}
		return nil, false
	}
	if interpreter == "" {
		init, named := shebang(s.text)
		if interpreter = named; interpreter == "" {
			return nil, false // a binary, or a script of another language
		}
		if init != "" && r.init == "" {
			r.init = init
			r.hop(path.Base(init), w.at, "yes")
		}
	}
	family, why := shell.FamilyOf(interpreter), "the script names it"
	if family == shell.UnknownFamily {
		family, why = in.family, in.why
	}
	v := shell.StaysFile(s.text, family)
	at := s.at(max(v.Line, 1), max(v.Col, 1), max(len([]rune(firstLine(v.Program))), 1))
	r.shell = shellFact(v, path.Base(interpreter), family, why, at)
	r.shell.Own, r.shell.Init = w.own, r.init
	r.script, r.trapAt = s.file, nil
	if v.TrapLine > 0 {
		trap := s.at(v.TrapLine, v.TrapCol, len("trap"))
		r.trapAt = &trap
	}
	r.shell.Name = path.Base(w.text)
	next = r.after(v, family, word{w.text, at, w.own}, rest)
	r.shell.Name = path.Base(interpreter)
	return next, true
}

func (in surroundings) find(name string) (script, bool) {
	if in.script == nil {
		return script{}, false
	}
	return in.script(name)
}

func firstWord(s string) string {
	for i, c := range s {
		if c == ' ' || c == '\t' || c == '\n' {
			return s[:i]
		}
	}
	return s
}

func firstLine(s string) string {
	for i, c := range s {
		if c == '\n' {
			return s[:i]
		}
	}
	return s
}

func unknownShell(at Ref) Shell {
	return Shell{At: at, Stays: "unknown", Forwards: "unknown", Trap: "none", Family: "unknown"}
}

func shellFact(v shell.Verdict, name string, f shell.Family, why string, at Ref) Shell {
	out := Shell{
		Used: true, Name: name, Family: f.String(), FamilyFrom: why, Stays: v.Stays.String(), Reason: v.Reason, Program: v.Program,
		Forwards: v.Forwards.String(), Finite: v.Finite, Trap: v.Trap.String(), SubshellExec: v.SubshellExec,
		KeepAlive: keepAlive(v.Program), At: at,
	}
	for _, d := range v.Differs {
		out.Differs = append(out.Differs, d.String())
	}
	return out
}

// inFile is a script that lies in a file.
func inFile(s source.Script) script {
	return script{text: s.Text, file: s.File, at: func(line, col, width int) Ref {
		at := source.Span{File: s.File, Start: source.Pos{Line: s.Line + line - 1, Col: col}}
		at.End = source.Pos{Line: at.Start.Line, Col: col + width}
		return Ref{Span: &at}
	}}
}
