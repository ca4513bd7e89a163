# METADATA
# title: Pods that are not ready can block a drain
# description: |
#   Without `unhealthyPodEvictionPolicy` (IfHealthyBudget) a pod that runs but is not ready is evicted only while the rest
#   of its budget is healthy. When more pods crash in a loop than the budget allows to be away, none of them may be evicted,
#   although none serves: a drain waits until somebody repairs or deletes them. `AlwaysAllow` lets such pods go at once, also
#   one that holds the only current copy of its data.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy
#     description: Unhealthy Pod Eviction Policy
# custom:
#   severity: note
#   confidence: high
#   kinds: [UnhealthyPDB]
#   tags: [rollout, disruption, drain]
#   remediation: |
#     Set unhealthyPodEvictionPolicy to AlwaysAllow, unless a pod that is not ready still protects data.
package drainlint.rules.rollout.pdb_unhealthy_blocks

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": p.unhealthyAt,
	"message": sprintf("PodDisruptionBudget %s sets no unhealthyPodEvictionPolicy: %s", [p.name, _when(p)]),
	"proof": array.concat(
		[{"text": sprintf("selects the pods of %s", [words.workload(w)]), "at": w.at} | some i in p.workloads; w := input.workloads[i]],
		[{"text": sprintf("of %d pods %d must be healthy", [p.expected, p.expected - p.allowed]), "at": p.at} | p.resolved],
	),
	"change": _change(p),
} if {
	_known
	some p in input.pdbs
	p.unhealthyPolicy == ""
	count(p.workloads) > 0
	count(p.noScale) == 0 # those have rules of their own
	not _blocks(p)
	not refs.refused(p.at)
}

# As long as the others are healthy enough for the budget, a pod that is not ready may be evicted. A budget that asks for 0
# healthy pods stops when none is ready: it allows as many to go as are ready.
_when(p) := "when its only pod is not ready, it may not be evicted, and a drain waits until it is ready or deleted" if {
	p.resolved
	p.expected == 1
} else := sprintf("with %d of %d pods not ready, fewer than the %d that it asks for are healthy, so none of them may be evicted, and %s", [p.allowed + 1, p.expected, p.expected - p.allowed, _waits]) if {
	p.resolved
	p.allowed + 1 < p.expected
} else := sprintf("when none of its %d pods is ready, none of them may be evicted, and %s", [p.expected, _waits]) if {
	p.resolved
} else := sprintf("when fewer of its pods are ready than it asks for, none of the others may be evicted, and %s", [_waits])

_waits := "a drain waits until enough are ready or somebody deletes them"

_change(p) := sprintf("set spec.unhealthyPodEvictionPolicy: AlwaysAllow, unless a pod of %s that is not ready may hold the only current copy of its data (it joins, or restores a replica)", [concat(", ", stateful)]) if {
	stateful := sort([words.workload(w) | some i in p.workloads; w := input.workloads[i]; _keeps_data(w)])
	count(stateful) > 0
} else := "set spec.unhealthyPodEvictionPolicy: AlwaysAllow"

_keeps_data(w) if {
	w.kind == "StatefulSet"
	some v in w.pod.volumes
	v.type == "persistentVolumeClaim"
}

# pdb-blocks-drain speaks.
_blocks(p) if {
	p.resolved
	p.allowed == 0
}

# The field is on by default since 1.27.
_known if input.settings.kubeVersion.major > 1

_known if input.settings.kubeVersion.minor >= 27
