# METADATA
# title: The rollout counts as failed before a pod may have started
# description: |
#   A Deployment without progress for `progressDeadlineSeconds` (600 by default) gets the condition ProgressDeadlineExceeded,
#   and tools take it for a failed release: they stop waiting, or roll back. A pod that starts is no progress until it is
#   ready. Where the startupProbe allows longer than the deadline, a slow but healthy start is reported as a failure.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#progress-deadline-seconds
#     description: Progress Deadline Seconds
# custom:
#   severity: warning
#   confidence: high
#   kinds: [SlowStart]
#   tags: [rollout, probes]
#   remediation: |
#     Set progressDeadlineSeconds above the longest start that the probes allow.
package drainlint.rules.rollout.progress_deadline_too_short

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _at(w, slow),
	"message": sprintf("%s: a pod may take %d s until it is ready, but the rollout counts as failed after %d s without progress", [
		words.workload(w),
		slow.seconds,
		w.rollout.progressDeadlineSeconds.value,
	]),
	"proof": [
		{"text": slow.text, "at": slow.at},
		{"text": _deadline(w), "at": w.rollout.progressDeadlineSeconds.at},
	],
	"change": sprintf("set progressDeadlineSeconds above %d, or let the probe allow less", [slow.seconds]),
} if {
	some w in input.workloads
	w.kind == "Deployment"
	pods.stays_up(w)
	some slow in _slowest(w)
	slow.seconds > w.rollout.progressDeadlineSeconds.value
	not refs.refused(w.rollout.progressDeadlineSeconds.at)
}

_at(w, _) := w.rollout.progressDeadlineSeconds.at if w.rollout.progressDeadlineSeconds.set

_at(w, slow) := slow.at if not w.rollout.progressDeadlineSeconds.set

_deadline(w) := sprintf("progressDeadlineSeconds is %d%s", [w.rollout.progressDeadlineSeconds.value, _default(w.rollout.progressDeadlineSeconds)])

_default(n) := "" if n.set

_default(n) := " (the default)" if not n.set

# The containers of a pod start side by side: the slowest counts.
_slowest(w) := [s | some s in starts; s.seconds == max([x.seconds | some x in starts])] if {
	starts := [s | some c in pods.running(w); some s in _start(c)]
}

_start(c) := [{
	"seconds": p.window,
	"at": p.at,
	"text": sprintf("the startupProbe of container %s allows %d s + %d x %d s = %d s", [c.name, p.initialDelay, p.failureThreshold, p.period, p.window]),
}] if {
	p := c.probes.startup
	p.set
}

_start(c) := [{
	"seconds": p.initialDelay,
	"at": p.at,
	"text": sprintf("the readinessProbe of container %s is not asked for %d s", [c.name, p.initialDelay]),
}] if {
	p := c.probes.readiness
	not c.probes.startup.set
	p.set
}

_start(c) := [] if {
	not c.probes.startup.set
	not c.probes.readiness.set
}
