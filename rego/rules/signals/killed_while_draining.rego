# METADATA
# title: The program gets the stop signal, but PID 1 ends before it has drained
# description: |
#   When PID 1 ends, the kernel kills everything else in the container. A shell whose `wait` was interrupted by a trap ends right away
#   unless it waits again; a shell under `tini -g` or dumb-init gets the signal together with the program, has no trap, and dies of it.
# related_resources:
#   - ref: https://docs.docker.com/reference/dockerfile/#shell-and-exec-form
#     description: Shell and exec form
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Shell, ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     Wait again after the trap (`wait "$pid"; wait "$pid"`, or a loop), or let exec replace the shell.
package drainlint.rules.signals.killed_while_draining

import data.drainlint.lib.images
import data.drainlint.lib.processes

violations contains {
	"at": s.trapAt,
	"severity": _severity(s),
	"message": sprintf("%sthe trap passes the stop signal on, but its arrival ends the only wait, so the script ends and %s is killed while it drains", [s.who, images.program(s.shell)]),
	"proof": [{"text": "the program is started here", "at": s.shell.at}],
	"change": "wait again after the trap has run: a second `wait \"$pid\"`, or a loop until the program is gone",
	"flow": processes.flow(s),
} if {
	some s in processes.long
	s.init == ""
	s.script != ""
	s.shell.trap == "single-wait"
}

violations contains {
	"at": s.shell.at,
	"severity": _severity(s),
	"message": sprintf("%s%s sends the stop signal to the shell and to %s; the shell has no trap and dies of it, %s ends with it, and the program is killed while it drains", [s.who, s.init, images.program(s.shell), s.init]),
	"proof": [processes.starts(s)],
	"change": images.change(s.shell),
	"flow": processes.flow(s),
} if {
	some s in processes.long
	_group(s)
	s.shell.used
	s.shell.stays == "yes"
	s.shell.trap == "none"
}

# su of util-linux stays as parent, passes the signal on and kills what is left two seconds later. BusyBox' su execs.
violations contains {
	"at": s.shell.at,
	"severity": _severity(s),
	"message": sprintf("%ssu stays as parent of %s: it passes the stop signal on, but kills the program two seconds later, drained or not", [s.who, images.program(s.shell)]),
	"proof": [processes.starts(s)],
	"change": "change the user with gosu, su-exec or setpriv, which exec the program, or with USER",
	"flow": processes.flow(s),
} if {
	some s in processes.long
	s.shell.used
	s.shell.family in {"dash", "bash"}
	regex.match(`^(/bin/|/usr/bin/)?su\s(.*\s)?(-c|--command)[\s=]`, s.shell.program)
	s.shell.stays == "no"
}

_severity(s) := "note" if s.weight == "note"

_severity(s) := "warning" if s.weight != "note"

# dumb-init signals the whole group unless it is told not to, tini only when it is.
_group(s) if {
	endswith(s.init, "dumb-init")
	every a in s.initArgs {
		not a in {"-c", "--single-child"}
	}
}

_group(s) if {
	contains(s.init, "tini")
	some a in s.initArgs
	startswith(a, "-")
	contains(a, "g")
}
