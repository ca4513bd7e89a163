# Rollouts: how many pods a rolling update may take away, and why.
package drainlint.lib.rollouts

import data.drainlint.lib.words

# knob is the field that decides how many pods are away: maxUnavailable, or the maxSurge that leaves nothing else. Where
# neither is set it is the place where maxUnavailable would stand.
knob(w) := w.rollout.maxSurge.at if {
	not w.rollout.maxUnavailable.set
	w.rollout.maxSurge.set
} else := w.rollout.maxUnavailable.at

# arithmetic is how maxUnavailable becomes a number of pods: "maxUnavailable 50% of 3 replicas, rounded down, is 1".
arithmetic(w) := sprintf("maxUnavailable %s of %s, rounded down, and maxSurge %s are both 0, so one pod may be unavailable", [
	_raw(w.rollout.maxUnavailable),
	words.replicas(w),
	_raw(w.rollout.maxSurge),
]) if {
	w.rollout.fenced
} else := sprintf("maxUnavailable %s of %s, rounded down, is %d", [
	_raw(w.rollout.maxUnavailable),
	words.replicas(w),
	w.rollout.maxUnavailable.absolute,
]) if {
	w.rollout.maxUnavailable.percent
} else := sprintf("maxUnavailable %s of %s", [_raw(w.rollout.maxUnavailable), words.replicas(w)])

# proof lists the numbers of a rolling update with their places.
proof(w) := [
	{"text": arithmetic(w), "at": knob(w)},
	{"text": words.replicas_from(w), "at": w.replicas.at},
]

_raw(a) := a.raw if a.set

_raw(a) := sprintf("%s (the default)", [a.raw]) if not a.set
