# METADATA
# title: The new pod waits for what the old pod holds
# description: |
#   A rolling update with `maxUnavailable` 0 stops an old pod only when a new one is ready. Where the new one needs
#   something that the old one holds, each waits for the other: a volume claim that is ReadWriteOncePod; one that is
#   ReadWriteOnce when the new pod lands on another node; a port of the node when no node is free.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
#     description: Access Modes
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#recreate-deployment
#     description: Recreate Deployment
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Replacing]
#   tags: [rollout, volumes]
#   remediation: |
#     Use strategy Recreate, maxSurge 0 with maxUnavailable 1, or a StatefulSet, which stops the old pod first.
package drainlint.rules.rollout.rollout_deadlock

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

_change := "use strategy Recreate, or maxSurge 0 with maxUnavailable 1: the old pod then stops first"

violations contains {
	"at": v.at,
	"severity": "error",
	"message": sprintf("%s: the new pod waits for claim %s, which one pod may hold (ReadWriteOncePod), and the old pod stops only when the new one is ready: the rollout never ends", [words.workload(w), v.claim]),
	"proof": rollouts.proof(w),
	"change": _change,
} if {
	some w in _waiting
	some v in w.pod.volumes
	"ReadWriteOncePod" in v.accessModes
}

violations contains {
	"at": v.at,
	"message": sprintf("%s: on another node the new pod waits for claim %s, which one node may hold (ReadWriteOnce), and the old pod stops only when the new one is ready: the rollout hangs", [words.workload(w), v.claim]),
	"proof": rollouts.proof(w),
	"change": _change,
} if {
	some w in _waiting
	w.pod.scheduling.node == ""
	some v in w.pod.volumes
	v.type == "persistentVolumeClaim"
	v.accessModes == ["ReadWriteOnce"]
}

# One finding for all ports: they are taken or free together.
violations contains {
	"at": ports[0].at,
	"severity": _severity(w),
	"message": sprintf("%s: the new pod needs a node on which %s %s free, and the old pod stops only when the new one is ready: %s", [words.workload(w), rollouts.host_port_names(w), words.plural(count(ports), "is", "are"), _hangs(w)]),
	"proof": array.concat(array.slice(ports, 0, 3), rollouts.proof(w)),
	"change": _change,
} if {
	some w in _waiting
	ports := rollouts.host_ports(w)
	count(ports) > 0
}

_severity(w) := "warning" if w.pod.scheduling.node == ""

_severity(w) := "error" if w.pod.scheduling.node != ""

_hangs(w) := "where every fitting node runs one, the rollout hangs" if w.pod.scheduling.node == ""

_hangs(w) := sprintf("on node %s, the only one it may run on, the rollout never ends", [w.pod.scheduling.node]) if w.pod.scheduling.node != ""

_waiting := [w |
	some w in input.workloads
	w.kind == "Deployment"
	pods.stays_up(w)
	rollouts.surges(w)
	w.rollout.maxUnavailable.resolved
	w.rollout.maxUnavailable.absolute == 0
	not refs.refused(w.rollout.at)
]
