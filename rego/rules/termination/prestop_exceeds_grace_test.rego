package drainlint.rules.termination.prestop_exceeds_grace_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_exceeds_grace as rule

_severities(hook, grace) := severities if {
	w := build.workload({
		"pod": {"grace": build.set_number(grace)},
		"containers": [build.container({"preStop": hook})],
	})
	found := rule.violations with input as build.unit([w])
	severities := [object.get(v, "severity", "") | some v in found]
}

test_reports_equal if _severities(build.pre_stop("exec", 30, "exact"), 30) == [""]

test_reports_lower_bound if _severities(build.pre_stop("exec", 40, "lower-bound"), 30) == [""]

test_reports_native_sleep_of_the_whole_period if _severities(build.pre_stop("sleep", 30, "exact"), 30) == [""]

test_reports_unbounded_wait_as_warning if {
	hook := object.union(build.pre_stop("exec", 0, "lower-bound"), {"duration": {"unbounded": true}})
	_severities(hook, 30) == ["warning"]
}

test_silent_when_it_fits if _severities(build.pre_stop("exec", 29, "exact"), 30) == []

test_silent_when_unknown if _severities(build.pre_stop("httpGet", 0, "unknown"), 30) == []

test_silent_at_grace_zero if _severities(build.pre_stop("exec", 10, "exact"), 0) == []

test_silent_where_the_api_refuses if _severities(build.pre_stop("sleep", 45, "exact"), 30) == []
