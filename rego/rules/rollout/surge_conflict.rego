# METADATA
# title: The surge pod of a DaemonSet needs what the old pod still holds
# description: |
#   With `maxSurge` a DaemonSet starts the new pod while the old one still runs on the same node. A port of the node can
#   be held by one of them only: the API server accepts the combination, and the new pod stays Pending for ever. With
#   `hostNetwork` every declared `containerPort` is such a port; the API server copies it into `hostPort` of the pod, so
#   the manifest does not show it. A folder of the node that both write, or a lock in it, is a conflict of another kind.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#     description: Perform a Rolling Update on a DaemonSet
# custom:
#   severity: error
#   confidence: high
#   kinds: [Surging]
#   tags: [rollout, DaemonSet]
#   remediation: |
#     Set maxSurge to 0 and maxUnavailable to 1: the old pod stops before the new one starts.
package drainlint.rules.rollout.surge_conflict

import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

_change := "set maxSurge to 0 and maxUnavailable to 1: the old pod then stops before the new one starts"

violations contains {
	"at": w.rollout.maxSurge.at,
	"message": sprintf(
		"%s: maxSurge %s starts the new pod while the old one holds %s of the node, so the new pod stays Pending and the rollout never ends",
		[words.workload(w), w.rollout.maxSurge.raw, rollouts.host_port_names(w)],
	),
	"proof": array.slice(ports, 0, 3),
	"change": _change,
} if {
	some w in _surging
	ports := rollouts.host_ports(w)
	count(ports) > 0
}

# Nothing is declared, so the scheduler sees no conflict; the second process finds the port taken.
violations contains {
	"at": w.rollout.maxSurge.at,
	"severity": "warning",
	"message": sprintf(
		"%s: maxSurge %s starts the new pod while the old one listens on port %s of the node, so the new one cannot listen there",
		[words.workload(w), w.rollout.maxSurge.raw, asked[0].port],
	),
	"proof": [
		{"text": "hostNetwork: both pods share the ports of the node", "at": w.pod.hostNetwork.at},
		{"text": sprintf("a probe asks port %s", [asked[0].port]), "at": asked[0].at},
	],
	"change": _change,
} if {
	some w in _surging
	w.pod.hostNetwork.value
	count(rollouts.host_ports(w)) == 0
	asked := [p |
		some c in w.containers
		c.role != "init"
		some p in [c.probes.readiness, c.probes.liveness, c.probes.startup]
		p.set
		p.port != ""
	]
	count(asked) > 0
}

violations contains {
	"at": w.rollout.maxSurge.at,
	"severity": "warning",
	"message": sprintf(
		"%s: maxSurge %s lets the old and the new pod of a node write %s at the same time",
		[words.workload(w), w.rollout.maxSurge.raw, concat(", ", [h.path | some h in shared])],
	),
	"proof": [{"text": sprintf("%s is mounted writable", [h.path]), "at": h.at} | some h in shared],
	"change": "set maxSurge to 0 and maxUnavailable to 1, unless both versions can share these files",
} if {
	some w in _surging
	count(rollouts.host_ports(w)) == 0
	shared := [h |
		some h in w.hostPaths
		not h.readOnly
		count(h.mounts) > 0
		h.class in {"other", "lock", "plugins"}
	]
	count(shared) > 0
}

_surging := [w |
	some w in input.workloads
	w.kind == "DaemonSet"
	rollouts.surges(w)
	not refs.refused(w.rollout.at)
]
