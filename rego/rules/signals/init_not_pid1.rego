# METADATA
# title: The init insists on being PID 1
# description: |
#   s6-overlay and systemd refuse to run when they are not PID 1. In a pod that shares its process namespace the pause container is PID 1, with hostPID the
#   node's init is: the container does not start.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: error
#   confidence: high
#   kinds: [SharedProcesses]
#   tags: [signals, init, pid-1]
#   remediation: |
#     Remove shareProcessNamespace (or hostPID), or use an image with tini or dumb-init, which need not be PID 1.
package drainlint.rules.signals.init_not_pid1

import data.drainlint.lib.pods
import data.drainlint.lib.processes
import data.drainlint.lib.words

violations contains {
	"at": field.at,
	"severity": _severity(c),
	"message": sprintf("%s: %s insists on being PID 1, but %s is true, so the container does not start", [words.container(w, c), _init(c), name]),
	"proof": [{"text": sprintf("it starts %s", [concat(" ", c.process.argv)]), "at": c.process.at}],
	"change": sprintf("remove %s, or use an image whose init need not be PID 1 (tini, dumb-init)", [name]),
} if {
	some w in input.workloads
	some name, field in {"shareProcessNamespace": w.pod.shareProcessNamespace, "hostPID": w.pod.hostPID}
	field.value
	some c in pods.running(w)
	_init(c)
}

_severity(c) := "warning" if c.process.image.guessed

_severity(c) := "error" if not c.process.image.guessed

_init(c) := "systemd" if {
	c.process.known
	processes.name(c.process.argv[0]) in {"systemd"}
}

# /init is s6-overlay where the image is known to bring it.
_init(c) := "s6-overlay" if {
	c.process.known
	c.process.argv[0] == "/init"
	c.process.image.init == "s6-overlay"
}
