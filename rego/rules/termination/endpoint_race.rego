# METADATA
# title: The container may stop listening while requests still come
# description: |
#   When a pod is deleted, the stop signal is sent at the same time as its address is taken out of the EndpointSlices.
#   Nodes, ingress controllers and load balancers need seconds to learn of it and go on sending new requests until then.
#   A program that stops listening at once refuses them, in every rollout and every node drain. A preStop hook runs before the
#   signal, so a hook that sleeps bridges the gap. A program that by itself goes on accepting for a while needs none,
#   which the files cannot always show. Where no second pod can take over, the requests are lost with or without a delay:
#   a note.
# related_resources:
#   - ref: https://kubernetes.io/docs/tutorials/services/pods-and-endpoint-termination-flow/
#     description: Explore Termination Behavior for Pods And Their Endpoints
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Undelayed]
#   tags: [termination, traffic, preStop]
#   remediation: |
#     Add a preStop hook that waits until traffic has moved away (a sleep action of several seconds), or make the program
#     go on accepting for that long after its stop signal and say so in a waiver.
package drainlint.rules.termination.endpoint_race

import data.drainlint.lib.refs
import data.drainlint.lib.traffic
import data.drainlint.lib.words

# One finding for each workload, at the first container without a delay.
violations contains {
	"at": _at(c),
	"severity": _severity(w),
	"message": sprintf(
		"%s: nothing delays its stop signal, so it may refuse requests that %s still sends while the pod is being removed%s",
		[words.container(w, c), traffic.front(w), _alone(w)],
	),
	"proof": [
		{"text": sprintf("traffic comes from %s", [traffic.front(w)]), "at": w.frontAt},
		{"text": _hook(c), "at": _at(c)},
		{"text": words.grace(w.pod.grace), "at": w.pod.grace.at},
	],
	"change": _change(w, c),
} if {
	some w in input.workloads
	c := [c | some c in traffic.racing(w); _undelayed(w, c)][0]
}

_severity(w) := "note" if traffic.alone(w)

_severity(w) := "warning" if not traffic.alone(w)

_alone(w) := "; no other pod takes over meanwhile" if traffic.alone(w)

_alone(w) := "" if not traffic.alone(w)

_undelayed(w, c) if {
	_no_delay(c.preStop)
	_certain(w, c)
}

_no_delay(h) if not h.set

# A hook that cannot work is another rule's fault.
_no_delay(h) if {
	h.type in {"exec", "sleep"}
	h.malformed == ""
	h.duration.known == "exact"
	h.duration.seconds == 0
	not refs.refused(h.at)
}

# Where a port is declared by no container, any of them may be meant: one that waits is probably the one.
_certain(w, c) if traffic.targeted(w, input.services, c)

_certain(w, c) if {
	not traffic.targeted(w, input.services, c)
	every other in w.containers {
		not _waits(other)
	}
}

_waits(c) if {
	c.role == "main"
	c.served
	not _no_delay(c.preStop)
}

_at(c) := c.preStop.duration.at if c.preStop.set

_at(c) := c.at if not c.preStop.set

_hook(c) := sprintf("preStop: %s (0 s)", [c.preStop.duration.why]) if c.preStop.set

_hook(c) := sprintf("container %s has no preStop hook", [c.name]) if not c.preStop.set

_change(w, c) := sprintf("%s, within the grace period, or %s", [traffic.hook(w, input.settings), _lame_duck(c)]) if {
	not c.preStop.set
	not traffic.alone(w)
}

_change(w, c) := sprintf("let a second pod take over (two replicas, or a rollout that starts the new pod first), then %s; a delay alone gains nothing", [traffic.hook(w, input.settings)]) if {
	not c.preStop.set
	traffic.alone(w)
}

_change(w, c) := sprintf("let the hook wait for at least %s before it does anything else, within the grace period", [words.seconds(traffic.delay_needed(w, input.settings))]) if {
	c.preStop.set
}

# A known program has a setting for that; the first of the list is the usual one.
_lame_duck(c) := sprintf("let %s accept for that long after its stop signal: %s", [c.profile.name, c.profile.lameDuck[0]]) if {
	count(c.profile.lameDuck) > 0
	c.profile.name != ""
} else := sprintf("let the program accept for that long after its stop signal: %s", [c.profile.lameDuck[0]]) if {
	count(c.profile.lameDuck) > 0
} else := "let the program accept for that long after its stop signal"
