# METADATA
# title: A rollout runs with fewer pods than replicas
# description: |
#   While a Deployment rolls out, up to `maxUnavailable` pods may be away, and the rest carries the traffic. The default
#   of 25 % is rounded down: up to three replicas lose nothing, four lose one. Where all replicas are needed at peak
#   load, the rollout itself is the overload.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable
#     description: Max Unavailable
# custom:
#   severity: note
#   confidence: high
#   kinds: [Interrupted]
#   tags: [rollout, capacity]
#   remediation: |
#     Set maxUnavailable to 0 and let maxSurge decide the speed, or have replicas to spare.
package drainlint.rules.rollout.rollout_drops_capacity

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

violations contains {
	"at": rollouts.knob(w),
	"message": sprintf("%s: a rollout may take away %d of %s, so %d must carry the traffic", [
		words.workload(w),
		away,
		words.replicas(w),
		w.replicas.value - away,
	]),
	"proof": rollouts.proof(w),
	"change": "set maxUnavailable to 0 and maxSurge to 1 or more, or make sure that the rest can carry peak load",
} if {
	some w in input.workloads
	w.kind == "Deployment"
	w.served
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	w.rollout.maxUnavailable.resolved
	away := w.rollout.maxUnavailable.absolute
	away > 0
	away < w.replicas.value
	not refs.refused(w.rollout.at)
}
