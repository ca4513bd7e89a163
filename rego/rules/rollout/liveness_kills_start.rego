# METADATA
# title: The livenessProbe may kill the container before it has started
# description: |
#   The livenessProbe counts from the start of the container unless a startupProbe holds it back. When its patience
#   (initialDelaySeconds + periodSeconds x failureThreshold) ends before the readinessProbe is asked for the first time, a
#   container that needs as long as its readinessProbe expects is killed and started again, for ever.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#define-startup-probes
#     description: Protect slow starting containers with startup probes
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [KilledStart]
#   tags: [rollout, probes, liveness]
#   remediation: |
#     Add a startupProbe that allows the longest start; drop the initial delays.
package drainlint.rules.rollout.liveness_kills_start

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": live.at,
	"severity": _severity(live, ready),
	"message": sprintf("%s: the livenessProbe gives up after %d s, before the readinessProbe is asked at %d s: a start that takes as long is killed", [words.any_container(w, c), live.window, ready.initialDelay]),
	"proof": [
		{"text": sprintf("liveness: %d s + %d x %d s = %d s", [live.initialDelay, live.failureThreshold, live.period, live.window]), "at": live.at},
		{"text": sprintf("readiness: initialDelaySeconds is %d", [ready.initialDelay]), "at": ready.at},
	],
	"change": "add a startupProbe that allows the longest start, in place of the initial delays",
} if {
	some w in input.workloads
	some c in pods.running(w)
	live := c.probes.liveness
	ready := c.probes.readiness
	live.set
	ready.set
	not c.probes.startup.set
	live.window < ready.initialDelay
}

# Another port, or another command, may answer long before.
_severity(live, ready) := "warning" if _same(live, ready)

_severity(live, ready) := "note" if not _same(live, ready)

_same(live, ready) if {
	live.port != ""
	live.port == ready.port
}

_same(live, ready) if {
	live.type == ready.type
	live.check == ready.check
}
