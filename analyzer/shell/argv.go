package shell

import (
	"path"
	"slices"
	"strings"
)

// Invocation is an argv taken apart: an init, transparent wrappers, then (where Split says ok) a shell that runs a
// command string.
type Invocation struct {
	// Init is the init program in front, as written (/sbin/tini), empty when there is none. InitArgs are its options,
	// which decide whether it signals its child only (tini, dumb-init -c) or a whole group (tini -g, dumb-init).
	Init     string
	InitArgs []string
	// Wrappers are the programs between init and program that replace themselves with it (env, nice, gosu), as written
	// and in order, without their options.
	Wrappers []string
	// ProgramIndex is the place in argv of the first word after inits and wrappers: the shell, or whatever program there
	// is. It is len(argv) when nothing follows. It, Init and Wrappers are also set where Split says no.
	ProgramIndex int
	// Shell is the shell as written: sh, /bin/bash, "busybox sh".
	Shell string
	// ShellFlags are its options as written, "-c" among them.
	ShellFlags []string
	// Script is the command string and ScriptIndex its place in argv.
	Script      string
	ScriptIndex int
	// Args are the words after Script: $0, $1 and so on of the script.
	Args []string
}

// Split reports whether argv is a shell that runs a command string (sh -c SCRIPT), directly or behind an init and
// wrappers that replace themselves. A shell that runs a file, or whose -c has no script, is not one.
func Split(argv []string) (Invocation, bool) {
	inv := unwrap(argv)
	i := inv.ProgramIndex
	if i >= len(argv) {
		return inv, false
	}
	name := argv[i]
	if path.Base(name) == "busybox" && i+1 < len(argv) {
		i++
		name += " " + argv[i]
	}
	if !isShell(name) {
		return inv, false
	}
	n, command := shellOptions(argv[i+1:])
	if inv.ScriptIndex = i + 1 + n; !command || inv.ScriptIndex >= len(argv) {
		inv.ScriptIndex = 0
		return inv, false
	}
	inv.Shell, inv.ShellFlags = name, argv[i+1:i+1+n]
	inv.Script, inv.Args = argv[inv.ScriptIndex], argv[inv.ScriptIndex+1:]
	return inv, true
}

// Bare tells whether a command line is a shell with nothing to run: for a person, whatever program the image is for.
func Bare(argv []string) bool { return len(argv) == 1 && isShell(argv[0]) }

func isShell(name string) bool {
	if box, applet, ok := strings.Cut(name, " "); ok {
		return path.Base(box) == "busybox" && (applet == "sh" || applet == "ash")
	}
	switch path.Base(name) {
	case "sh", "bash", "dash", "ash", "ksh", "mksh":
		return true
	}
	return false
}

// shellOptions counts the words before the script: option clusters, their operands (-o pipefail, -O extglob) and long
// options. command is true when -c is among them.
func shellOptions(args []string) (n int, command bool) {
	for n < len(args) {
		a := args[n]
		switch {
		case a == "--" || a == "-":
			return n + 1, command
		case strings.HasPrefix(a, "--"):
			n++
			if a == "--rcfile" || a == "--init-file" {
				n++
			}
		case len(a) > 1 && (a[0] == '-' || a[0] == '+'):
			n++
			command = command || a[0] == '-' && strings.Contains(a, "c")
			n += strings.Count(a, "o") + strings.Count(a, "O")
		default:
			return n, command
		}
	}
	return min(n, len(args)), command
}

// unwrap steps over an init and over wrappers that replace themselves with the rest of their command line.
func unwrap(argv []string) Invocation {
	var inv Invocation
	for inv.ProgramIndex < len(argv) {
		word := argv[inv.ProgramIndex]
		rest := argv[inv.ProgramIndex+1:]
		if w, ok := inits(path.Base(word)); ok && inv.Init == "" {
			n, ok := w.skip(rest)
			if !ok {
				return inv
			}
			inv.Init, inv.InitArgs = word, slices.Clone(rest[:n])
			inv.ProgramIndex += 1 + n
			continue
		}
		w, ok := wrappers(path.Base(word))
		if !ok {
			return inv
		}
		n, ok := w.skip(rest)
		if !ok || n >= len(rest) {
			return inv
		}
		inv.Wrappers = append(inv.Wrappers, word)
		inv.ProgramIndex += 1 + n
	}
	return inv
}
