package drainlint.rules.termination.liveness_slow_restart_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.liveness_slow_restart as rule

_found(grace, probe) := found if {
	w := build.workload({"containers": [build.container({"probes": {"liveness": object.union(build.no_probe, object.union({"set": true}, probe))}})]})
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"grace": build.set_number(grace)})})])
}

test_notes_a_long_grace_period if {
	some v in _found(3600, {})
	contains(v.message, "liveness probe fails")
}

test_silent_with_a_grace_period_of_its_own if count(_found(3600, {"grace": build.set_number(15)})) == 0

test_silent_below_ten_minutes if count(_found(599, {})) == 0

test_silent_without_a_probe if count(_found(3600, {"set": false})) == 0
