package drainlint.rules.coverage.coverage_none_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.coverage_none as rule

_found(more) := found if {
	found := rule.violations with input as object.union(build.unit([build.agent({})]), {"cluster": build.cluster([build.coverage(more)])})
}

test_reports_nothing_reached if {
	some v in _found({"covered": 0, "desired": 0, "gaps": [build.node_gap({"count": 4})]})
	v.message == "DaemonSet agent runs on none of the 4 nodes it is meant for: no label pool, nodeSelector asks for web"
}

test_reports_reasons if {
	some v in _found({"covered": 0, "gaps": [build.node_gap({"count": 3}), build.node_gap({"reason": "taint gpu:NoSchedule", "cause": "taint"})]})
	contains(v.message, "asks for web (3 of them), taint gpu:NoSchedule (1)")
}

test_reports_one_node if {
	some v in _found({"covered": 0, "eligible": 1, "gaps": [build.node_gap({"cause": "taint", "reason": "taint gpu:NoSchedule"})]})
	contains(v.message, "none of the one node")
	startswith(v.change, "tolerate")
}

test_silent_when_some_are_reached if count(_found({"covered": 1, "gaps": [build.node_gap({"count": 3})]})) == 0

test_silent_when_none_are_meant if count(_found({"covered": 0, "eligible": 0})) == 0

test_silent_without_inventory if count(rule.violations) == 0 with input as build.unit([build.agent({})])

test_other_system_is_a_warning if {
	some v in _found({"covered": 0, "gaps": [build.node_gap({"count": 4, "cause": "os"})]})
	v.severity == "warning"
}
