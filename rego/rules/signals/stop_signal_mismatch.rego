# METADATA
# title: The stop signal is not the one that drains the program
# description: |
#   The runtime sends the image's STOPSIGNAL, SIGTERM by default. Some programs take it for a fast stop and drain on another signal: nginx on SIGQUIT, Apache httpd on
#   SIGWINCH, HAProxy on SIGUSR1. Others do not stop on a signal that looks right: a JVM only prints its threads on SIGQUIT. The signal is judged by the
#   program that is PID 1, not by what the image holds.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: high
#   kinds: [SignalEffect]
#   tags: [signals, Dockerfile]
#   remediation: |
#     Set STOPSIGNAL to the signal on which the program drains, or drain it from a preStop hook that waits.
package drainlint.rules.signals.stop_signal_mismatch

import data.drainlint.lib.pods
import data.drainlint.lib.processes
import data.drainlint.lib.words

violations contains {
	"at": object.get(s.signal, "at", s.at),
	"severity": _severity(s),
	"message": sprintf("%s%s %s%s", [s.who, processes.name(s.program[0]), _effect(s), _better(s)]),
	"proof": [{"text": sprintf("the stop signal is %s: %s", [s.signal.name, s.signal.from])}, processes.starts(s)],
	"change": _change(s),
	"flow": processes.flow(s),
} if {
	some s in processes.images
	_mismatch(s)
}

# In a pod the hook may do what the signal does not.
violations contains {
	"at": object.get(c.process.stopSignal, "at", c.process.at),
	"severity": _severity(s),
	"message": sprintf("%s%s %s%s", [s.who, processes.name(s.program[0]), _effect(s), _better(s)]),
	"proof": [{"text": sprintf("the stop signal is %s: %s", [s.signal.name, s.signal.from])}, processes.starts(s)],
	"change": _change(s),
	"flow": processes.flow(s),
} if {
	some w in input.workloads
	not w.hook
	some c in pods.running(w)
	not c.preStop.set
	some s in processes.containers
	s.at == c.process.at
	_mismatch(s)
}

_mismatch(s) if {
	s.signal.known
	_receives(s)
	count(s.program) > 0
	_bad(s)
}

# The program itself gets the signal: no shell in between, or one that execs it.
_receives(s) if not s.shell.used

_receives(s) if s.shell.stays == "no"

_bad(s) if s.signal.name == "SIGKILL"

_bad(s) if s.signals[s.signal.name] in {"reload", "dump", "ignored", "quiet"}

# Where no other signal would drain it, the signal is not what is wrong.
_bad(s) if {
	s.signals[s.signal.name] == "fast"
	count(_graceful(s)) > 0
}

_severity(s) := "note" if {
	s.weight == "note"
} else := "warning"

_effect(s) := "is killed at once by SIGKILL" if s.signal.name == "SIGKILL"

_effect(s) := sprintf("stops at once on %s, without finishing what it is doing", [s.signal.name]) if s.signals[s.signal.name] == "fast"

_effect(s) := sprintf("does not stop on %s (%s), and is killed at the end of the grace period", [s.signal.name, _does(s.signals[s.signal.name])]) if {
	s.signals[s.signal.name] in {"reload", "dump", "ignored", "quiet"}
}

_does("reload") := "it reloads"

_does("dump") := "it prints its state"

_does("ignored") := "it ignores it"

_does("quiet") := "it only takes no new work"

_graceful(s) := [name | some name, effect in s.signals; effect == "graceful"]

_better(s) := sprintf("; it drains on %s", [words.either(_graceful(s))]) if count(_graceful(s)) > 0

_better(s) := "" if count(_graceful(s)) == 0

_change(s) := sprintf("set STOPSIGNAL %s in the Dockerfile, or drain it from a preStop hook that waits until it is done", [_graceful(s)[0]]) if count(_graceful(s)) > 0

_change(s) := "drain it from a preStop hook that waits until it is done" if count(_graceful(s)) == 0
