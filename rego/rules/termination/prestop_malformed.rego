# METADATA
# title: The preStop hook cannot work as it is written
# description: |
#   An exec hook is a list of words that the runtime starts without a shell. A whole command line as one word names a file that does not exist; words behind `sh -c script`
#   become $0, $1 of the script; shell syntax without a shell is passed to the program; a script with a syntax error runs nothing. The hook fails with an event that nobody reads, and
#   the stop signal follows at once.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: error
#   confidence: high
#   kinds: [Malformed]
#   tags: [termination, preStop]
#   remediation: |
#     Write each word as an item of its own, or one script behind ["sh", "-c"].
package drainlint.rules.termination.prestop_malformed

import data.drainlint.lib.words

violations contains {
	"at": c.preStop.malformedAt,
	"message": sprintf("%s: the preStop hook fails at once: %s", [words.any_container(w, c), c.preStop.malformed]),
	"proof": [{"text": sprintf("the hook runs %v", [c.preStop.argv]), "at": c.preStop.handler}],
	"change": "write one list item for each word (command: [sleep, \"10\"]), or the whole script behind [sh, -c]",
} if {
	some w in input.workloads
	some c in w.containers
	c.preStop.malformed != ""
}
