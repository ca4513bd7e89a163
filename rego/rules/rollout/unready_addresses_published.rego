# METADATA
# title: The Service sends traffic to pods that are not ready
# description: |
#   With `publishNotReadyAddresses` a pod is an endpoint whatever its readiness says, also before it can answer and while it
#   stops. Readiness keeps no traffic away, and a preStop delay does not help: the address stays until the pod is gone. It is
#   meant for the headless Service through which the pods of a StatefulSet find each other.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/#ServiceSpec
#     description: Service API
# custom:
#   severity: warning
#   confidence: high
#   kinds: [UnreadyService]
#   tags: [rollout, traffic]
#   remediation: |
#     Remove publishNotReadyAddresses, and give peers that must find each other early a headless Service of their own.
package drainlint.rules.rollout.unready_addresses_published

import data.drainlint.lib.words

violations contains {
	"at": s.publishNotReady.at,
	"message": sprintf("Service %s sends traffic to pods of %s that are not ready or are stopping: readiness and endpoint removal have no effect", [s.name, concat(", ", names)]),
	"proof": [{"text": sprintf("port %d carries traffic", [p.port]), "at": p.at} | some p in s.ports; p.traffic],
	"change": "remove publishNotReadyAddresses; peers that must find each other early use a headless Service of their own",
} if {
	some s in input.services
	s.publishNotReady.value
	not s.headless
	not s.onePod # an address of its own for a peer
	some port in s.ports
	port.traffic
	names := [words.workload(w) | some i in s.workloads; w := input.workloads[i]]
	count(names) > 0
}
