# METADATA
# title: The PodDisruptionBudget selects no pod
# description: |
#   The selector of the budget matches the labels of no pod template that is deployed with it. Nothing protects the pods it
#   was written for: a drain may evict all of them at once.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/
#     description: Specifying a Disruption Budget for your Application
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [EmptyPDB]
#   tags: [rollout, disruption]
#   remediation: |
#     Give the selector labels that the pod template has, or delete the budget.
package drainlint.rules.rollout.pdb_selects_nothing

import data.drainlint.lib.links
import data.drainlint.lib.refs

violations contains {
	"at": p.selectorAt,
	"message": sprintf("PodDisruptionBudget %s protects nothing: %s, so a drain may evict the pods it is meant for all at once", [p.name, _why(p)]),
	"proof": links.nearest(p.namespace),
	"change": "use labels of spec.template.metadata.labels in the selector, or delete the budget",
} if {
	some p in input.pdbs
	count(p.workloads) == 0
	not p.all
	links.complete(p.namespace)
	not refs.refused(p.at)
	not input.objects[p.object].hook
}

_why(p) := sprintf("no pod template has the labels %s", [p.selectorText]) if p.selectorText != ""

_why(p) := "it has no selector" if p.selectorText == ""
