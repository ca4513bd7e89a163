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
#   kinds: [ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     Wait again after the trap (`wait "$pid"; wait "$pid"`, or a loop), or let exec replace the shell.
package drainlint.rules.signals.killed_while_draining

import data.drainlint.lib.images

violations contains {
	"at": object.get(im, "trapAt", im.process.at),
	"message": sprintf("the trap passes the stop signal on, but its arrival ends the only wait, so the script ends and %s is killed while it drains", [images.program(im.process)]),
	"proof": [{"text": "the program is started here", "at": im.process.at}],
	"change": "wait again after the trap has run: a second `wait \"$pid\"`, or a loop until the program is gone",
} if {
	some im in images.shells
	im.script != ""
	im.process.trap == "single-wait"
}

violations contains {
	"at": im.process.at,
	"message": sprintf("%s sends the stop signal to the shell and to %s; the shell has no trap and dies of it, %s ends with it, and the program is killed while it drains", [im.init, images.program(im.process), im.init]),
	"proof": [{"text": sprintf("the image starts %s", [concat(" ", im.argv)]), "at": im.instruction}],
	"change": images.change(im.process),
} if {
	some im in input.images
	not im.windows
	_group(im)
	im.process.used
	im.process.stays == "yes"
	im.process.trap == "none"
	not im.process.finite
	im.process.program != ""
	not im.process.keepAlive
}

# su of util-linux stays as parent, passes the signal on and kills what is left two seconds later. BusyBox' su execs.
violations contains {
	"at": im.process.at,
	"message": sprintf("su stays PID 1 above %s: it passes the stop signal on, but kills the program two seconds later, drained or not", [images.program(im.process)]),
	"proof": [{"text": sprintf("the image starts %s", [concat(" ", im.argv)]), "at": im.instruction}],
	"change": "change the user with gosu, su-exec or setpriv, which exec the program, or with USER",
} if {
	some im in input.images
	not im.windows
	im.init == ""
	im.process.used
	im.process.family in {"dash", "bash"}
	regex.match(`^(/bin/|/usr/bin/)?su\s(.*\s)?(-c|--command)[\s=]`, im.process.program)
	im.process.stays == "no"
}

# dumb-init signals the whole group unless it is told not to, tini only when it is.
_group(im) if {
	endswith(im.init, "dumb-init")
	every a in im.initArgs {
		not a in {"-c", "--single-child"}
	}
}

_group(im) if {
	contains(im.init, "tini")
	some a in im.initArgs
	startswith(a, "-")
	contains(a, "g")
}
