# METADATA
# title: The PodDisruptionBudget selects pods of a DaemonSet only
# description: |
#   Nothing that replaces the pods of a DaemonSet asks a budget: its rollouts delete them directly, and a node drain
#   leaves them alone (`kubectl drain` needs `--ignore-daemonsets`). What limits a rollout there is `maxUnavailable` of the
#   update strategy. Of a budget with `maxUnavailable` or a percentage pdb-sync-failed
#   speaks.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#pod-disruption-budgets
#     description: Pod disruption budgets
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/
#     description: Safely Drain a Node
# custom:
#   severity: warning
#   confidence: high
#   kinds: [UnscaledPDB]
#   tags: [rollout, disruption, DaemonSet]
#   remediation: |
#     Delete the budget and limit the DaemonSet's rollout with spec.updateStrategy.rollingUpdate.maxUnavailable.
package drainlint.rules.rollout.pdb_no_effect

import data.drainlint.lib.refs

violations contains {
	"at": _at(p),
	"message": sprintf("PodDisruptionBudget %s protects nothing: its pods belong to DaemonSet %s, whose rollouts and node drains ask no budget", [p.name, names]),
	"proof": [{"text": sprintf("DaemonSet %s: rollouts delete its pods, drains leave them alone", [w.name]), "at": w.at} | some w in selected],
	"change": "delete the budget; to limit a rollout set updateStrategy.rollingUpdate.maxUnavailable of the DaemonSet",
} if {
	some p in input.pdbs
	not _scaled(p)
	selected := [input.workloads[i] | some i in p.workloads]
	count(selected) > 0
	every w in selected {
		w.kind == "DaemonSet"
	}
	names := concat(", ", [w.name | some w in selected])
	not refs.refused(p.at)
}

_at(p) := p.minAvailable.at if {
	p.minAvailable.set
} else := p.selectorAt

# What needs a scale cannot be computed: pdb-sync-failed says so.
_scaled(p) if p.maxUnavailable.set

_scaled(p) if {
	p.minAvailable.set
	endswith(p.minAvailable.raw, "%")
}
