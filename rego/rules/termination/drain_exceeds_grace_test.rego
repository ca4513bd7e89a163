package drainlint.rules.termination.drain_exceeds_grace_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.drain_exceeds_grace as rule

_found(drain, hook, more) := found if {
	c := build.container({"drain": build.drain(object.union({"known": "exact", "seconds": 30, "from": "flag --timeout"}, drain)), "preStop": hook})
	found := rule.violations with input as build.unit([build.workload(object.union({"containers": [c]}, more))])
}

_hook := build.pre_stop("sleep", 10, "exact")

test_reports_hook_and_drain if {
	some v in _found({}, _hook, {})
	v.severity == "error"
	contains(v.message, "preStop 10 s + drain 30 s = 40 s, but the grace period is 30 s, so SIGKILL cuts the drain after 20 s")
	contains(v.change, "at least 45")
}

test_warns_of_a_default if {
	some v in _found({"known": "default", "seconds": 60}, build.no_hook, {})
	v.severity == "warning"
}

test_counts_the_delay_before_the_drain if {
	some v in _found({"seconds": 25, "delay": 10, "delayFrom": "flag --delay"}, build.no_hook, {})
	contains(v.message, "drain 35 s")
}

test_notes_a_thin_margin if {
	some v in _found({"seconds": 27}, build.no_hook, {})
	v.severity == "note"
}

test_silent_when_it_fits if count(_found({"seconds": 20}, build.no_hook, {})) == 0

test_silent_for_an_unknown_drain if count(_found({"known": "unknown"}, _hook, {})) == 0

test_silent_for_an_unlimited_drain if count(_found({"known": "unlimited"}, _hook, {})) == 0

test_silent_for_a_hook_of_unknown_length if count(_found({}, build.pre_stop("exec", 0, "unknown"), {})) == 0

test_silent_where_prestop_exceeds_grace if count(_found({}, build.pre_stop("exec", 30, "exact"), {})) == 0

test_silent_for_jobs if count(_found({}, _hook, {"runs": "job"})) == 0

test_silent_when_the_drain_is_switched_off if {
	count(_found({"off": {"why": "it ends at once", "from": "env", "at": build.ref(["env"])}}, _hook, {})) == 0
}

test_advises_to_part_what_one_value_sets if {
	some v in _found({"followsGrace": true}, _hook, {})
	v.change == "one value sets both: set the program's own limit apart, to at most terminationGracePeriodSeconds - 15"
	some margin in _found({"seconds": 30, "followsGrace": true}, build.no_hook, {})
	endswith(margin.change, "terminationGracePeriodSeconds - 5")
}
