# METADATA
# title: The grace period is 0
# description: |
#   With `terminationGracePeriodSeconds: 0` the API server removes the pod object at once. The kubelet then gives a preStop
#   hook one second and the program two more between its stop signal and SIGKILL: requests are cut, buffers and locks are
#   left as they are. The object is gone while the processes still run, so a StatefulSet starts the pod of the same identity beside the old one,
#   and two members write to what is meant for one. The Kubernetes documentation calls it unsafe for StatefulSets.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees
#     description: StatefulSet, deployment and scaling guarantees
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination-forced
#     description: Forced Pod termination
#   - ref: https://kubernetes.io/docs/tasks/run-application/force-delete-stateful-set-pod/
#     description: Force Delete StatefulSet Pods
# custom:
#   severity: note
#   confidence: high
#   kinds: [ZeroGrace]
#   tags: [termination, grace-period]
#   remediation: |
#     Remove the field (the default is 30 seconds), or set it to what the program needs to stop.
package drainlint.rules.termination.grace_zero

import data.drainlint.lib.pods
import data.drainlint.lib.traffic
import data.drainlint.lib.words

violations contains {
	"at": w.pod.grace.at,
	"severity": verdict.severity,
	"message": sprintf("%s: the grace period is 0, so its pods are gone at once and their programs have 2 s after the stop signal%s", [words.workload(w), verdict.loss]),
	"proof": array.concat([{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}], verdict.proof),
	"change": verdict.change,
} if {
	some w in input.workloads
	not w.hook
	w.pod.grace.value == 0
	not _nothing_to_lose(w)
	verdict := _verdict(w)
}

_default := "remove terminationGracePeriodSeconds (the default is 30), or set it to the seconds that the program needs to stop"

# The gravest consequence is the one that is told.
_verdict(w) := {
	"severity": "error",
	"loss": ", and the same identity is started again while the old process may still run and write",
	"proof": [{"text": "a StatefulSet recreates a pod under the same name as soon as its object is gone", "at": w.at}],
	"change": _default,
} if {
	w.kind == "StatefulSet"
} else := {
	"severity": "warning",
	"loss": sprintf(", and the preStop hook of container %s gets 1 s", [_hooked(w)[0].name]),
	"proof": [{"text": sprintf("preStop hook of container %s", [c.name]), "at": c.preStop.at} | some c in _hooked(w)],
	"change": _default,
} if {
	count(_hooked(w)) > 0
} else := {
	"severity": "warning",
	"loss": sprintf(" and requests from %s that are in flight are cut", [traffic.front(w)]),
	"proof": [{"text": sprintf("traffic comes from %s", [traffic.front(w)]), "at": w.frontAt}],
	"change": _default,
} if {
	w.served
} else := {
	"severity": "note",
	"loss": " and cannot finish or save what they are doing",
	"proof": [],
	"change": _default,
}

_main(w) := [c | some c in w.containers; c.role == "main"]

_hooked(w) := [c | some c in pods.running(w); c.preStop.set]

# Programs that keep nothing, by their profile, and those that only keep the container up.
_nothing_to_lose(w) if {
	count(_main(w)) > 0
	every c in _main(w) {
		_loses_nothing(w, c)
	}
}

_loses_nothing(_, c) if c.profile.stateless != ""

_loses_nothing(w, c) if {
	c.process.keepAlive
	not w.served
	count(_hooked(w)) == 0
}
