package drainlint.rules.termination.sidecar_starved_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.sidecar_starved as rule

_found(sidecar, app) := found if {
	cs := [
		build.container({"role": "sidecar", "name": "proxy", "drain": build.drain(object.union({"known": "exact", "seconds": 10, "from": "flag"}, sidecar))}),
		build.container({"name": "app", "drain": build.drain(object.union({"known": "exact", "seconds": 25, "from": "flag"}, app))}),
	]
	found := rule.violations with input as build.unit([build.workload({"containers": cs})])
}

test_reports_a_sum_above_the_grace_period if {
	some v in _found({}, {})
	contains(v.message, "its drain of 10 s begins after the main containers, which take 25 s")
	contains(v.change, "at least 40")
}

test_silent_when_both_fit if count(_found({"seconds": 5}, {})) == 0

test_silent_for_an_unknown_sidecar if count(_found({"known": "unknown"}, {})) == 0

test_silent_for_an_unknown_application if count(_found({}, {"known": "unknown"})) == 0
