# METADATA
# title: A node agent has no requests or limits
# description: |
#   A DaemonSet's pod shares each node with the applications. Without requests the scheduler counts it as nothing, so nodes
#   are filled as if it were not there; without a memory limit a leak takes the memory of the applications, and the
#   kernel decides who is killed for it. With `maxSurge` a rollout needs room for two pods on each node.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource Management for Pods and Containers
# custom:
#   severity: note
#   confidence: high
#   kinds: [Unlimited, SurgingAgent]
#   tags: [privileges, resources]
#   remediation: |
#     Set requests for cpu and memory and a limit for memory in each container.
package drainlint.rules.privileges.no_resource_limits

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": cs[0].resources.at,
	"message": sprintf("%s %s no %s on each node%s", [privileges.subject(w, cs), privileges.keeps(cs, "has", "have"), _either(cs), _explained(w)]),
	"proof": [{"text": sprintf("container %s: no %s", [c.name, concat(", no ", _lacks(c))]), "at": c.resources.at} | some c in cs],
	"change": "set requests for cpu and memory and a memory limit",
} if {
	some w in input.workloads
	privileges.node_agent(w)
	not w.pod.windows
	cs := [c | some c in w.containers; c.role != "init"; count(_lacks(c)) > 0]
	count(cs) > 0
}

# What has requests needs room for them twice.
violations contains {
	"at": w.rollout.maxSurge.at,
	"message": sprintf("%s: with maxSurge %s a node needs free room for a second pod during a rollout; on a full node the new pod stays Pending and the rollout waits%s", [words.workload(w), w.rollout.maxSurge.raw, _explained(w)]),
	"proof": [{"text": sprintf("container %s has requests, which count twice", [c.name]), "at": c.resources.at} | some c in w.containers; c.role != "init"; c.resources.cpuRequest],
	"change": "keep room for two on each node, give the agent a priority that makes room, or use maxUnavailable",
} if {
	some w in input.workloads
	privileges.node_agent(w)
	w.rollout.maxSurge.set
	not w.rollout.maxSurge.raw in {"0", "0%"}
	some c in w.containers
	c.role != "init"
	c.resources.cpuRequest
}

_lacks(c) := array.flatten([
	["cpu request" | not c.resources.cpuRequest],
	["memory request" | not c.resources.memoryRequest],
	["memory limit" | not c.resources.memoryLimit],
])

_either(cs) := concat(", no ", [lack | some lack in ["cpu request", "memory request", "memory limit"]; lack in [l | some c in cs; some l in _lacks(c)]])

_explained(w) := sprintf("; %s", [privileges.recorded(w, "no-resource-limits")]) if {
	w.justified["no-resource-limits"]
} else := ""
