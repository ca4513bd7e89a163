# METADATA
# title: Some nodes run without the DaemonSet
# description: |
#   The inventory has nodes that the DaemonSet is meant for and on which the DaemonSet controller creates no pod: a label is
#   missing, the node affinity leaves them out, or a taint is not tolerated. Nothing reports such nodes: a DaemonSet counts only
#   the nodes that it selects. Which nodes are meant is declared under `coverage` in the configuration (without a declaration
#   every node that is not reserved for the control plane), and nodes are left out there with a reason. A taint that goes
#   when a node becomes ready is a note. What lies in the operating system or the architecture is platform-gap. An exclusion
#   past its last day is reported as well.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations
#     description: Taints and tolerations of DaemonSets
# custom:
#   severity: warning
#   confidence: high
#   kinds: [NodeGap, EndedExclusion]
#   tags: [coverage, DaemonSet]
#   remediation: |
#     Label the nodes or tolerate the taint; if the nodes are meant to run without it, exclude them with a reason under coverage
#     in the configuration.
package drainlint.rules.coverage.coverage_gap

import data.drainlint.lib.coverage

violations contains {
	"at": gap.at,
	"severity": _severity(gap),
	"message": sprintf("%s does not run on %s: %s%s", [coverage.workload(c), coverage.nodes(gap), gap.reason, _stays(gap)]),
	"proof": coverage.proof(c, gap),
	"change": _change(gap),
} if {
	some c in coverage.reaching
	some gap in c.gaps
	not coverage.platform(gap)
}

violations contains {
	"at": e.at,
	"message": sprintf("the exclusion of the nodes %s ended on %s: they count again", [e.nodes, e.until]),
	"proof": [{"text": sprintf("its reason was: %s", [e.reason]), "at": e.at}],
	"change": "remove it if the reason is gone, or set a later day after a new look",
} if {
	some e in input.cluster.ended
}

_severity(gap) := "note" if gap.passing

_severity(gap) := "warning" if not gap.passing

_stays(gap) := " (a pod that runs there already stays until it is replaced)" if gap.stays

_stays(gap) := "" if not gap.stays

_change(gap) := "nothing, if the node becomes ready by itself; an agent that has to run before that needs a toleration" if gap.passing

_change(gap) := "add a toleration for the taint, or exclude the nodes with a reason under coverage in the configuration" if {
	gap.cause == "taint"
	not gap.passing
}

_change(gap) := "label the nodes, widen the selector, or exclude the nodes with a reason under coverage in the configuration" if gap.cause != "taint"
