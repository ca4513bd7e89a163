# METADATA
# title: A container that does not end by itself keeps the Job from completing
# description: |
#   A Job completes when all ordinary containers of its pod have ended. A proxy or log shipper beside the worker goes on running, so the Job never does. Native sidecars do not count.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [HeldJob]
#   tags: [termination]
#   remediation: |
#     Make it a native sidecar: an init container with restartPolicy: Always.
package drainlint.rules.termination.job_held_by_sidecar

import data.drainlint.lib.words

violations contains {
	"at": c.at,
	"severity": _severity(w),
	"message": sprintf("%s: %s does not end when the work is done, so the %s never completes", [words.container(w, c), c.drain.program, w.kind]),
	"proof": [{"text": sprintf("container %s is %s", [c.name, c.drain.program]), "at": c.image.at}],
	"change": "make it a native sidecar: an init container with restartPolicy: Always",
} if {
	some w in input.workloads
	w.kind in {"Job", "CronJob"}
	count(_mains(w)) > 1
	some c in _mains(w)
	c.drain.endless
	some other in _mains(w)
	not other.drain.endless
	not _ended(w)
}

_mains(w) := [c | some c in w.containers; c.role == "main"]

# Another container asks it to quit, or signals it.
_ended(w) if {
	some c in w.containers
	some word in array.concat(c.process.command, c.process.args)
	regex.match(`quitquitquit|/shutdown|/quit|pkill|killall|\bkill\b`, word)
}

_severity(w) := "note" if w.deadline > 0

_severity(w) := "warning" if not w.deadline > 0
