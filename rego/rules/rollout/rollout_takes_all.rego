# METADATA
# title: A rollout may stop every pod at once
# description: |
#   A Deployment's controller rounds `maxUnavailable` down and `maxSurge` up, and makes both 0 into one unavailable pod.
#   When what remains is as large as the number of replicas, the controller stops all old pods before a new one is
#   ready, and the Service has no endpoint until then: an outage in every rollout, as long as a start takes. With one
#   replica this is what `maxSurge: 0` does. A StatefulSet rounds `maxUnavailable` down as well, to no less than 1, but
#   obeys it only where the feature gate MaxUnavailableStatefulSet is on, which is the default since Kubernetes 1.37.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-update-deployment
#     description: Rolling Update Deployment
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#maximum-unavailable-pods
#     description: Maximum unavailable Pods of a StatefulSet
# custom:
#   severity: error
#   confidence: high
#   kinds: [Interrupted]
#   tags: [rollout, availability]
#   remediation: |
#     Set maxUnavailable to 0 and maxSurge to 1, so that an old pod stops only when a new one is ready; or leave both out
#     and run more than one replica.
package drainlint.rules.rollout.rollout_takes_all

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

violations contains {
	"at": rollouts.knob(w),
	"severity": _severity(w),
	"message": _message(w),
	"proof": array.concat(rollouts.proof(w), _single(w)),
	"change": _change(w),
} if {
	some w in input.workloads
	w.served
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	_budgeted(w)
	w.rollout.maxUnavailable.resolved
	w.rollout.maxUnavailable.absolute >= w.replicas.value
	not refs.refused(w.rollout.at)
}

# The kinds whose controller reads maxUnavailable.
_budgeted(w) if w.kind == "Deployment"

# One replica of a StatefulSet goes before its successor comes, whatever the strategy says: that is no fault of it. A
# partition keeps the pods below it.
_budgeted(w) if {
	w.kind == "StatefulSet"
	_stateful_set_gate
	w.replicas.value > 1
	w.rollout.partition.value == 0
}

# MaxUnavailableStatefulSet: alpha 1.24, on by default since 1.37.
_stateful_set_gate if input.settings.kubeVersion.major > 1

_stateful_set_gate if {
	input.settings.kubeVersion.major == 1
	input.settings.kubeVersion.minor >= 37
}

_severity(w) := "error" if w.replicas.value > 1

_severity(w) := "warning" if {
	w.replicas.value == 1
	count(_single(w)) == 0
}

_severity(w) := "note" if count(_single(w)) > 0

_message(w) := sprintf("%s: a rollout may stop all %d pods before a new one is ready, and its Service has no endpoint meanwhile", [words.workload(w), w.replicas.value]) if {
	w.replicas.value > 1
}

_message(w) := sprintf("%s: a rollout stops the only pod before the new one is ready, and its Service has no endpoint meanwhile", [words.workload(w)]) if {
	w.replicas.value == 1
}

# What may allow no second pod: then the gap is the price of it, and the strategy only says so.
_single(w) := rollouts.exclusive(w) if w.replicas.value == 1

_single(w) := [] if w.replicas.value != 1

_change(w) := sprintf("set maxUnavailable below %d: 0 with maxSurge 1 keeps every pod until its successor is ready", [w.replicas.value]) if {
	w.kind == "Deployment"
	w.replicas.value > 1
}

_change(w) := sprintf("set maxUnavailable below %d, or leave it out: one pod at a time", [w.replicas.value]) if {
	w.kind == "StatefulSet"
}

_change(w) := "set maxUnavailable to 0 and maxSurge to 1, so that the new pod is ready before the old one stops" if {
	w.replicas.value == 1
	count(_single(w)) == 0
}

_change(w) := "if two pods can run side by side for a moment, set maxUnavailable to 0 and maxSurge to 1; if not, expect the gap" if {
	count(_single(w)) > 0
}
