# METADATA
# title: Pods that are not ready can block a drain
# description: |
#   Without `unhealthyPodEvictionPolicy` (IfHealthyBudget) a pod that runs but is not ready is evicted only while the rest
#   of its budget is healthy. When several pods crash in a loop, none of them may be evicted, although none serves: a drain
#   waits until somebody repairs or deletes them. `AlwaysAllow` lets such pods go at once.
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
	"message": sprintf("PodDisruptionBudget %s sets no unhealthyPodEvictionPolicy: when its pods are not ready, none of them may be evicted, and a drain waits for ever", [p.name]),
	"proof": [{"text": sprintf("selects the pods of %s", [words.workload(w)]), "at": w.at} | some i in p.workloads; w := input.workloads[i]],
	"change": "set spec.unhealthyPodEvictionPolicy: AlwaysAllow",
} if {
	_known
	some p in input.pdbs
	p.unhealthyPolicy == ""
	count(p.workloads) > 0
	count(p.noScale) == 0 # those have rules of their own
	not _blocks(p)
	not refs.refused(p.at)
}

# pdb-blocks-drain speaks.
_blocks(p) if {
	p.resolved
	p.allowed == 0
}

# The field is on by default since 1.27.
_known if input.settings.kubeVersion.major > 1

_known if input.settings.kubeVersion.minor >= 27
