# METADATA
# title: A command that only stays up is what the stop signal reaches
# description: |
#   `tail -f /dev/null`, `sleep infinity` or `cat` keeps the container up while the server runs in the background. As PID 1 it has no handler for the stop
#   signal and ignores it, and nothing passes it on: the server is killed at the end of the grace period, and a crash of it goes unnoticed.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [KeepAlive]
#   tags: [signals, pid-1]
#   remediation: |
#     Run the server in the foreground: `exec server`.
package drainlint.rules.signals.keepalive_is_pid1

import data.drainlint.lib.pods
import data.drainlint.lib.signals
import data.drainlint.lib.words

violations contains {
	"at": c.process.at,
	"message": sprintf("%s: PID 1 is %q, which only keeps the container up and ignores the stop signal: what serves is started beside it and is killed after %s", [words.container(w, c), _keeper(c.process), words.seconds(w.pod.grace.value)]),
	"proof": [{"text": sprintf("traffic comes from %s", [w.frontName]), "at": w.frontAt}],
	"change": "run the server in the foreground, as the last command, with exec",
} if {
	some w in input.workloads
	w.served
	signals.own_pid1(w)
	some c in pods.running(w)
	c.served
	_keeper(c.process)
}

# The shell's last command, or the program itself.
_keeper(p) := words.short(p.shell.program) if {
	p.shell.used
	p.shell.own
	p.shell.keepAlive
	p.shell.forwards != "yes"
}

_keeper(p) := concat(" ", p.program) if {
	not p.shell.used
	count(p.command) > 0
	_idle(p.program)
}

_idle(argv) if {
	regex.replace(argv[0], `^.*/`, "") == "tail"
	argv[count(argv) - 1] == "/dev/null"
}

_idle(argv) if {
	regex.replace(argv[0], `^.*/`, "") == "sleep"
	startswith(lower(argv[1]), "inf")
}
