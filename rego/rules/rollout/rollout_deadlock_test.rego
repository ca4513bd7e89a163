package drainlint.rules.rollout.rollout_deadlock_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.rollout_deadlock as rule

_found(more) := values if {
	found := rule.violations with input as build.facts({"objects": [build.resource({})], "workloads": [build.workload(more)]})
	values := [object.get(v, "severity", "warning") | some v in found]
}

_claim(modes) := {"pod": {"volumes": [build.claim(modes)]}}

_port := {"containers": [build.container({"ports": [build.port(80, 80), build.port(81, 81)]})]}

test_reports_claim_of_one_pod if _found(_claim(["ReadWriteOncePod"])) == ["error"]

test_reports_claim_of_one_node if _found(_claim(["ReadWriteOnce"])) == ["warning"]

test_reports_host_ports_once if _found(_port) == ["warning"]

test_reports_host_port_on_one_node if _found(object.union(_port, {"pod": {"scheduling": {"node": "edge-1"}}})) == ["error"]

test_reports_host_network if {
	_found({"pod": {"hostNetwork": build.set_switch(true)}, "containers": [build.container({"ports": [build.port(80, 0)]})]}) == ["warning"]
}

test_reports_host_network_at_the_port if {
	found := rule.violations with input as build.facts({"objects": [build.resource({})], "workloads": [build.workload({
		"pod": {"hostNetwork": build.set_switch(true)},
		"containers": [build.container({"ports": [build.port(80, 0)]})],
	})]})
	some v in found
	v.at.path == ["ports", 0, "containerPort"]
}

test_silent_for_unknown_claims if _found(_claim([])) == []

test_silent_for_shared_claims if {
	_found(_claim(["ReadWriteMany"])) == []
	_found(_claim(["ReadWriteOnce", "ReadWriteMany"])) == []
}

test_silent_on_one_node if _found({"pod": {"volumes": [build.claim(["ReadWriteOnce"])], "scheduling": {"node": "edge-1"}}}) == []

test_silent_when_an_old_pod_may_go if _found(object.union(_port, {"rollout": {"maxUnavailable": build.set_amount("1", 1)}})) == []

test_silent_for_recreate if _found(object.union(_port, {"rollout": {"type": "Recreate"}})) == []

test_silent_for_stateful_sets if _found(object.union(_claim(["ReadWriteOncePod"]), {"kind": "StatefulSet"})) == []

test_silent_without_replicas if _found(object.union(_port, {"replicas": {"value": 0}})) == []
