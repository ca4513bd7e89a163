# METADATA
# title: One pod serves alone
# description: |
#   With one replica there is nothing to take over: every drain, eviction or crash of its node is an outage until a new pod
#   is ready elsewhere. A PodDisruptionBudget cannot help: it could only block the drain.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#dealing-with-disruptions
#     description: Dealing with disruptions
# custom:
#   severity: note
#   confidence: high
#   kinds: [Alone]
#   tags: [rollout, availability, drain]
#   remediation: |
#     Run at least two replicas on different nodes, if the program can run twice.
package drainlint.rules.rollout.single_replica_served

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": w.replicas.at,
	"message": sprintf("%s serves with one pod: while a drain, an eviction or a crash moves it, nobody answers", [words.workload(w)]),
	"proof": array.concat(
		[{"text": words.replicas_from(w), "at": w.replicas.at}],
		[{"text": sprintf("Service %s sends traffic to it", [s.name]), "at": s.at} | some s in w.services; s.traffic],
	),
	"change": "run at least two replicas, if the program can run twice",
} if {
	some w in input.workloads
	w.kind in {"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"}
	w.served
	pods.stays_up(w)
	w.replicas.from != "node"
	w.replicas.value == 1
	not _others(w)
}

# Others answer too where each of its Services also sends to another workload.
_others(w) if {
	sending := [s | some s in w.services; s.traffic]
	count(sending) > 0
	every s in sending {
		count(input.services[s.service].workloads) > 1
	}
}
