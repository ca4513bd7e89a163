# METADATA
# title: Two PodDisruptionBudgets select the same pod
# description: |
#   The Eviction API answers with an internal error for a pod that more than one budget selects, whatever the budgets
#   allow. A drain tries again for ever, a cluster autoscaler never removes the node.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/
#     description: Specifying a Disruption Budget for your Application
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/#troubleshooting-stuck-evictions
#     description: Troubleshooting stuck evictions
# custom:
#   severity: error
#   confidence: high
#   kinds: [OverlappedPDB]
#   tags: [rollout, disruption, drain]
#   remediation: |
#     Make the selectors disjoint, or delete one of the budgets.
package drainlint.rules.rollout.pdb_overlap

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": later.selectorAt,
	"message": sprintf(
		"PodDisruptionBudget %s selects pods of %s, as %s does: the Eviction API refuses a pod with two budgets, so the drain of its node never ends",
		[later.name, concat(", ", [words.workload(w) | some w in both]), first.name],
	),
	"proof": array.concat(
		[{"text": sprintf("PodDisruptionBudget %s selects %s", [first.name, _selects(first)]), "at": first.selectorAt}],
		[{"text": sprintf("labels of the pods of %s", [words.workload(w)]), "at": w.at} | some w in both],
	),
	"change": "make the selectors disjoint, or delete one of the two budgets",
} if {
	some j, later in input.pdbs
	earlier := {i | some i, p in input.pdbs; i < j; count(_both(p, later)) > 0; not refs.refused(p.at)}
	count(earlier) > 0
	first := input.pdbs[min(earlier)]
	both := _both(first, later)
	not refs.refused(later.at)
}

# A drain leaves the pods of a DaemonSet alone.
_both(a, b) := [w |
	some i in a.workloads
	i in b.workloads
	w := input.workloads[i]
	w.kind != "DaemonSet"
	pods.replicated(w)
]

_selects(p) := "all pods of the namespace" if p.all

_selects(p) := p.selectorText if not p.all
