# METADATA
# title: The preStop hook starts a drain and does not wait for it
# description: |
#   The kubelet sends the stop signal as soon as the hook returns. A command that only starts a drain (`nginx -s quit`) returns at once, and a stop signal that stops the
#   program fast cuts the drain that has just begun. It is harmless where the stop signal drains too.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: high
#   kinds: [DrainCommand]
#   tags: [termination, preStop]
#   remediation: |
#     Let the hook wait until the program has drained, or set the image's STOPSIGNAL to the signal that drains it.
package drainlint.rules.termination.prestop_returns_early

import data.drainlint.lib.words

violations contains {
	"at": c.preStop.duration.at,
	"severity": _severity(c),
	"message": sprintf("%s: %q starts a drain and returns; %s follows at once and stops the program fast, in the middle of it%s", [words.container(w, c), c.preStop.stopCommand.words, c.process.stopSignal.name, _guessed(c)]),
	"proof": [
		object.union({"text": sprintf("the stop signal is %s: %s", [c.process.stopSignal.name, c.process.stopSignal.from])}, {"at": a | some k in ["at"]; a := c.process.stopSignal[k]}),
		{"text": "the hook does not wait for the end of the drain", "at": c.preStop.duration.at},
	],
	"change": sprintf("let the hook wait: `%s; while [ -d /proc/1 ]; do sleep 1; done`, within the grace period, or set the image's STOPSIGNAL to the signal that drains", [c.preStop.stopCommand.words]),
} if {
	some w in input.workloads
	some c in w.containers
	h := c.preStop
	h.stopCommand.effect == "graceful"
	not h.stopCommand.waits
	h.duration.seconds == 0
	not h.duration.unbounded
	c.process.stopSignal.known
	c.profile.signals[c.process.stopSignal.name] == "fast"
}

_severity(c) := "warning" if c.process.image.guessed

_severity(c) := "error" if not c.process.image.guessed

_guessed(c) := " (image matched by name)" if c.process.image.guessed

_guessed(c) := "" if not c.process.image.guessed
