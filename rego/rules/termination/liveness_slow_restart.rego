# METADATA
# title: A wedged process is killed only after the long grace period
# description: |
#   A failed liveness or startup probe stops the container with the pod's grace period, hook included. Where that is long because of a slow drain, a process that no longer answers
#   stays for as long. The probe can have a grace period of its own.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: note
#   confidence: high
#   kinds: [LongGrace]
#   tags: [termination, probes]
#   remediation: |
#     Set terminationGracePeriodSeconds on the probe.
package drainlint.rules.termination.liveness_slow_restart

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": p.at,
	"message": sprintf("%s: when the %s probe fails, the container still gets the pod's grace period of %s before it is killed and started again", [words.container(w, c), name, words.seconds(w.pod.grace.value)]),
	"proof": [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "set terminationGracePeriodSeconds on the probe to what a process that hangs may take",
} if {
	some w in input.workloads
	w.pod.grace.value >= 600
	some c in pods.running(w)
	some name in ["liveness", "startup"]
	p := c.probes[name]
	p.set
	not p.grace.set
}
