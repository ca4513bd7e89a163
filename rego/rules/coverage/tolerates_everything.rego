# METADATA
# title: The pod tolerates every taint
# description: |
#   A toleration with `operator: Exists` and no key matches every taint, those of Kubernetes itself included: the pod may
#   come back to a node that is cordoned for a drain (`node.kubernetes.io/unschedulable`), run on nodes under pressure or
#   reserved for others, and, without an effect, stay on a node that is gone for ever. That is right for node agents and
#   wrong for nearly everything else.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
#     description: Taints and Tolerations
# custom:
#   severity: note
#   confidence: high
#   kinds: [TolerateAll]
#   tags: [coverage, scheduling, drain]
#   remediation: |
#     Name the taints that the pod must tolerate.
package drainlint.rules.coverage.tolerates_everything

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": t.at,
	"message": sprintf("%s tolerates every taint%s: %s", [words.workload(w), _effect(t), _outcome(t)]),
	"proof": [],
	"change": "name the taints that it must tolerate",
} if {
	some w in input.workloads
	not w.agent
	pods.stays_up(w)
	not startswith(w.pod.priority.class, "system-")
	some t in w.pod.scheduling.tolerations
	t.key == ""
	t.exists
}

_effect(t) := "" if t.effect == ""

_effect(t) := sprintf(" with effect %s", [t.effect]) if t.effect != ""

_outcome(t) := "evicted by a drain, it may come back to the node that is being drained" if t.effect in {"NoSchedule", "PreferNoSchedule"}

_outcome(t) := "it stays on a node that does not answer, and is not started elsewhere" if t.effect == "NoExecute"

_outcome(t) := "it may come back to a node that is being drained, and stays on one that does not answer" if t.effect == ""
