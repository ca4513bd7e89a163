# METADATA
# title: A change of the pod template reaches no pod
# description: |
#   With `OnDelete` the controller replaces a pod only after somebody has deleted it. A StatefulSet replaces no pod whose
#   ordinal is below `partition`, and a paused Deployment none at all. What was rolled out is then not what runs: a security
#   fix waits for the next restart of each node. Operators that delete pods in an order of their own need OnDelete.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/#daemonset-update-strategy
#     description: DaemonSet Update Strategy
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#update-strategies
#     description: Update strategies of a StatefulSet
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Stalled]
#   tags: [rollout]
#   remediation: |
#     Use RollingUpdate, or write down who deletes the pods after a change.
package drainlint.rules.rollout.rollout_stalled

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": w.rollout.typeAt,
	"severity": _on_delete_severity(w),
	"message": sprintf("%s: with OnDelete a change of the pod template reaches no pod until somebody deletes it", [words.workload(w)]),
	"proof": [{"text": "nothing in these files may delete pods", "at": w.at}],
	"change": "use RollingUpdate, or delete the pods in your own order after each change",
} if {
	some w in input.workloads
	w.kind in {"DaemonSet", "StatefulSet"}
	pods.stays_up(w)
	w.rollout.type == "OnDelete"
	not input.unit.restarts
	not refs.refused(w.rollout.at)
}

violations contains {
	"at": w.rollout.partition.at,
	"severity": "note",
	"message": sprintf("%s: partition %d is not below %s, so a change of the pod template reaches no pod", [words.workload(w), w.rollout.partition.value, words.replicas(w)]),
	"proof": [{"text": words.replicas_from(w), "at": w.replicas.at}],
	"change": "set partition to 0 when the canary has passed",
} if {
	some w in input.workloads
	w.kind == "StatefulSet"
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	w.rollout.partition.value >= w.replicas.value
	w.replicas.from != "hpa" # may grow above it
	not refs.refused(w.rollout.at)
}

violations contains {
	"at": refs.under(w.at, ["spec", "paused"]),
	"message": sprintf("%s: paused is true, so a change of the pod template reaches no pod", [words.workload(w)]),
	"proof": [],
	"change": "remove paused, or resume the rollout after each change",
} if {
	some w in input.workloads
	w.kind == "Deployment"
	pods.stays_up(w)
	w.rollout.paused
}

_on_delete_severity(w) := "warning" if w.kind == "DaemonSet"

_on_delete_severity(w) := "note" if w.kind == "StatefulSet"
