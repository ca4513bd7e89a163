# METADATA
# title: A rollout of the DaemonSet takes it from many nodes at once
# description: |
#   During a rollout `maxUnavailable` nodes are without the pod at the same time: without metrics, logs, policies or
#   whatever it does. Percentages are rounded up. A broken version reaches as many nodes before readiness stops it.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#     description: Perform a Rolling Update on a DaemonSet
# custom:
#   severity: warning
#   confidence: high
#   kinds: [WideOutage]
#   tags: [rollout, DaemonSet]
#   remediation: |
#     Set maxUnavailable to 1, or to at most 10 % in clusters where one node at a time takes too long.
package drainlint.rules.rollout.node_agent_wide_outage

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.rollouts
import data.drainlint.lib.words

# The largest share and number of nodes that may be without the pod unnoticed.
_share := 10

_nodes := 5

violations contains {
	"at": w.rollout.maxUnavailable.at,
	"severity": _severity(w.rollout.maxUnavailable),
	"message": sprintf("%s: a rollout leaves %s without it at the same time", [words.workload(w), _blind(w.rollout.maxUnavailable)]),
	"proof": [{"text": sprintf("maxUnavailable is %s", [w.rollout.maxUnavailable.raw]), "at": w.rollout.maxUnavailable.at}],
	"change": _change(w.rollout.maxUnavailable),
} if {
	some w in input.workloads
	w.kind == "DaemonSet"
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	not rollouts.surges(w)
	_many(w.rollout.maxUnavailable)
	not refs.refused(w.rollout.at)
}

# The number of nodes decides what a percentage means; without it a percentage stands for itself.
_many(a) if regex.match(`^[0-9]+%$`, a.raw)

_many(a) if {
	not a.percent
	a.absolute > 1
}

_severity(a) := "warning" if {
	a.percent
	to_number(trim_suffix(a.raw, "%")) > _share
}

_severity(a) := "note" if {
	a.percent
	to_number(trim_suffix(a.raw, "%")) <= _share
}

_severity(a) := "warning" if {
	not a.percent
	a.absolute > _nodes
}

_severity(a) := "note" if {
	not a.percent
	a.absolute <= _nodes
}

_blind(a) := sprintf("%s of the nodes, rounded up,", [a.raw]) if a.percent

_blind(a) := sprintf("%d nodes", [a.absolute]) if not a.percent

_change(a) := "set maxUnavailable to 1" if _severity(a) == "warning"

_change(a) := "keep it if the cluster is large, or set maxUnavailable to 1" if _severity(a) == "note"
