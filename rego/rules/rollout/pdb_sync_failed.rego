# METADATA
# title: The PodDisruptionBudget cannot be computed
# description: |
#   `maxUnavailable`, and a percentage in either field, need the number of replicas that is wanted. The disruption
#   controller asks the owner of every selected pod for it, through its scale subresource. A Job or a DaemonSet has none:
#   the sync fails, and to be safe no disruption is allowed for any pod of the budget, those of a Deployment included. Pods
#   without an owner count as 0, which allows nothing either. An integer `minAvailable` only counts pods.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors
#     description: Arbitrary workloads and arbitrary selectors
# custom:
#   severity: error
#   confidence: high
#   kinds: [UnscaledPDB]
#   tags: [rollout, disruption, drain]
#   remediation: |
#     Let the selector match only the pods that the budget is for, or use an integer minAvailable.
package drainlint.rules.rollout.pdb_sync_failed

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _field(p).at,
	"severity": _severity(p),
	"message": sprintf("PodDisruptionBudget %s: %s %s needs the scale of every owner, and %s has none: %s", [
		p.name,
		_name(p),
		_field(p).raw,
		words.workload(unscaled[0]),
		_outcome(p, unscaled[0]),
	]),
	"proof": array.concat(
		[{"text": sprintf("the selector matches the pods of %s", [words.workload(w)]), "at": w.at} | some w in unscaled],
		[{"text": sprintf("and those of %s", [words.workload(w)]), "at": w.at} | some w in _others(p)],
	),
	"change": _change(p),
} if {
	some p in _computed
	unscaled := [w | some i in p.noScale; w := input.workloads[i]; w.kind != "Pod"; pods.replicated(w)]
	count(unscaled) > 0
}

violations contains {
	"at": _field(p).at,
	"message": sprintf("PodDisruptionBudget %s: %s %s is computed from owners, and its pods have none: it expects 0 pods and allows no eviction", [p.name, _name(p), _field(p).raw]),
	"proof": [{"text": sprintf("%s belongs to no controller", [words.workload(w)]), "at": w.at} | some i in p.workloads; w := input.workloads[i]],
	"change": "use an integer minAvailable, which counts pods; or let a controller own them",
} if {
	some p in _computed
	count(p.workloads) > 0
	every i in p.workloads {
		input.workloads[i].kind == "Pod"
	}
}

_computed := [p |
	some p in input.pdbs
	_scaled(p)
	not refs.refused(p.at)
]

_scaled(p) if p.maxUnavailable.set

_scaled(p) if {
	p.minAvailable.set
	endswith(p.minAvailable.raw, "%")
}

_field(p) := p.maxUnavailable if {
	p.maxUnavailable.set
} else := p.minAvailable

_name(p) := "maxUnavailable" if {
	p.maxUnavailable.set
} else := "minAvailable"

_others(p) := [w | some i in p.workloads; not i in p.noScale; w := input.workloads[i]; pods.replicated(w)]

# Drains leave the pods of a DaemonSet alone; nothing waits for its budget.
_severity(p) := "warning" if _daemons(p)

_severity(p) := "error" if not _daemons(p)

_daemons(p) if {
	every i in p.workloads {
		input.workloads[i].kind == "DaemonSet"
	}
}

_outcome(p, _) := "its sync fails, and it protects nothing, since rollouts and drains of a DaemonSet ask no budget" if _daemons(p)

_outcome(p, w) := "while a pod of it exists the sync fails, and no pod of the budget may be evicted" if {
	not _daemons(p)
	w.runs == "job"
}

_outcome(p, w) := "the sync fails, and no pod of the budget may be evicted" if {
	not _daemons(p)
	w.runs != "job"
}

_change(p) := "delete the budget; to limit a rollout set updateStrategy.rollingUpdate.maxUnavailable of the DaemonSet" if _daemons(p)

_change(p) := "add a label to the selector that only the pods of the budget have, or use an integer minAvailable" if not _daemons(p)
