# METADATA
# title: The DaemonSet runs on no node that it is meant for
# description: |
#   The inventory has nodes that the DaemonSet is meant for, and its selectors, affinity and tolerations lead to none of them. The
#   DaemonSet then has 0 pods desired and 0 ready, which looks healthy: its rollout succeeds and alerts that compare ready
#   with desired stay quiet. Which nodes are meant is declared under `coverage` in the configuration, never read from the
#   DaemonSet's own selector; without a declaration it is every node that is not reserved for the control plane, and a DaemonSet for
#   another operating system is a warning.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#how-daemon-pods-are-scheduled
#     description: How Daemon Pods are scheduled
# custom:
#   severity: error
#   confidence: high
#   kinds: [Uncovered]
#   tags: [coverage, DaemonSet]
#   remediation: |
#     Correct the selector, or label the nodes; if the DaemonSet waits for nodes that do not exist yet, declare them as eligible
#     under coverage in the configuration.
package drainlint.rules.coverage.coverage_none

import data.drainlint.lib.coverage

violations contains {
	"at": c.gaps[0].at,
	"severity": coverage.platform_severity(c, c.gaps[0], "error"),
	"message": sprintf("%s runs on none of the %s it is meant for: %s", [coverage.workload(c), _nodes(c.eligible), _why(c)]),
	"proof": array.flatten([[p | some gap in c.gaps; some p in array.slice(coverage.proof(c, gap), 0, 1)], array.slice(coverage.proof(c, c.gaps[0]), 1, 12)]),
	"change": _change(c),
} if {
	some c in input.cluster.coverage
	c.eligible > 0
	c.covered == 0
}

_nodes(1) := "one node"

_nodes(n) := sprintf("%d nodes", [n]) if n > 1

_why(c) := c.gaps[0].reason if count(c.gaps) == 1

_why(c) := sprintf("%s (%d of them), and %d other reasons", [c.gaps[0].reason, c.gaps[0].count, count(c.gaps) - 1]) if count(c.gaps) > 2

_why(c) := sprintf("%s (%d of them), %s (%d)", [c.gaps[0].reason, c.gaps[0].count, c.gaps[1].reason, c.gaps[1].count]) if count(c.gaps) == 2

_change(c) := "tolerate the taint, or declare under coverage in the configuration which nodes are meant" if c.gaps[0].cause == "taint"

_change(c) := "correct what the pod asks of a node, label the nodes, or declare under coverage in the configuration which nodes are meant" if c.gaps[0].cause != "taint"
