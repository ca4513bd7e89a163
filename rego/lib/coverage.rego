# Coverage: what DaemonSets reach of an inventory of nodes.
package drainlint.lib.coverage

import data.drainlint.lib.words

# reaching are the DaemonSets that reach some of the nodes meant for them, and so are no matter of coverage-none.
reaching contains c if {
	some c in input.cluster.coverage
	c.covered > 0
}

# platform is true for causes that lie in what a node is, not in how it is labelled or tainted.
platform(gap) if gap.cause in {"os", "architecture", "image"}

# nodes is "node a", "nodes a, b", or "12 nodes (a, b, c, d, e, ...)".
nodes(gap) := sprintf("node %s", [gap.nodes[0].name]) if gap.count == 1

nodes(gap) := sprintf("nodes %s", [_names(gap.nodes)]) if gap.count in {2, 3, 4, 5}

nodes(gap) := sprintf("%d nodes (%s, ...)", [gap.count, _names(array.slice(gap.nodes, 0, 5))]) if gap.count > 5

_names(list) := concat(", ", [n.name | some n in list])

# proof lists the reason, the number of nodes, and where the first ten of them stand.
proof(c, gap) := array.flatten([
	[{"text": sprintf("%s: %d of %d eligible nodes", [gap.reason, gap.count, c.eligible]), "at": gap.at}],
	[object.union({"text": sprintf("eligible: %s", [c.rule])}, _place(object.get(c, "ruleAt", {})))],
	[object.union({"text": sprintf("node %s", [n.name])}, _place(object.get(n, "at", {}))) | some n in array.slice(gap.nodes, 0, 10)],
	[{"text": sprintf("not named here: %d more", [gap.count - 10])} | gap.count > 10],
	[{"text": sprintf("the exclusion of %s (%s) ended on %s", [gap.ended.nodes, gap.ended.reason, gap.ended.until]), "at": gap.ended.at} | gap.ended],
])

_place(at) := {"at": at} if count(at) > 0

_place(at) := {} if count(at) == 0

# workload is the DaemonSet as messages name it.
workload(c) := words.workload(input.workloads[c.workload])

# platform_severity is one level below another severity for a pod of another operating system, unless the configuration says that the
# nodes are meant.
platform_severity(c, gap, severity) := {"error": "warning", "warning": "note"}[severity] if {
	gap.cause == "os"
	not c.ruleAt
} else := severity
