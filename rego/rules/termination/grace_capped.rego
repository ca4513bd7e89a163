# METADATA
# title: The grace period is longer than what others wait for
# description: |
#   A drain of a node is not always as patient as the pod: the cluster autoscaler waits 600 s by default (--max-graceful-termination-sec), managed node upgrades 3600 s. Longer
#   grace periods are cut there.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: note
#   confidence: medium
#   kinds: [LongGrace]
#   tags: [termination]
#   remediation: |
#     Lower terminationGracePeriodSeconds, or raise the limit of whoever drains the nodes.
package drainlint.rules.termination.grace_capped

import data.drainlint.lib.words

violations contains {
	"at": w.pod.grace.at,
	"message": sprintf("%s: the grace period of %s is longer than %s, and is cut there", [words.workload(w), words.seconds(w.pod.grace.value), _actor(w.pod.grace.value)]),
	"proof": [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "lower it, or raise the limit of whoever drains the nodes (cluster autoscaler: --max-graceful-termination-sec)",
} if {
	some w in input.workloads
	w.kind != "DaemonSet" # drains leave its pods alone
	w.pod.grace.set
	w.pod.grace.value > 600
}

_actor(n) := "the 3600 s that managed node upgrades wait" if n > 3600

_actor(n) := "the 600 s that the cluster autoscaler waits by default" if n <= 3600
