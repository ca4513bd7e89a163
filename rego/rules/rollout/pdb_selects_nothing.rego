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
	"severity": _severity(p),
	"message": sprintf("PodDisruptionBudget %s protects nothing: %s%s", [p.name, _why(p), _outcome(p)]),
	"proof": links.nearest(p.namespace),
	"change": _change(p),
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

# A chart renders budgets of components that its values leave out; the name tells what a budget is meant for.
_severity(p) := "warning" if _meant(p)

_severity(p) := "note" if not _meant(p)

_meant(_) if input.unit.kind != "helm"

_meant(p) if {
	some w in input.workloads
	w.namespace == p.namespace
	p.name in {w.name, sprintf("%s-pdb", [w.name])}
}

_outcome(p) := ", so a drain may evict the pods it is meant for all at once" if _meant(p)

_outcome(p) := "; what it is meant for is not deployed with these values" if not _meant(p)

_change(p) := "use labels of spec.template.metadata.labels in the selector, or delete the budget" if _meant(p)

_change(p) := "render the budget only where the workload it is meant for is rendered" if not _meant(p)
