# METADATA
# title: The alert fires in every rollout
# description: |
#   A target that is being replaced is away for one scrape at least, a minute at Prometheus' default interval, plus the time
#   that the old pod takes to stop and the new one to start. An alert on `up == 0` or `absent(up)` with a shorter `for`
#   fires in every rollout and node upgrade, until nobody reads it.
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

# Prometheus scrapes once a minute by default: one missed scrape is visible that long.
_scrape := 60

violations contains {
	"at": a.forAt,
	"message": sprintf("alert %s fires after %s, but a rollout leaves a target away for at least %s", [a.name, words.seconds(longest), words.seconds(_blind)]),
	"proof": array.concat(
		[{"text": sprintf("%s is true while %s", [words.short(a.expr), _condition(a)]), "at": a.at}],
		_proof,
	),
	"change": sprintf("set for: %s", [_recommended]),
} if {
	some a in input.alerts
	a.flaps != "none"
	longest := max([a.for, a.keep])
	longest < _blind
}

_condition(a) := "one target does not answer" if a.flaps == "up"

_condition(a) := "no target is there" if a.flaps == "absent"

# The agents of the Unit that take longest say what a rollout costs: their preStop hook, and the delay of readiness.
_blind := _scrape + max([n.seconds | some n in _gaps])

_gaps := array.concat([{"seconds": 0}], [{"seconds": c.preStop.duration.seconds + c.probes.readiness.initialDelay, "at": c.at, "name": words.container(w, c)} |
	some w in input.workloads
	w.kind == "DaemonSet"
	some c in pods.running(w)
	not c.preStop.duration.unbounded
])

_proof := array.concat(
	[{"text": "one missed scrape lasts 60 s, the default interval"}],
	[{"text": sprintf("%s takes %s of preStop and readiness delay", [n.name, words.seconds(n.seconds)]), "at": n.at} | some n in _gaps; n.seconds > 0; n.seconds == _blind - _scrape],
)

_recommended := "2m" if _blind < 120

_recommended := sprintf("%dm", [ceil(_blind / 60) + 1]) if _blind >= 120
