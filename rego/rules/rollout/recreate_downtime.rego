# METADATA
# title: Strategy Recreate stops all pods before a new one starts
# description: |
#   With `Recreate` every rollout begins with an outage: all old pods must be gone before the first new one is created, and
#   the Service has no endpoint until that one is ready. It is right where two versions cannot run side by side: a volume
#   that one pod may hold, a port of the node, one writer.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#recreate-deployment
#     description: Recreate Deployment
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Recreate]
#   tags: [rollout, availability]
#   remediation: |
#     Use RollingUpdate, or, where two pods cannot run side by side, accept the gap and waive this finding.
package drainlint.rules.rollout.recreate_downtime

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

violations contains {
	"at": w.rollout.typeAt,
	"severity": _severity(reasons),
	"message": sprintf("%s: every rollout stops %s before a new one starts, and its Service has no endpoint meanwhile", [words.workload(w), _all(w)]),
	"proof": array.concat([{"text": sprintf("Service %s sends traffic to it", [s.name]), "at": s.at} | some s in w.services; s.traffic], reasons),
	"change": _change(reasons),
} if {
	some w in input.workloads
	w.kind == "Deployment"
	w.served
	pods.stays_up(w)
	w.rollout.type == "Recreate"
	reasons := rollouts.exclusive(w)
	not refs.refused(w.rollout.at)
}

_severity([]) := "warning"

_severity(reasons) := "note" if count(reasons) > 0

_all(w) := "the only pod" if {
	w.replicas.value == 1
} else := "both pods" if {
	w.replicas.value == 2
} else := sprintf("all %d pods", [w.replicas.value])

_change([]) := "use RollingUpdate with maxUnavailable 0, if two versions can run side by side"

_change(reasons) := "expect the gap, or free the workload from what allows one pod only" if count(reasons) > 0
