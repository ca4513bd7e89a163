# METADATA
# title: A shell stands between the stop signal and the program
# description: |
#   The runtime sends the stop signal to PID 1 of the container only. When the command is `sh -c "..."` and the shell does not
#   replace itself with the program, PID 1 is the shell. The kernel gives PID 1 no default action, so without a trap it ignores
#   the signal; the program never sees it and is killed with everything else at the end of the grace period.
#   Which shell replaces itself for which command was measured: dash as Debian and Ubuntu ship it never does, bash does for a
#   last simple command without redirection, BusyBox ash for most last commands. `exec` works in all of them.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#exec
#     description: POSIX shell, exec
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Shell, ImageShell]
#   tags: [signals, shell, pid-1]
#   remediation: |
#     Start the program with exec as the last command of the script. Where something must run after it, start it in the
#     background, pass the signal on from a trap, and wait again after the trap.
package drainlint.rules.signals.shell_wraps_process

import data.drainlint.lib.images
import data.drainlint.lib.pods
import data.drainlint.lib.signals
import data.drainlint.lib.words

# The shell stays.
violations contains {
	"at": s.at,
	"severity": _severity(w, c),
	"message": sprintf("%s: the shell stays PID 1 (%s) %s", [words.container(w, c), s.reason, _outcome(w, s)]),
	"proof": _proof(w, c),
	"change": _change(s),
	"flow": array.concat([{"text": "kubelet"}, {"text": "stop signal"}], c.process.path),
} if {
	some w in input.workloads
	some c in _candidates(w)
	s := c.process.shell
	s.stays == "yes"
	not s.trap in {"blocked", "misses"}
	not s.subshellExec
	_worth_it(c)
}

# Whether it stays depends on which shell sh is.
violations contains {
	"at": s.at,
	"severity": "note",
	"message": sprintf(
		"%s: if the image's sh is %s, it stays PID 1 and ignores the stop signal, so %s never sees it",
		[words.container(w, c), words.either([words.shell(f) | some f in s.differs]), _program(s)],
	),
	"proof": _proof(w, c),
	"change": _change(s),
} if {
	some w in input.workloads
	some c in _candidates(w)
	s := c.process.shell
	count(s.differs) > 0
	s.trap == "none"
	s.program != ""
	not s.keepAlive
}

# An image that starts sh -c in exec form.
violations contains {
	"at": im.instruction,
	"severity": images.severity(im),
	"flow": images.flow(im),
	"message": sprintf("the shell stays PID 1 (%s) %s", [im.process.reason, images.outcome(im.process)]),
	"proof": [images.family(im)],
	"change": images.change(im.process),
} if {
	some im in images.shells
	not im.shellForm
	im.script == ""
	images.stays(im)
	not im.process.subshellExec
	not im.process.trap in {"blocked", "misses"}
}

# Helm hooks run once, and nobody drains them.
_candidates(w) := [c |
	not w.hook
	w.pod.grace.value > 0 # there is no time to lose, and grace-zero speaks
	some c in pods.running(w)
	signals.bare_shell(w, c)
	c.process.shell.own
	c.process.script == ""
]

# A loop of short commands, or a command that only keeps the container up, has nothing to lose unless it serves.
_worth_it(c) if {
	c.served
	not c.process.shell.keepAlive
}

_worth_it(c) if {
	c.process.shell.program != ""
	not c.process.shell.keepAlive
}

_severity(w, c) := "note" if {
	w.runs == "job"
} else := "note" if {
	# What the trap does is not in the command.
	c.process.shell.forwards == "unknown"
} else := "warning" if {
	not _program_counts(c.process.shell)
} else := "error" if {
	_matters(w, c)
	c.process.shell.trap != "single-wait"
} else := "warning"

_program_counts(s) if {
	s.program != ""
	not s.keepAlive
}

_matters(_, c) if c.served

_matters(w, _) if w.agent

_matters(w, _) if w.kind == "StatefulSet"

_outcome(w, s) := sprintf("and it is not known whether its trap passes the stop signal on to %s", [_program(s)]) if {
	s.forwards == "unknown"
} else := sprintf("and its trap ends it without passing the stop signal on, so %s is killed at once", [_program(s)]) if {
	s.trap == "ends"
} else := sprintf("and ends as soon as its trap has run, so %s is killed while it drains", [_program(s)]) if {
	s.trap == "single-wait"
} else := sprintf("and its trap signals the shell itself until it crashes, so %s is killed while it drains", [_program(s)]) if {
	s.trap == "recurses"
} else := sprintf("and ignores the stop signal, so it is killed after %s", [words.seconds(w.pod.grace.value)]) if {
	s.program == ""
} else := sprintf("and ignores the stop signal, so %s never sees it and is killed after %s", [_program(s), words.seconds(w.pod.grace.value)])

_program(s) := sprintf("%q", [words.short(s.program)]) if s.program != ""

_program(s) := "the program" if s.program == ""

_proof(w, c) := array.concat(
	[
		_family(c),
		{"text": words.grace(w.pod.grace), "at": w.pod.grace.at},
	],
	[{"text": sprintf("traffic comes from %s", [w.frontName]), "at": w.frontAt} | c.served; w.served],
)

_family(c) := {"text": sprintf("%s is %s: %s", [s.name, words.shell(s.family), s.familyFrom]), "at": c.image.at} if {
	s := c.process.shell
	s.family != "unknown"
} else := {"text": sprintf("%s may be dash, bash or BusyBox ash: the image does not tell", [s.name]), "at": c.image.at} if {
	s := c.process.shell
}

_change(s) := sprintf("start it as `exec %s`, or, where commands must follow, in the background with a trap that passes the signal on and waits again", [words.command(s.program)]) if {
	_program_counts(s)
} else := "trap TERM in the script and end it there, or run a program that handles the signal"
