# METADATA
# title: The framework is told to stop at once
# description: |
#   A setting makes the framework end on its stop signal without waiting for what it is doing: each rollout and each node drain cuts requests.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: high
#   kinds: [GracefulOff]
#   tags: [termination]
#   remediation: |
#     Set it back to the graceful value, and give it time within the grace period.
package drainlint.rules.termination.graceful_shutdown_off

import data.drainlint.lib.words

violations contains {
	"at": c.drain.off.at,
	"severity": _severity(w),
	"message": sprintf("%s: %s (%s)", [words.container(w, c), c.drain.off.why, c.drain.off.from]),
	"proof": [{"text": sprintf("container %s is %s", [c.name, c.drain.program]), "at": c.image.at}],
	"change": "use the graceful value, and a limit that fits into the grace period",
} if {
	some w in input.workloads
	some c in w.containers
	c.role != "init"
	c.drain.off
}

_severity(w) := "note" if w.runs == "job"

_severity(w) := "warning" if w.runs != "job"
