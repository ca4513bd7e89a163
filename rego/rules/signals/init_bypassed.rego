# METADATA
# title: The pod's command replaces the image's init
# description: |
#   `command` replaces ENTRYPOINT as a whole, the init at its head included. The program becomes PID 1: nothing reaps the orphans that it leaves, which pile up as
#   zombies until the node runs out of process ids, and a program without handlers of its own no longer reacts to the stop signal.
#   `args` alone keeps ENTRYPOINT.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Bypassed]
#   tags: [signals, init, pid-1]
#   remediation: |
#     Set args only, so that ENTRYPOINT and its init stay in force, or put the init in front of command.
package drainlint.rules.signals.init_bypassed

import data.drainlint.lib.pods
import data.drainlint.lib.processes
import data.drainlint.lib.signals
import data.drainlint.lib.words

violations contains {
	"at": c.process.at,
	"severity": _severity(w, c),
	"message": sprintf("%s: command replaces the image's ENTRYPOINT and the %s in it, so %s is PID 1 and nothing reaps what it leaves behind%s", [words.container(w, c), processes.name(c.process.image.init), _program(c), _guessed(c)]),
	"proof": [object.union({"text": sprintf("the image's ENTRYPOINT is %s", [concat(" ", c.process.image.entrypoint)])}, {"at": a | some k in ["at"]; a := c.process.image[k]})],
	"change": sprintf("set args instead of command, so that ENTRYPOINT stays, or begin command with %s", [c.process.image.init]),
} if {
	some w in input.workloads
	not w.hook
	signals.own_pid1(w)
	some c in pods.running(w)
	count(c.process.command) > 0
	c.process.init == ""
	c.process.image.init != ""
	_bypasses(c.process)
}

# A shell or another tool of the image is another matter than its program without its init.
_bypasses(p) if processes.name(p.program[0]) == processes.name(p.image.program[0])

_program(c) := processes.name(c.process.program[0])

_severity(w, _) := "note" if w.runs == "job"

_severity(w, _) := "warning" if w.runs != "job"

_guessed(c) := " (image matched by name)" if c.process.image.guessed

_guessed(c) := "" if not c.process.image.guessed
