# METADATA
# title: The alert fires in every rollout
# description: |
#   A target that is being replaced is away for one scrape at least, plus the time that the old pod takes to stop and the new
#   one to start. An alert on `up == 0` or `absent(up)` with a shorter `for` fires in every rollout and node upgrade, until
#   nobody reads it. The interval is the shortest that these files set, else the default: a minute for Prometheus, half a
#   minute for its operator. What `absent` looks for may have several targets: a note.
# related_resources:
#   - ref: https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/
#     description: Alerting rules
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Flapping]
#   tags: [rollout, monitoring]
#   remediation: |
#     Set "for" to 2m or more, above the time for which one node is blind in a rollout.
package drainlint.rules.rollout.alert_flaps_on_rollout

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": a.forAt,
	"severity": _severity(a),
	"message": sprintf("alert %s fires after %s, but a rollout leaves %s away for at least %s", [a.name, words.seconds(longest), _target(a), words.seconds(_blind(a))]),
	"proof": array.concat(
		[{"text": sprintf("%s is true while %s", [words.short(a.expr), _condition(a)]), "at": a.at}],
		_proof(a),
	),
	"change": sprintf("set for: %s", [_recommended(_blind(a))]),
} if {
	some a in input.alerts
	a.flaps != "none"
	longest := max([a.for, a.keep])
	longest < _blind(a)
}

# How many targets absent() looks for is not known.
_severity(a) := "warning" if a.flaps == "up"

_severity(a) := "note" if a.flaps == "absent"

_target(a) := "a target" if a.flaps == "up"

_target(a) := "the target, if it is the only one," if a.flaps == "absent"

_condition(a) := "one target does not answer" if a.flaps == "up"

_condition(a) := "no target is there" if a.flaps == "absent"

# The agents of the Unit that take longest say what a rollout costs: their preStop hook, and the delay of readiness.
_blind(a) := a.scrape + _gap

_gap := max([n.seconds | some n in _gaps])

_gaps := array.concat([{"seconds": 0}], [{"seconds": c.preStop.duration.seconds + c.probes.readiness.initialDelay, "at": c.at, "name": words.container(w, c)} |
	some w in input.workloads
	w.kind == "DaemonSet"
	some c in pods.running(w)
	not c.preStop.duration.unbounded
])

_proof(a) := array.concat(
	[object.union({"text": sprintf("one missed scrape lasts %s (%s)", [words.seconds(a.scrape), a.scrapeFrom])}, {"at": at | some k in ["scrapeAt"]; at := a[k]})],
	[{"text": sprintf("%s takes %s of preStop and readiness delay", [n.name, words.seconds(n.seconds)]), "at": n.at} | some n in _gaps; n.seconds > 0; n.seconds == _gap],
)

_recommended(blind) := "2m" if blind < 120

_recommended(blind) := sprintf("%dm", [ceil(blind / 60) + 1]) if blind >= 120
