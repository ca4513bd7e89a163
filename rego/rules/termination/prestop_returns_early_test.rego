package drainlint.rules.termination.prestop_returns_early_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_returns_early as rule

_quit := {"words": "nginx -s quit", "waits": false, "effect": "graceful"}

_found(hook, signal) := found if {
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({
		"preStop": object.union(build.pre_stop("exec", 0, "unknown"), object.union({"stopCommand": _quit}, hook)),
		"process": {"stopSignal": {"known": true, "name": signal, "from": "the default"}},
		"profile": {"signals": {"SIGTERM": "fast", "SIGQUIT": "graceful"}},
	})]})])
}

test_reports_a_drain_that_is_cut if {
	some v in _found({}, "SIGTERM")
	contains(v.message, "SIGTERM follows at once")
}

test_silent_when_the_signal_drains if count(_found({}, "SIGQUIT")) == 0

test_silent_when_the_hook_waits if count(_found({"stopCommand": object.union(_quit, {"waits": true})}, "SIGTERM")) == 0

test_silent_when_the_hook_sleeps_afterwards if count(_found({"duration": {"seconds": 20, "known": "exact"}}, "SIGTERM")) == 0

test_silent_for_another_command if count(_found({"stopCommand": {"words": "", "waits": false, "effect": ""}}, "SIGTERM")) == 0
