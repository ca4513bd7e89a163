# METADATA
# title: The preStop delay takes most of the grace period
# description: |
#   A delay bridges the time until traffic has moved away, which takes seconds. A long one slows each rollout and node drain, and leaves the program less of the grace period.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: note
#   confidence: medium
#   kinds: [LongHook]
#   tags: [termination, preStop]
#   remediation: |
#     Shorten the delay to what endpoint removal needs, or raise terminationGracePeriodSeconds so that delay, drain and margin fit.
package drainlint.rules.termination.prestop_wasteful

import data.drainlint.lib.budget
import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": d.at,
	"message": sprintf("%s: the preStop delay of %s is more than half of the grace period of %s", [words.container(w, c), words.seconds(d.seconds), words.seconds(w.pod.grace.value)]),
	"proof": [{"text": sprintf("preStop: %s", [d.why]), "at": d.at}, {"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "shorten the delay to what endpoint removal needs, or raise terminationGracePeriodSeconds",
} if {
	some w in input.workloads
	not w.podTargets
	some c in pods.running(w)
	d := c.preStop.duration
	d.known == "exact"
	d.seconds > 20
	d.seconds > w.pod.grace.value / 2
	d.seconds < w.pod.grace.value
	not _fits(w, c)
}

_fits(w, c) if budget.need(c) + input.settings.margin <= w.pod.grace.value
