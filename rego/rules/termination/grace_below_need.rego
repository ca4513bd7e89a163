# METADATA
# title: The grace period is shorter than the default
# description: |
#   30 seconds is what Kubernetes gives a program to finish. A shorter time was chosen here, and nothing in the files says that the program needs less.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: low
#   kinds: [ShortGrace]
#   tags: [termination]
#   remediation: |
#     Remove terminationGracePeriodSeconds, or say in an annotation how long the program drains: drainlint.dev/drain-seconds.
package drainlint.rules.termination.grace_below_need

import data.drainlint.lib.budget
import data.drainlint.lib.words

violations contains {
	"at": w.pod.grace.at,
	"severity": _severity(w),
	"message": sprintf("%s: the grace period of %s is shorter than the default of 30 s, and how long its program drains is not known", [words.workload(w), words.seconds(w.pod.grace.value)]),
	"proof": [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "leave the default, or declare what the program needs: annotation drainlint.dev/drain-seconds on the pod template",
} if {
	some w in input.workloads
	w.runs != "job"
	not w.hook
	w.pod.grace.set
	w.pod.grace.value > 0
	w.pod.grace.value < 30
	every c in _mains(w) {
		not _known(w, c)
	}
}

# A program's documentation may ask for more.
violations contains {
	"at": w.pod.grace.at,
	"severity": _severity(w),
	"message": sprintf("%s: the grace period is %s, but %s asks for at least %s", [words.container(w, c), words.seconds(w.pod.grace.value), c.drain.program, words.seconds(c.drain.minGrace)]),
	"proof": [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}, {"text": sprintf("container %s is %s", [c.name, c.drain.program]), "at": c.image.at}],
	"change": sprintf("set terminationGracePeriodSeconds to %v", [c.drain.minGrace]),
} if {
	some w in input.workloads
	w.runs != "job"
	some c in _mains(w)
	c.drain.minGrace > w.pod.grace.value
	w.pod.grace.value > 0
}

_mains(w) := [c | some c in w.containers; c.role == "main"; not c.helper]

_known(_, c) if budget.drain_seconds(c) >= 0

_known(_, c) if c.drain.off

_known(_, c) if c.profile.class == "controller"

_known(_, c) if c.process.elects

# What holds a lease is elected: one pod works at a time, and another takes over.
_known(w, _) if {
	w.kind != "DaemonSet"
	some r in w.account.rules
	some group in r.groups
	group == "coordination.k8s.io"
	"leases" in r.resources
	some verb in r.verbs
	verb in {"create", "update", "*"}
}

# It ends as soon as it gets its signal, however long it might take.
_known(_, c) if c.profile.signals[c.process.stopSignal.name] == "fast"

_known(_, c) if c.profile.stateless != ""

_known(w, c) if {
	c.drain.minGrace > 0
	c.drain.minGrace <= w.pod.grace.value
}

_severity(w) := "warning" if {
	w.served
	not w.agent
}

_severity(w) := "note" if not w.served

_severity(w) := "note" if w.agent
