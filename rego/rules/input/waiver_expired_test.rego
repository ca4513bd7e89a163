package drainlint.rules.input.waiver_expired_test

import data.drainlint.lib.build
import data.drainlint.rules.input.waiver_expired as rule

_found(waiver) := found if {
	found := [v | some v in rule.violations] with input as build.facts({"waivers": [build.waiver(waiver)]})
}

_messages(waiver) := [v.message | some v in _found(waiver)]

_expired := {"until": "2020-01-31", "expired": true}

test_reports_expired if {
	_messages(_expired) == ["the waiver of endpoint-race ended on 2020-01-31, so it suppresses nothing"]
}

test_reports_bad_date if {
	_messages({"until": "31.1.2030", "badDate": true}) == [`the waiver of endpoint-race ends on "31.1.2030", which is no date, so it suppresses nothing`]
}

test_reports_missing_reason if {
	_messages({"reason": ""}) == ["the waiver of endpoint-race gives no reason, so it suppresses nothing"]
}

test_reports_all_its_rules if {
	startswith(_messages(object.union(_expired, {"rules": ["privileged", "host-namespace"]}))[0], "the waiver of privileged, host-namespace ended")
}

test_reports_once if count(_found(object.union(_expired, {"reason": ""}))) == 1

test_reports_removal_when_nothing_matches if {
	startswith(_found(object.union(_expired, {"used": false}))[0].change, "remove it")
	not startswith(_found(_expired)[0].change, "remove it")
}

test_silent_when_it_holds if {
	_found({}) == []
	_found({"until": "2999-12-31"}) == []
	_found({"used": false}) == []
}

test_silent_without_rules if _found({"rules": [], "reason": "", "used": false}) == []
