package shell

import "strings"

// wrapper tells where the command line of a program ends and that of the program it runs begins.
type wrapper struct {
	// operand holds the short options that take a word of their own, as letters, and the long ones between spaces.
	operand string
	long    string
	// forks holds options that make the program stay as parent: it is no wrapper then.
	forks string
	// assigns is true where NAME=value words may precede the command (env).
	assigns bool
	// operands is the number of words between the options and the command: a user (gosu), a root (chroot).
	operands int
}

// inits knows the programs that run as PID 1, forward signals and reap. The child is their own child, not themselves.
func inits(name string) (wrapper, bool) {
	switch name {
	case "tini", "tini-static", "docker-init", "krallin-tini":
		return wrapper{operand: "pe"}, true
	case "dumb-init":
		return wrapper{operand: "r", long: " --rewrite "}, true
	case "catatonit":
		return wrapper{}, true
	}
	return wrapper{}, false
}

// wrappers knows the programs that exec the rest of their command line in their own process: measured, except gosu,
// su-exec and chpst (their manuals).
func wrappers(name string) (wrapper, bool) {
	switch name {
	case "env":
		// -S splits a string into words, which is not followed: it counts as staying.
		return wrapper{operand: "uC", long: " --unset --chdir ", forks: "S", assigns: true}, true
	case "nice":
		return wrapper{operand: "n", long: " --adjustment "}, true
	case "ionice":
		return wrapper{operand: "cn", long: " --class --classdata ", forks: "pPu"}, true
	case "nohup":
		return wrapper{}, true
	case "setpriv":
		return wrapper{long: " --reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig" +
			" --selinux-label --apparmor-profile --ruid --euid --rgid --egid "}, true
	case "stdbuf":
		return wrapper{operand: "ioe", long: " --input --output --error "}, true
	case "chroot":
		return wrapper{operands: 1, long: " --userspec --groups "}, true
	case "prlimit":
		return wrapper{forks: "p"}, true
	case "taskset":
		return wrapper{operands: 1, forks: "p"}, true
	// setsid is none: PID 1 of a container leads its session, so that setsid forks and ends.
	case "unshare":
		return wrapper{forks: "f"}, true
	case "gosu", "su-exec":
		return wrapper{operands: 1}, true
	case "chpst":
		return wrapper{operand: "uUbe/nmdopfctr"}, true
	}
	return wrapper{}, false
}

// skip counts the words of args that belong to the wrapper itself. ok is false when one of them makes it stay as parent.
func (w wrapper) skip(args []string) (n int, ok bool) {
	end := false
	for n < len(args) && !end {
		a := args[n]
		switch {
		case a == "--":
			end = true
			n++
		case a == "-" && w.assigns:
			n++
		case strings.HasPrefix(a, "--"):
			if a == "--fork" || strings.HasPrefix(a, "--pid") || strings.HasPrefix(a, "--split-string") {
				return n, false
			}
			n++
			if strings.Contains(w.long, " "+a+" ") {
				n++
			}
		case len(a) > 1 && a[0] == '-':
			n++
			if strings.ContainsAny(a[1:], w.forks) {
				return n, false
			}
			// An operand glued to its option (-n10, -oL) is part of the same word.
			if strings.IndexByte(w.operand, a[len(a)-1]) >= 0 {
				n++
			}
		default:
			end = true
		}
	}
	for w.assigns && n < len(args) && isAssign(args[n]) {
		n++
	}
	return min(n+w.operands, len(args)), true
}

func isAssign(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && isName(name)
}

// isName reports whether s can be a shell variable.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
