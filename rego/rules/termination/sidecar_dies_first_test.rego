package drainlint.rules.termination.sidecar_dies_first_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.sidecar_dies_first as rule

_app(hook) := build.container({"name": "app", "preStop": hook})

_sidecar(hook, hook_app) := found if {
	c := build.container({"role": "sidecar", "name": "proxy", "preStop": object.union(build.pre_stop("httpGet", 0, "unknown"), hook)})
	found := rule.violations with input as build.unit([build.workload({"containers": [c, _app(hook_app)]})])
}

_helper(more, hook_app) := found if {
	c := build.container(object.union({"name": "proxy", "helper": true, "profile": {"name": "envoy", "class": "proxy"}}, more))
	found := rule.violations with input as build.unit([build.workload({"containers": [_app(hook_app), c]})])
}

_sleep := build.pre_stop("sleep", 15, "exact")

test_reports_a_hook_that_ends_a_native_sidecar if {
	some v in _sidecar({"quits": "GET /shutdown"}, _sleep)
	contains(v.message, "hooks of native sidecars run first")
	contains(v.message, "15 s")
}

test_reports_a_proxy_beside_an_application_that_drains if count(_helper({}, _sleep)) == 1

test_silent_for_a_hook_that_does_something_else if count(_sidecar({}, _sleep)) == 0

test_silent_for_a_hook_that_waits_first if {
	count(_sidecar({"quits": "kill 1", "type": "exec", "duration": {"seconds": 20, "known": "exact"}}, _sleep)) == 0
}

test_silent_for_a_proxy_that_goes_on_accepting if {
	count(_helper({"profile": {"name": "istio-proxy", "class": "proxy", "keepsAccepting": "it drains"}}, _sleep)) == 0
}

test_silent_for_a_proxy_with_a_hook if count(_helper({"preStop": _sleep}, _sleep)) == 0

test_silent_for_exporters if count(_helper({"profile": {"name": "x", "class": "telemetry", "metricsOnly": true}}, _sleep)) == 0

test_silent_where_nothing_shows_that_the_application_goes_on if count(_helper({}, build.no_hook)) == 0
