# METADATA
# title: Node pressure can evict the node agent
# description: |
#   When a node runs out of memory or disk, the kubelet evicts pods, those first that use more than they request. Only pods
#   whose priority is at least 2,000,000,000 are exempt: system-node-critical and system-cluster-critical. An agent without
#   a memory request always uses more than it requests, and is gone when its node needs watching most.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/#pod-selection-for-kubelet-eviction
#     description: Pod selection for kubelet eviction
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/
#     description: Guaranteed Scheduling For Critical Add-On Pods
# custom:
#   severity: note
#   confidence: high
#   kinds: [Evictable]
#   tags: [rollout, DaemonSet, eviction]
#   remediation: |
#     Request the memory that the agent uses, and give an agent that the node depends on priorityClassName
#     system-node-critical.
package drainlint.rules.rollout.node_agent_evictable

import data.drainlint.lib.pods
import data.drainlint.lib.words

_exempt := 2000000000

violations contains {
	"at": w.pod.priority.at,
	"severity": _severity(w),
	"message": sprintf("%s: %s%s, so the kubelet %s", [words.workload(w), _priority(w.pod.priority), _request(w), _fate(w)]),
	"proof": [{"text": sprintf("PriorityClass %s has the value %d", [w.pod.priority.class, w.pod.priority.value]), "at": w.pod.priority.defined} | w.pod.priority.set],
	"change": _change(w),
} if {
	some w in input.workloads
	w.kind == "DaemonSet"
	pods.stays_up(w)
	not _critical(w.pod.priority)
}

_critical(p) if {
	p.set
	p.value >= _exempt
}

_unknown(p) if {
	p.class != ""
	not p.set
}

_severity(w) := "note" if {
	_unknown(w.pod.priority)
} else := "warning" if {
	not w.pod.memoryRequest
} else := "note"

_priority(p) := "no priority class" if {
	p.class == ""
} else := sprintf("priority class %s, whose value these files do not tell", [p.class]) if {
	not p.set
} else := sprintf("priority %d", [p.value])

_request(w) := " and no memory request" if not w.pod.memoryRequest

_request(w) := "" if w.pod.memoryRequest

_fate(w) := "evicts it among the first when the node runs out of memory" if {
	not w.pod.memoryRequest
	not _ranked(w.pod.priority)
}

# Usage above requests comes first, priority second.
_fate(w) := "evicts it before pods that stay within their requests when the node runs out of memory" if {
	not w.pod.memoryRequest
	_ranked(w.pod.priority)
}

_ranked(p) if {
	p.set
	p.value > 0
}

_fate(w) := "may evict it when the node runs out of memory or disk" if w.pod.memoryRequest

_change(w) := "request the memory that it uses; if the node depends on it, set priorityClassName: system-node-critical" if not w.pod.memoryRequest

_change(w) := "if the node depends on it, set priorityClassName: system-node-critical" if w.pod.memoryRequest
