# METADATA
# title: The waiver does not hold
# description: |
#   A waiver suppresses findings that somebody has looked at and accepted. It needs a reason, which is what the next reader
#   has to judge it by, and may have a last day. Past that day, without a reason, or with a date that cannot be read, it
#   suppresses nothing: the findings it was written for are reported again.
# related_resources:
#   - ref: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
#     description: SARIF 2.1.0, suppressions and their justification
# custom:
#   severity: warning
#   confidence: high
#   kinds: [BadWaiver]
#   tags: [input, waivers]
#   remediation: |
#     Correct what the waiver was for and remove it, or give it a reason after "--" and a day that is still to come
#     (until=2027-03-01).
package drainlint.rules.input.waiver_expired

violations contains {
	"at": w.at,
	"message": sprintf("the waiver of %s %s, so it suppresses nothing", [concat(", ", w.rules), fault.what]),
	"proof": [{"text": fault.proof, "at": w.at}],
	"change": _change(w, fault),
} if {
	some w in input.waivers
	count(w.rules) > 0
	fault := _fault(w)
}

# One fault for each waiver: whoever corrects it rewrites the whole line.
_fault(w) := {
	"what": sprintf("ended on %s", [w.until]),
	"proof": sprintf("until=%s", [w.until]),
	"change": "correct what it was for and remove it, or set a later day after a new look",
} if {
	w.expired
} else := {
	"what": sprintf("ends on %q, which is no date", [w.until]),
	"proof": sprintf("until=%s", [w.until]),
	"change": "write the last day as year-month-day: until=2027-03-01",
} if {
	w.badDate
} else := {
	"what": "gives no reason",
	"proof": "no text follows the rule names",
	"change": `say after "--" why the finding is accepted (in the configuration: under reason)`,
} if {
	w.reason == ""
}

_change(w, fault) := fault.change if w.used

_change(w, _) := "remove it: no finding matches it any more" if not w.used
