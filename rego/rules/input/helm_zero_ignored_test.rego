package drainlint.rules.input.helm_zero_ignored_test

import data.drainlint.lib.build
import data.drainlint.rules.input.helm_zero_ignored as rule

_at := {"span": {"file": "t.yaml", "start": {"line": 3, "col": 1}, "end": {"line": 3, "col": 9}}}

_key := {"span": {"file": "values.yaml", "start": {"line": 1, "col": 1}, "end": {"line": 1, "col": 9}}}

_found(kind, discarded) := found if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({"kind": kind})],
		"discarded": [object.union({"object": 0, "field": "terminationGracePeriodSeconds", "value": "0", "fallback": "", "at": _at, "key": _key}, discarded)],
	})
}

test_reports_a_default_that_is_another_value if {
	some v in _found("Deployment", {})
	v.at == _at
	v.message == "the values set terminationGracePeriodSeconds to 0, but the template takes 0 for \"not set\": Deployment web gets the default, 30"
	v.proof[0].at == _key
}

test_reports_a_fallback if {
	some v in _found("StatefulSet", {"field": "minReadySeconds", "fallback": "10"})
	contains(v.message, "StatefulSet web gets 10")
}

test_reports_false if {
	some v in _found("ServiceAccount", {"field": "automountServiceAccountToken", "value": "false"})
	contains(v.message, "gets the default, true")
}

test_reports_surge_of_a_deployment if count(_found("Deployment", {"field": "maxSurge"})) == 1

test_silent_for_the_same_default if count(_found("Deployment", {"field": "minReadySeconds"})) == 0

test_silent_for_surge_of_a_daemon_set if count(_found("DaemonSet", {"field": "maxSurge"})) == 0

test_silent_for_unknown_fields if count(_found("Deployment", {"field": "workers"})) == 0

test_silent_for_other_objects if count(_found("ConfigMap", {})) == 0

test_silent_for_another_value if count(_found("Deployment", {"field": "replicas", "value": "false"})) == 0
