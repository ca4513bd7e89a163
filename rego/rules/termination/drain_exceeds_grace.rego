# METADATA
# title: The program is killed before it has drained
# description: |
#   The preStop hook and the program's own drain share the grace period. When both together take longer, SIGKILL cuts the drain: requests, jobs or writes
#   that the program still works on are lost. The drain time is what flags, environment, ConfigMaps or an annotation say, else the default of a known program.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: error
#   confidence: high
#   kinds: [Drain]
#   tags: [termination]
#   remediation: |
#     Raise terminationGracePeriodSeconds to preStop + drain + a margin, or lower the program's own limit.
package drainlint.rules.termination.drain_exceeds_grace

import data.drainlint.lib.budget
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _at(w, c),
	"severity": _severity(c),
	"message": sprintf("%s: %s, but the grace period is %s, so SIGKILL cuts the drain after %s", [
		words.container(w, c), budget.sum(c), words.seconds(w.pod.grace.value), words.seconds(_left(w, c)),
	]),
	"proof": budget.proof(w, c),
	"change": _change(c),
} if {
	some w in input.workloads
	some c in _candidates(w)
	budget.need(c) > w.pod.grace.value
}

# It fits, but leaves less than the margin.
violations contains {
	"at": _at(w, c),
	"severity": "note",
	"message": sprintf("%s: %s leaves %s of the grace period of %s", [
		words.container(w, c), budget.sum(c), words.seconds(w.pod.grace.value - budget.need(c)), words.seconds(w.pod.grace.value),
	]),
	"proof": array.concat(budget.proof(w, c), [{"text": sprintf("margin: %s", [words.seconds(input.settings.margin)])}]),
	"change": _change(c),
} if {
	some w in input.workloads
	some c in _candidates(w)
	c.drain.known == "exact" # a default is a limit that most of the work does not reach
	budget.drain_seconds(c) > 0
	budget.need(c) <= w.pod.grace.value
	budget.need(c) + input.settings.margin > w.pod.grace.value
}

# Jobs have a rule of their own; a hook that takes all of the grace period is prestop-exceeds-grace.
_candidates(w) := [c |
	w.runs != "job"
	w.pod.grace.value > 0
	some c in w.containers
	c.role == "main"
	budget.hook_seconds(c) < w.pod.grace.value
	not refs.refused(c.preStop.at)
]

_left(w, c) := (w.pod.grace.value - budget.hook_seconds(c)) - c.drain.delay if w.pod.grace.value > budget.hook_seconds(c) + c.drain.delay

_left(w, c) := 0 if w.pod.grace.value <= budget.hook_seconds(c) + c.drain.delay

_at(w, c) := object.get(c.drain, "at", w.pod.grace.at)

# A default is what the program allows at most; most of its work takes less.
_severity(c) := "error" if c.drain.known == "exact"

_severity(c) := "warning" if c.drain.known == "default"

# Where one value sets both, raising it raises both.
_change(c) := sprintf("one value sets both: set the program's own limit apart, to at most terminationGracePeriodSeconds - %v", [(budget.hook_seconds(c) + c.drain.delay) + input.settings.margin]) if {
	c.drain.followsGrace
} else := sprintf("set terminationGracePeriodSeconds to at least %d, or lower the program's own limit", [ceil(budget.need(c) + input.settings.margin)])
