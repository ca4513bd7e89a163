# METADATA
# title: The preStop hook uses up the whole grace period
# description: |
#   The time of a preStop hook counts against `terminationGracePeriodSeconds`. When the hook is still running at its end,
#   the kubelet stops waiting, sends the stop signal and leaves the program 2 seconds before SIGKILL: the drain that the
#   hook should protect is cut. Hooks of several containers run side by side, so each is compared by itself. A loop
#   that waits for a condition and has no bound of its own ends only there, too.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: error
#   confidence: high
#   kinds: [LongHook]
#   tags: [termination, preStop, grace-period]
#   remediation: |
#     Raise terminationGracePeriodSeconds above the hook's time plus the program's own drain time, or shorten the hook.
package drainlint.rules.termination.prestop_exceeds_grace

import data.drainlint.lib.pods
import data.drainlint.lib.words

# A hook of a known length, or of at least that length.
violations contains {
	"at": d.at,
	"message": sprintf(
		"%s: the preStop hook takes %s and the grace period is %s, so the stop signal comes with 2 s left before SIGKILL",
		[words.container(w, c), words.duration(d), words.seconds(w.pod.grace.value)],
	),
	"proof": _proof(w, d),
	"change": sprintf("set terminationGracePeriodSeconds above %s plus the time the program itself needs, or shorten the hook", [words.seconds(d.seconds)]),
} if {
	some w in input.workloads
	w.pod.grace.value > 0
	some c in pods.running(w)
	d := c.preStop.duration
	d.known in {"exact", "lower-bound"}
	d.seconds >= w.pod.grace.value
	not _refused(w, c)
}

# A wait without an end of its own: the grace period is its only end.
violations contains {
	"at": d.at,
	"severity": "warning",
	"message": sprintf(
		"%s: the preStop hook waits in a loop that has no bound of its own, so after %s the stop signal comes with 2 s left before SIGKILL",
		[words.container(w, c), words.seconds(w.pod.grace.value)],
	),
	"proof": _proof(w, d),
	"change": "bound the loop by a number of tries that ends below the grace period, and raise terminationGracePeriodSeconds to what the wait may need",
} if {
	some w in input.workloads
	w.pod.grace.value > 0
	some c in pods.running(w)
	d := c.preStop.duration
	d.unbounded
	d.seconds < w.pod.grace.value
}

_proof(w, d) := [
	{"text": sprintf("preStop: %s", [d.why]), "at": d.at},
	{"text": words.grace(w.pod.grace), "at": w.pod.grace.at},
]

# The API server refuses a sleep action above the grace period: invalid-value says so.
_refused(w, c) if {
	c.preStop.type == "sleep"
	c.preStop.duration.seconds > w.pod.grace.value
}
