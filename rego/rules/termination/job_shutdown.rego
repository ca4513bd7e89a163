# METADATA
# title: The Job is killed before its program has drained
# description: |
#   A Job whose pod is deleted (a drain, a deadline) gets the grace period like others. A worker that needs longer is killed in the middle of its task, and the Job starts it again.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: note
#   confidence: medium
#   kinds: [Drain]
#   tags: [termination]
#   remediation: |
#     Raise terminationGracePeriodSeconds to what the worker needs.
package drainlint.rules.termination.job_shutdown

import data.drainlint.lib.budget
import data.drainlint.lib.words

violations contains {
	"at": object.get(c.drain, "at", w.pod.grace.at),
	"message": sprintf("%s: %s, but the grace period is %s", [words.container(w, c), budget.sum(c), words.seconds(w.pod.grace.value)]),
	"proof": budget.proof(w, c),
	"change": sprintf("set terminationGracePeriodSeconds to at least %d", [ceil(budget.need(c) + input.settings.margin)]),
} if {
	some w in input.workloads
	w.runs == "job"
	not w.hook
	w.pod.grace.value > 0
	some c in w.containers
	c.role == "main"
	c.drain.known == "exact"
	budget.need(c) > w.pod.grace.value
}
