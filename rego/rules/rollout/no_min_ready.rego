# METADATA
# title: A pod counts as available as soon as it is ready
# description: |
#   With `minReadySeconds` 0 a rollout goes on at the first successful probe. A version that fails a few seconds after its
#   start then replaces one pod after the other. A few seconds make the rollout stop at the first pod.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#min-ready-seconds
#     description: Min Ready Seconds
# custom:
#   severity: note
#   confidence: high
#   kinds: [NoMinReady]
#   tags: [rollout]
#   remediation: |
#     Set minReadySeconds to a few times the period of the readinessProbe.
package drainlint.rules.rollout.no_min_ready

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": w.rollout.minReadySeconds.at,
	"message": sprintf("%s: minReadySeconds is 0, so a version that fails seconds after its start replaces %s before anything stops the rollout", [words.workload(w), _pods(w)]),
	"proof": [],
	"change": "set minReadySeconds, for example to 10",
} if {
	some w in input.workloads
	_judged(w)
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	w.rollout.minReadySeconds.value == 0
	not refs.refused(w.rollout.minReadySeconds.at)
}

_judged(w) if {
	w.kind == "DaemonSet"
	not _idle(w)
}

# What only stays up does not fail seconds after its start.
_idle(w) if {
	main := [c | some c in w.containers; c.role == "main"]
	count(main) > 0
	every c in main {
		c.process.keepAlive
	}
}

_judged(w) if {
	w.kind == "Deployment"
	w.served
}

# The only pod of a StatefulSet is gone before the new one is there, and no other waits for it.
_judged(w) if {
	w.kind == "StatefulSet"
	w.served
	w.replicas.value > 1
}

_pods(w) := "the pods of all nodes" if w.kind == "DaemonSet"

_pods(w) := sprintf("all %d pods", [w.replicas.value]) if {
	w.kind != "DaemonSet"
	w.replicas.value > 1
}

_pods(w) := "the only pod" if {
	w.kind != "DaemonSet"
	w.replicas.value == 1
}
