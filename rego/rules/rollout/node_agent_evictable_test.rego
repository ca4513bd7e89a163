package drainlint.rules.rollout.node_agent_evictable_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.node_agent_evictable as rule

_found(pod) := values if {
	found := rule.violations with input as build.unit([build.agent({"pod": pod})])
	values := [v.severity | some v in found]
}

_class(name, set, value) := {"priority": {"class": name, "set": set, "value": value}}

test_reports_without_request if _found({}) == ["warning"]

test_reports_with_request_as_note if _found({"memoryRequest": true}) == ["note"]

test_reports_unknown_class_as_note if _found(_class("agents", false, 0)) == ["note"]

test_reports_low_class if _found(_class("agents", true, 1000000)) == ["warning"]

test_silent_for_system_classes if _found(_class("system-node-critical", true, 2000001000)) == []

test_silent_for_deployments if {
	count(rule.violations) == 0 with input as build.unit([build.workload({"agent": true})])
}

test_silent_for_hooks if {
	count(rule.violations) == 0 with input as build.unit([build.agent({"runs": "job"})])
}
