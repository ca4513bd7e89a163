# METADATA
# title: The waiver matches nothing
# description: |
#   No finding matches the waiver: what it was for is gone, has moved to another line, or the name of the rule is misspelt. Left in
#   place it would hide the next finding there that nobody has looked at.
# related_resources:
#   - ref: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
#     description: SARIF 2.1.0, suppressions
# custom:
#   severity: note
#   confidence: high
#   kinds: [IdleWaiver]
#   tags: [input, waivers]
#   remediation: |
#     Remove the waiver, move it to the line of the finding or the line above, or correct the name of the rule
#     (drainlint rules lists them).
package drainlint.rules.input.waiver_unused

# A rule that does not exist.
violations contains {
	"at": w.at,
	"message": sprintf("the waiver names %s, which is no rule", [rule]),
	"proof": [{"text": sprintf("waives %s", [concat(", ", w.rules)]), "at": w.at}],
	"change": "correct the name (drainlint rules lists them), or remove it",
} if {
	some w in input.waivers
	some rule in w.unknown
}

violations contains {
	"at": w.at,
	"message": "the waiver names no rule, so it suppresses nothing",
	"proof": [{"text": "no rule stands before the reason", "at": w.at}],
	"change": "name the rule that is accepted here",
} if {
	some w in input.waivers
	count(w.rules) == 0
}

# Where the waiver does not hold at all, waiver-expired says what to do with it.
violations contains {
	"at": w.at,
	"message": sprintf("the waiver of %s matches no finding", [concat(", ", w.rules)]),
	"proof": [{"text": sprintf("reason given: %s", [w.reason]), "at": w.at}],
	"change": "remove it, or move it to the line of the finding or the line above",
} if {
	some w in input.waivers
	count(w.rules) > 0
	not w.used
	count(w.unknown) == 0
	w.reason != ""
	not w.expired
	not w.badDate
}
