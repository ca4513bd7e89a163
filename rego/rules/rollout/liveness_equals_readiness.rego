# METADATA
# title: The livenessProbe asks the same as the readinessProbe, with no more patience
# description: |
#   Readiness takes an overloaded pod out of rotation, so that it can catch up. When liveness asks the same and gives up as
#   early, the kubelet kills the container at the same moment: the load moves to the other pods, which fail next.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/#liveness-probe
#     description: Liveness probe
# custom:
#   severity: note
#   confidence: high
#   kinds: [SameProbe]
#   tags: [rollout, probes, liveness]
#   remediation: |
#     Give the livenessProbe a higher failureThreshold, or a check that fails only when a restart helps.
package drainlint.rules.rollout.liveness_equals_readiness

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": live.at,
	"message": sprintf("%s: liveness asks what readiness asks and gives up after %s, readiness after %s: a container that fails it for a moment is killed, where readiness would take it out of rotation", [
		words.container(w, c),
		_patience(live),
		_patience(ready),
	]),
	"proof": [{"text": "the readinessProbe with the same check", "at": ready.at}],
	"change": sprintf("raise the failureThreshold of the livenessProbe above %d, or ask something that only a restart repairs", [floor((ready.period * ready.failureThreshold) / live.period)]),
} if {
	some w in input.workloads
	pods.stays_up(w)
	some c in w.containers
	c.served
	live := c.probes.liveness
	ready := c.probes.readiness
	live.set
	ready.set
	live.type == ready.type
	live.check == ready.check
	live.timeout <= ready.timeout
	live.period * live.failureThreshold <= ready.period * ready.failureThreshold
}

_patience(p) := sprintf("%d x %d s", [p.failureThreshold, p.period])
