package drainlint.rules.signals.stop_signal_mismatch_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.stop_signal_mismatch as rule

_nginx := {"SIGTERM": "fast", "SIGQUIT": "graceful"}

_image(more, signal) := found if {
	im := build.image(object.union({"shellForm": false, "program": ["nginx", "-g", "daemon off;"], "stopSignal": {"known": true, "name": signal, "from": "the default"}}, more), {"used": false})
	found := rule.violations with input as build.facts({"images": [object.union(im, {"profile": object.union(im.profile, {"signals": _nginx})})]})
}

_pod(more, hook) := found if {
	c := build.container({
		"process": object.union({"known": true, "command": ["nginx"], "argv": ["nginx"], "program": ["nginx"], "stopSignal": {"known": true, "name": "SIGTERM", "from": "the default"}}, more),
		"preStop": hook, "profile": {"signals": _nginx},
	})
	found := rule.violations with input as build.unit([build.workload({"containers": [c]})])
}

test_reports_a_fast_stop if {
	some v in _image({}, "SIGTERM")
	v.severity == "warning"
	contains(v.message, "stops at once on SIGTERM")
	contains(v.message, "drains on SIGQUIT")
}

test_reports_sigkill if count(_image({}, "SIGKILL")) == 1

test_reports_a_pod if count(_pod({}, {})) == 1

test_silent_for_the_graceful_signal if count(_image({}, "SIGQUIT")) == 0

test_silent_for_a_signal_of_which_nothing_is_known if count(_image({}, "SIGUSR1")) == 0

test_silent_when_the_signal_is_not_known if count(_image({"stopSignal": {"known": false, "name": "", "from": ""}}, "SIGTERM")) == 0

test_silent_with_a_hook if count(_pod({}, build.pre_stop("exec", 5, "exact"))) == 0

test_silent_under_a_shell if {
	im := build.image({"program": ["sh", "-c", "nginx"]}, {})
	count(rule.violations) == 0 with input as build.facts({"images": [object.union(im, {"profile": object.union(im.profile, {"signals": _nginx})})]})
}

test_silent_where_no_signal_drains if {
	im := build.image({"shellForm": false, "program": ["x"]}, {"used": false})
	count(rule.violations) == 0 with input as build.facts({"images": [object.union(im, {"profile": {"signals": {"SIGTERM": "fast"}}})]})
}
