package drainlint.rules.termination.probe_grace_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.probe_grace as rule

_found(grace, hook) := found if {
	c := build.container({"preStop": hook, "probes": {"liveness": object.union(build.no_probe, {"set": true, "grace": build.set_number(grace)})}})
	found := rule.violations with input as build.unit([build.workload({"containers": [c]})])
}

test_warns_below_the_hook if {
	some v in _found(5, build.pre_stop("sleep", 10, "exact"))
	v.severity == "warning"
}

test_notes_above_the_pod if {
	some v in _found(60, build.no_hook)
	v.severity == "note"
}

test_silent_in_between if count(_found(20, build.pre_stop("sleep", 10, "exact"))) == 0

test_silent_when_equal if count(_found(10, build.pre_stop("sleep", 10, "exact"))) == 0

test_silent_for_a_hook_of_unknown_length if count(_found(20, build.pre_stop("httpGet", 0, "unknown"))) == 0
