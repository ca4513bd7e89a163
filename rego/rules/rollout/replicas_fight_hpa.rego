# METADATA
# title: replicas is set although an autoscaler decides
# description: |
#   Every apply of the manifest, and every upgrade of the chart, sets the number back to `replicas`; the autoscaler corrects
#   it afterwards. Under load this stops pods in the middle of a rollout, when they are needed most.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling
#     description: Migrating Deployments and StatefulSets to horizontal autoscaling
# custom:
#   severity: warning
#   confidence: high
#   kinds: [FoughtReplicas]
#   tags: [rollout, autoscaling]
#   remediation: |
#     Remove spec.replicas from the workload; render it only where no autoscaler is.
package drainlint.rules.rollout.replicas_fight_hpa

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(w.at, ["spec", "replicas"]),
	"message": sprintf("%s: each apply sets replicas to %d, although HorizontalPodAutoscaler %s scales it from %d to %d: the pods above are stopped and started again", [
		words.workload(w),
		w.replicas.written,
		h.name,
		h.min.value,
		h.max.value,
	]),
	"proof": [{"text": sprintf("HorizontalPodAutoscaler %s", [h.name]), "at": h.at}],
	"change": "remove replicas; the autoscaler decides",
} if {
	some h in input.hpas
	h.workload >= 0
	w := input.workloads[h.workload]
	w.replicas.written > 0 # with 0 the autoscaler is off
	w.replicas.written < h.max.value # nothing can be above
}
