# METADATA
# title: Nothing is left of the grace period for the native sidecars
# description: |
#   Native sidecars get their stop signal when the main containers have ended, in reverse order. What they need comes on top: where the main containers use all of the grace period, a
#   sidecar gets 2 s before SIGKILL.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Sidecar]
#   tags: [termination]
#   remediation: |
#     Raise terminationGracePeriodSeconds to what main containers and sidecars need one after the other.
package drainlint.rules.termination.sidecar_starved

import data.drainlint.lib.budget
import data.drainlint.lib.words

violations contains {
	"at": object.get(c.drain, "at", w.pod.grace.at),
	"message": sprintf("%s: its drain of %s begins after the main containers, which take %s of the grace period of %s", [
		words.any_container(w, c), words.seconds(budget.drain_seconds(c)), words.seconds(mains), words.seconds(w.pod.grace.value),
	]),
	"proof": array.concat(budget.proof(w, c), [{"text": sprintf("container %s: %s", [m.name, budget.sum(m)]), "at": m.at} | some m in w.containers; m.role == "main"; budget.need(m) > 0]),
	"change": sprintf("set terminationGracePeriodSeconds to at least %d", [ceil((mains + budget.drain_seconds(c)) + input.settings.margin)]),
} if {
	some w in input.workloads
	w.pod.grace.value > 0
	some c in w.containers
	c.role == "sidecar"
	budget.drain_seconds(c) > 0
	mains := max([budget.need(m) | some m in w.containers; m.role == "main"])
	mains > 0
	mains <= w.pod.grace.value
	mains + budget.drain_seconds(c) > w.pod.grace.value
}
