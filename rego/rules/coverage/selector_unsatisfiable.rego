# METADATA
# title: No node can satisfy the pod's selectors
# description: |
#   nodeSelector and required node affinity must all hold. Where they ask for two values of one label at once, in every
#   alternative, no node fits and the pod stays Pending. An affinity term without expressions selects no node either.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#node-affinity
#     description: Node affinity
# custom:
#   severity: error
#   confidence: high
#   kinds: [Unsatisfiable]
#   tags: [coverage, scheduling]
#   remediation: |
#     Remove one of the contradicting requirements.
package drainlint.rules.coverage.selector_unsatisfiable

import data.drainlint.lib.words

violations contains {
	"at": c.at,
	"message": sprintf("%s: no node can satisfy %s, so its pods stay Pending", [words.workload(w), _what(c)]),
	"proof": array.concat(
		[{"text": "the other requirement", "at": c.other} | c.other != c.at],
		[{"text": sprintf("the alternative %s fails too", [_what(other)]), "at": other.at} | some i, other in w.pod.scheduling.contradictions; i > 0],
	),
	"change": "remove one of the requirements",
} if {
	some w in input.workloads
	c := w.pod.scheduling.contradictions[0]
}

_what(c) := c.text if c.text != ""

_what(c) := "a nodeSelectorTerm without expressions, which selects nothing" if c.text == ""
