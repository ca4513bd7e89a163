package drainlint.rules.input.waiver_unused_test

import data.drainlint.lib.build
import data.drainlint.rules.input.waiver_unused as rule

_messages(waiver) := found if {
	found := [v.message | some v in rule.violations] with input as build.facts({"waivers": [build.waiver(waiver)]})
}

test_reports_unused if _messages({"used": false}) == ["the waiver of endpoint-race matches no finding"]

test_reports_unknown_rule if {
	_messages({"rules": ["endpoint-rase"], "unknown": ["endpoint-rase"], "used": false}) == ["the waiver names endpoint-rase, which is no rule"]
}

test_reports_unknown_rule_beside_a_used_one if {
	_messages({"rules": ["endpoint-race", "x"], "unknown": ["x"]}) == ["the waiver names x, which is no rule"]
}

test_reports_without_rules if {
	_messages({"rules": [], "used": false}) == ["the waiver names no rule, so it suppresses nothing"]
}

test_silent_when_used if _messages({}) == []

test_silent_when_it_does_not_hold_anyway if {
	_messages({"used": false, "until": "2020-01-31", "expired": true}) == []
	_messages({"used": false, "until": "soon", "badDate": true}) == []
	_messages({"used": false, "reason": ""}) == []
}
