package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Kill is a command that signals processes.
type Kill struct {
	// Text is the command as written.
	Text string
	// Signal is TERM, KILL, QUIT ...; empty when it is not known.
	Signal string
	// Name is the program that pkill and killall look for, empty for kill.
	Name string
	// PID1 is true for "kill 1" and for a process id that is read from a file of PID 1.
	PID1 bool
}

// Kills lists the commands of an exec command that signal processes, in order. What cannot be parsed has none.
func Kills(argv []string) (out []Kill) {
	inv, ok := Split(argv)
	if !ok {
		at := unwrap(argv).ProgramIndex
		if at < len(argv) {
			return appendKill(out, argv[at:])
		}
		return nil
	}
	s, err := parseLoose(inv.Script, FamilyOf(inv.Shell))
	if err != nil {
		return nil
	}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			out = appendKill(out, s.spelled(call.Args))
		}
		return true
	})
	return out
}

func appendKill(out []Kill, argv []string) []Kill {
	name := path.Base(argv[0])
	if name != "kill" && name != "pkill" && name != "killall" {
		return out
	}
	k := Kill{Text: strings.Join(argv, " "), Signal: "TERM"}
	for i := 1; i < len(argv); i++ {
		a := argv[i]
		switch {
		case a == "-0" || a == "-l" || a == "-L":
			return out // asks only
		case a == "-s" || a == "--signal" || a == "-n":
			if i++; i < len(argv) {
				k.Signal = signalName(argv[i])
			}
		case strings.HasPrefix(a, "--signal="):
			k.Signal = signalName(strings.TrimPrefix(a, "--signal="))
		case strings.HasPrefix(a, "-") && len(a) > 1 && isSignal(a[1:]):
			k.Signal = signalName(a[1:])
		case strings.HasPrefix(a, "-"):
		case name == "kill":
			k.PID1 = k.PID1 || a == "1"
		default:
			k.Name = a
		}
	}
	switch k.Signal {
	case "9":
		k.Signal = "KILL"
	case "3":
		k.Signal = "QUIT"
	case "2":
		k.Signal = "INT"
	}
	if strings.Contains(k.Signal, "$") {
		k.Signal = ""
	}
	return append(out, k)
}

// isSignal tells a signal from an option of pkill (-f, -x, -u).
func isSignal(s string) bool {
	if s[0] >= '0' && s[0] <= '9' {
		return true
	}
	switch strings.TrimPrefix(strings.ToUpper(s), "SIG") {
	case "HUP", "INT", "QUIT", "ABRT", "KILL", "USR1", "USR2", "TERM", "CONT", "STOP", "TSTP", "WINCH":
		return true
	}
	return false
}
