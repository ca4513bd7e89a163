# METADATA
# title: The grace period of a probe does not fit
# description: |
#   A probe's terminationGracePeriodSeconds replaces the pod's when that probe fails, and the preStop hook counts against it. Shorter than the hook, the hook is abandoned; longer than the
#   pod's, a failed probe waits longer than a deletion.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: high
#   kinds: [ProbeGrace]
#   tags: [termination, probes]
#   remediation: |
#     Set it between what the preStop hook takes and the pod's own grace period.
package drainlint.rules.termination.probe_grace

import data.drainlint.lib.budget
import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": p.grace.at,
	"severity": severity,
	"message": sprintf("%s: the %s probe's grace period of %s is %s", [words.container(w, c), name, words.seconds(p.grace.value), why]),
	"proof": [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "set it between what the preStop hook takes and the pod's terminationGracePeriodSeconds",
} if {
	some w in input.workloads
	some c in pods.running(w)
	some name in ["liveness", "startup"]
	p := c.probes[name]
	p.set
	p.grace.set
	not refs.refused(p.grace.at)
	[severity, why] := _wrong(w, c, p)
}

_wrong(_, c, p) := ["warning", sprintf("shorter than the preStop hook (%s), which is abandoned then", [words.duration(c.preStop.duration)])] if {
	budget.hook_seconds(c) > p.grace.value
}

_wrong(w, c, p) := ["note", sprintf("longer than that of the pod (%s)", [words.seconds(w.pod.grace.value)])] if {
	p.grace.value > w.pod.grace.value
	not _abandoned(c, p)
}

_abandoned(c, p) if budget.hook_seconds(c) > p.grace.value
