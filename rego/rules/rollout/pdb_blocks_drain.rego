# METADATA
# title: The PodDisruptionBudget allows no disruption
# description: |
#   A node drain evicts pods only while their budget allows a disruption, and never starts a replacement first. A budget
#   that leaves nothing (`maxUnavailable: 0`, `minAvailable: 100%` or as many as there are replicas, or neither field,
#   for which the disruption controller expects no pod and allows none) makes every drain, node upgrade and scale-down
#   of the cluster wait for ever. Percentages of both fields are rounded up: `minAvailable: 50%` of one pod is one pod.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/#rounding-logic-when-specifying-percentages
#     description: Specifying a Disruption Budget for your Application
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#pod-disruption-budgets
#     description: Pod disruption budgets
# custom:
#   severity: error
#   confidence: high
#   kinds: [BlockedDrain]
#   tags: [rollout, disruption, drain]
#   remediation: |
#     Set maxUnavailable to 1 and run at least two replicas, or delete the budget of a workload that has one replica.
package drainlint.rules.rollout.pdb_blocks_drain

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _field(p).at,
	"severity": _severity(p),
	"message": sprintf("PodDisruptionBudget %s: %s, so the drain of a node that runs one of its pods never ends", [p.name, _why(p)]),
	"proof": _proof(p),
	"change": _change(p),
} if {
	some p in input.pdbs
	p.resolved
	p.expected > 0
	p.allowed == 0
	count(p.noScale) == 0 # those have rules of their own
	not refs.refused(p.at)
}

# The field that decides; maxUnavailable stands for "neither", so that an empty value is shown where it is written.
_field(p) := p.minAvailable if {
	p.minAvailable.set
} else := p.maxUnavailable

# A budget that no number of pods makes wider is certain. Otherwise the number must be, too: a missing replicas field
# leaves it to whoever scales the workload, and an incomplete Unit may lack pods or an autoscaler.
_severity(p) := "error" if _always(p)

_severity(p) := "error" if {
	not _always(p)
	_counted(p)
}

_severity(p) := "warning" if {
	not _always(p)
	not _counted(p)
}

_always(p) if _neither(p)

_always(p) if _field(p).raw in {"0", "0%"}

_always(p) if {
	p.minAvailable.set
	p.minAvailable.raw == "100%"
}

_counted(p) if {
	not input.unit.partial
	every i in p.workloads {
		input.workloads[i].replicas.from != "default"
	}
}

_neither(p) if {
	not p.minAvailable.set
	not p.maxUnavailable.set
}

_why(p) := "neither minAvailable nor maxUnavailable has a value, which allows no disruption at all" if _neither(p)

_why(p) := sprintf("maxUnavailable %s allows no disruption", [p.maxUnavailable.raw]) if p.maxUnavailable.set

_why(p) := sprintf("minAvailable %s of %s leaves none to evict", [p.minAvailable.raw, _pods(p)]) if p.minAvailable.set

_pods(p) := sprintf("%d %s%s", [p.expected, words.plural(p.expected, "pod", "pods"), _floor(p)])

_floor(p) := " (autoscaler minimum)" if _autoscaled(p)

_floor(p) := "" if not _autoscaled(p)

_autoscaled(p) if {
	some i in p.workloads
	input.workloads[i].replicas.from == "hpa"
}

_proof(p) := array.concat(
	[{"text": _arithmetic(p), "at": _field(p).at}],
	[{"text": words.replicas_from(w), "at": w.replicas.at} | some i in p.workloads; w := input.workloads[i]],
)

_arithmetic(p) := "an empty field counts as absent; the controller then expects 0 pods and allows 0 disruptions" if _neither(p)

_arithmetic(p) := sprintf("minAvailable %s of %d, rounded up, is %d: %d may be disrupted", [
	p.minAvailable.raw,
	p.expected,
	p.minAvailable.absolute,
	p.allowed,
]) if {
	p.minAvailable.set
}

_arithmetic(p) := sprintf("maxUnavailable is %s: %d may be disrupted", [p.maxUnavailable.raw, p.allowed]) if {
	p.maxUnavailable.set
}

_change(p) := "run at least two replicas and set maxUnavailable to 1, or delete the budget: with one pod it can only block" if {
	p.expected == 1
}

_change(p) := "set maxUnavailable to 1 (in place of minAvailable), which fits any number of replicas" if {
	p.expected > 1
	p.minAvailable.set
}

_change(p) := "set maxUnavailable to 1" if {
	p.expected > 1
	not p.minAvailable.set
}
