package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Malformed reports whether an exec command cannot work as it is written: reason says why, a clause without a full
// stop, and index is the word of argv to look at. It is quiet where a program may take what looks like a mistake.
//
// The words are those that the runtime gets. References like $(VAR), which the kubelet expands in a container's command
// and args, are left alone; in hooks it does not: see MalformedHook.
func Malformed(argv []string) (reason string, index int, ok bool) {
	if len(argv) == 0 {
		return "", 0, false
	}
	if inv, isShell := Split(argv); isShell {
		return malformedScript(inv)
	}
	at := unwrap(argv).ProgramIndex
	if at >= len(argv) {
		return "", 0, false
	}
	if reason := oneWord(argv[at]); reason != "" {
		return reason, at, true
	}
	if n, command := shellOptions(argv[at+1:]); isShell(argv[at]) && command && at+1+n == len(argv) {
		return nameOf(argv[at]) + " -c needs a script", at, true
	}
	return shellSyntax(argv, at)
}

// MalformedHook is Malformed for lifecycle hooks, where $(VAR) reaches the program as it is.
func MalformedHook(argv []string) (reason string, index int, ok bool) {
	if reason, index, ok = Malformed(argv); ok {
		return reason, index, ok
	}
	at := unwrap(argv).ProgramIndex
	if at < len(argv) && takesNumbers(nameOf(argv[at])) {
		for i, w := range argv[at+1:] {
			if strings.Contains(w, "$(") {
				return fmt.Sprintf("%s gets the text %q: $(VAR) is not expanded in hooks", nameOf(argv[at]), w), at + 1 + i, true
			}
		}
	}
	return "", 0, false
}

// oneWord recognises a command line that was given as the name of a program.
func oneWord(name string) string {
	if trimmed := strings.TrimSpace(name); trimmed != name && trimmed != "" {
		return fmt.Sprintf("the program name %q begins or ends with white space: no such file exists", name)
	}
	fields := strings.Fields(name)
	if len(fields) < 2 {
		return ""
	}
	first, second := fields[0], fields[1]
	_, numeric := seconds(second)
	switch {
	case !strings.Contains(first, "/"), isOperator(second), strings.HasPrefix(second, "-"), numeric,
		lengthOf(fields[:1]) != unknownLength, isShell(first):
		return fmt.Sprintf("%q is one word, so the runtime looks for a program of that name: each word needs an entry of its own,"+
			" or sh -c in front", name)
	}
	// A path with a blank in it may exist.
	return ""
}

// shellSyntax recognises operators and expansions that no shell is there to read.
func shellSyntax(argv []string, at int) (reason string, index int, ok bool) {
	name := nameOf(argv[at])
	if runsCommands(name) {
		return "", 0, false
	}
	plain := lengthOf([]string{name}) != unknownLength || name == "nginx" || name == "sleep"
	for i, w := range argv[at+1:] {
		index := at + 1 + i
		switch {
		case w == "&&" || w == "||", plain && isOperator(w):
			return fmt.Sprintf("%q is shell syntax, but no shell runs this command: %s gets it as an argument", w, name), index, true
		case name == "sleep" && badTime(w):
			return fmt.Sprintf("sleep does not understand %q", w), index, true
		case takesNumbers(name) && hasExpansion(w):
			return fmt.Sprintf("%s gets the text %q: no shell is there to expand it", name, w), index, true
		}
	}
	if name == "sleep" && at == len(argv)-1 {
		return "sleep needs a time", at, true
	}
	return "", 0, false
}

// runsCommands knows programs that take a command line, or such operators, as arguments.
func runsCommands(name string) bool {
	switch name {
	case "find", "expr", "test", "[", "[[", "xargs", "ssh", "su", "runuser", "sudo", "parallel", "watch", "tmux", "screen",
		"execlineb", "eval", "nsenter", "kubectl", "docker", "script", "awk", "sed", "jq", "yq", "grep",
		"egrep", "fgrep", "env", "dumb-init", "concurrently", "npx", "busybox":
		return true
	}
	return false
}

// takesNumbers knows programs whose operands are numbers, so that an unexpanded word cannot be meant.
func takesNumbers(name string) bool { return name == "sleep" || name == "kill" || name == "usleep" }

func isOperator(w string) bool {
	switch w {
	case ";", "&", "&&", "||", "|", ">", ">>", "<", "2>&1", "2>/dev/null", ">/dev/null", "&>/dev/null":
		return true
	}
	return false
}

// badTime recognises operands of sleep that are neither times nor options nor references.
func badTime(w string) bool {
	if _, ok := seconds(w); ok || isForever(w) || strings.HasPrefix(w, "-") || strings.Contains(w, "$") {
		return false
	}
	return !strings.Contains(w, "{{")
}

// hasExpansion recognises $VAR, ${VAR}, a command substitution or backquotes, but not the kubelet's $(VAR).
func hasExpansion(w string) bool {
	if strings.Contains(w, "`") {
		return true
	}
	for i := 0; i+1 < len(w); i++ {
		if w[i] != '$' {
			continue
		}
		rest := w[i+1:]
		if rest[0] == '$' {
			// The kubelet's escape for a dollar sign.
			i++
			continue
		}
		if rest[0] != '(' {
			return rest[0] == '{' || isName(rest[:1])
		}
		name, _, closed := strings.Cut(rest[1:], ")")
		if !closed || strings.ContainsAny(name, " \t(/|;") {
			return true
		}
	}
	return false
}

// malformedScript checks the command string of a shell and the words behind it.
func malformedScript(inv Invocation) (reason string, index int, ok bool) {
	s, err := parseFor(inv.Script, FamilyOf(inv.Shell))
	if err != nil {
		if certain(err, inv.Script) {
			return fmt.Sprintf("%s cannot parse the script, so nothing of it runs: %s", inv.Shell, plainError(err, inv.Script)), inv.ScriptIndex, true
		}
		return "", 0, false
	}
	if w := singleWord(s); w != nil && len(w.Parts) == 1 {
		if name, ok := literal(w); ok && w.Lit() == "" && strings.ContainsAny(name, " \t\n") && oneWord(name) != "" {
			return fmt.Sprintf("the quotes make the whole script one word, so %s looks for a program named %q", inv.Shell, name),
				inv.ScriptIndex, true
		}
	}
	if len(inv.Args) == 0 || usesArguments(s) {
		return "", 0, false
	}
	lost := inv.ScriptIndex + 1
	switch single := singleWord(s) != nil; {
	case len(inv.Args) == 1 && !single && isPlaceholder(inv.Args[0], inv.Shell):
		return "", 0, false
	case single:
		return fmt.Sprintf("only %q is the script: %s are its $0 and on, which it does not use", inv.Script, quoted(inv.Args)), lost, true
	}
	return fmt.Sprintf("the script ends before %s: words behind it become $0 and on, which it does not use", quoted(inv.Args)), lost, true
}

func quoted(words []string) string {
	if len(words) > 4 {
		words = append(words[:3:3], "...")
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(out, " ")
}

// certain reports whether a parse error is one in every shell. The parser rejects some expressions that shells accept
// (arithmetic, subscripts, patterns), and POSIX grammar rejects much that dash only fails on when it gets there.
func certain(err error, text string) bool {
	var p syntax.ParseError
	if !errors.As(err, &p) || strings.Contains(strings.ReplaceAll(text, "$((", ""), "((") || strings.Contains(text, "${ ") {
		return false
	}
	for _, doubt := range []string{"((", "))", "[[", "]]", "arithm", "expan", "expression", "parameter", "index", "not a valid",
		"${", "glob", "operator", "here-document", "`!`", "\"`\"", "`<`", "`>`", "array"} {
		if strings.Contains(p.Text, doubt) {
			return false
		}
	}
	return true
}

func plainError(err error, text string) string {
	var p syntax.ParseError
	if errors.As(err, &p) {
		line, col := (&script{text: text}).at(p.Pos)
		return fmt.Sprintf("line %d column %d: %s", line, col, p.Text)
	}
	return err.Error()
}

// singleWord is the word of a script that is one bare word, else nil.
func singleWord(s *script) *syntax.Word {
	if len(s.file.Stmts) != 1 || len(s.file.Stmts[0].Redirs) > 0 {
		return nil
	}
	call, ok := s.file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || len(call.Assigns) > 0 {
		return nil
	}
	return call.Args[0]
}

// isPlaceholder recognises a word that stands only for the script's name.
func isPlaceholder(word, shell string) bool {
	switch word {
	case "--", "-", "_", "", "sh", "bash", shell, nameOf(shell):
		return true
	}
	return !strings.HasPrefix(word, "-") && !isOperator(word)
}

// usesArguments reports whether a script reads $0, $1, $@ and the like, or runs text that may.
func usesArguments(s *script) bool {
	used := false
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil {
				switch name := n.Param.Value; name {
				case "@", "*", "#":
					used = true
				default:
					used = used || strings.Trim(name, "0123456789") == ""
				}
			}
		case *syntax.WordIter:
			used = used || !n.InPos.IsValid()
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				switch n.Args[0].Lit() {
				case "shift", "eval", ".", "source", "getopts", "set":
					used = true
				}
			}
		}
		return !used
	})
	return used
}
