# METADATA
# title: The preStop delay is shorter than endpoint removal takes
# description: |
#   The preStop delay has to last until nobody sends to the pod any more. Behind a Service that is about the time that all
#   nodes need to see the new EndpointSlice. An ingress controller or gateway keeps its own list of pods and
#   connections on top. A cloud load balancer that sends to pod addresses takes a target out only after its own
#   health checks or API calls, which takes tens of seconds. The thresholds are estimates and can be configured.
# related_resources:
#   - ref: https://kubernetes.io/docs/tutorials/services/pods-and-endpoint-termination-flow/
#     description: Explore Termination Behavior for Pods And Their Endpoints
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/
#     description: AWS Load Balancer Controller, pod readiness gate
#   - ref: https://docs.cloud.google.com/kubernetes-engine/docs/concepts/container-native-load-balancing
#     description: GKE, container-native load balancing
# custom:
#   severity: note
#   confidence: low
#   kinds: [ShortDelay]
#   tags: [termination, traffic, preStop]
#   remediation: |
#     Lengthen the delay, and the grace period with it, or lower the threshold (thresholds in .drainlint.yaml) where
#     you have measured that less is enough.
package drainlint.rules.termination.prestop_too_short

import data.drainlint.lib.traffic
import data.drainlint.lib.words

violations contains {
	"at": d.at,
	"message": sprintf(
		"%s: the preStop hook delays the stop signal by %s, but behind %s new requests may come for %s",
		[words.container(w, c), words.seconds(d.seconds), traffic.front(w), words.seconds(needed)],
	),
	"proof": [
		{"text": sprintf("preStop: %s", [d.why]), "at": d.at},
		{"text": sprintf("traffic comes from %s%s: threshold %s", [traffic.front(w), _route(w), words.seconds(needed)]), "at": w.frontAt},
		{"text": words.grace(w.pod.grace), "at": w.pod.grace.at},
	],
	"change": sprintf("raise the delay to %s, and keep terminationGracePeriodSeconds above it by what the program itself needs", [words.seconds(needed)]),
} if {
	some w in input.workloads
	needed := traffic.delay_needed(w, input.settings)
	some c in traffic.racing(w)
	c.preStop.malformed == ""
	d := c.preStop.duration
	d.known == "exact"
	d.seconds > 0
	d.seconds < needed

	# prestop-exceeds-grace speaks there.
	d.seconds < w.pod.grace.value
	_meant(w, c)
}

_route(w) := ", straight to pod addresses" if w.podTargets

_route(w) := "" if not w.podTargets

# Where a port is declared by no container, the one that waits longest is probably the one.
_meant(w, c) if traffic.targeted(w, input.services, c)

_meant(w, c) if {
	every other in w.containers {
		not _longer(other, c)
	}
}

_longer(other, c) if {
	other.role == "main"
	other.served
	other.preStop.set
	not _bounded(other.preStop.duration, c.preStop.duration.seconds)
}

_bounded(d, seconds) if {
	d.known == "exact"
	d.seconds <= seconds
}
