# METADATA
# title: A rollout of the DaemonSet takes it from many nodes at once
# description: |
#   During a rollout `maxUnavailable` nodes are without the pod at the same time: without metrics, logs, policies or
#   whatever it does. Percentages are rounded up. A broken version reaches as many nodes before readiness stops it. With an
#   inventory of nodes the number is exact, and compared with the threshold blindNodes (10 % of the nodes it runs on, at least 1).
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#     description: Perform a Rolling Update on a DaemonSet
# custom:
#   severity: warning
#   confidence: high
#   kinds: [WideOutage, BlindNodes]
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
	not input.cluster
	some w in input.workloads
	w.kind == "DaemonSet"
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	not rollouts.surges(w)
	_many(w.rollout.maxUnavailable)
	not refs.refused(w.rollout.at)
}

violations contains {
	"at": w.rollout.maxUnavailable.at,
	"severity": _exact_severity(r.blind, budget),
	"message": sprintf("%s: a rollout leaves %d of its %d nodes without it at the same time", [words.workload(w), r.blind, c.desired]),
	"proof": [
		{"text": sprintf("maxUnavailable %s of %d nodes, rounded up, is %d", [w.rollout.maxUnavailable.raw, c.desired, r.blind]), "at": w.rollout.maxUnavailable.at},
		{"text": sprintf("blindNodes %v %% of %d nodes, at least 1, is %d", [input.settings.blindNodes, c.desired, budget])},
		{"text": sprintf("%d steps of at most %d s (%s): at most %d s", [r.steps, r.stepSeconds, concat(", ", r.parts), r.seconds])},
	],
	"change": _exact_change(r.blind, budget),
} if {
	some c in input.cluster.coverage
	r := c.rollout
	r.blind > 1
	w := input.workloads[c.workload]
	pods.stays_up(w)
	budget := max([1, floor((c.desired * input.settings.blindNodes) / 100)])
	not refs.refused(w.rollout.at)
}

_exact_severity(blind, budget) := "warning" if blind > budget

_exact_severity(blind, budget) := "note" if blind <= budget

_exact_change(blind, 1) := "set maxUnavailable to 1" if blind > 1

_exact_change(blind, budget) := sprintf("set maxUnavailable to at most %d", [budget]) if {
	budget > 1
	blind > budget
}

_exact_change(blind, budget) := "keep it, or set maxUnavailable to 1" if blind <= budget

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

_blind(a) := sprintf("up to %d nodes", [a.absolute]) if not a.percent

_change(a) := "set maxUnavailable to 1" if _severity(a) == "warning"

_change(a) := "keep it if the cluster is large, or set maxUnavailable to 1" if _severity(a) == "note"
