package drainlint.rules.rollout.rollout_takes_all_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.rollout_takes_all as rule

# _found are the severities reported for one served workload.
_found(more) := values if {
	found := rule.violations with input as build.unit([build.served(more)])
	values := [v.severity | some v in found]
}

_replicas(n) := {"value": n, "set": true, "from": "spec"}

_all := {"replicas": _replicas(3), "rollout": {"maxUnavailable": build.set_amount("100%", 3)}}

_fenced := {"rollout": {"fenced": true, "maxUnavailable": build.amount("25%", 1), "maxSurge": build.set_amount("0", 0)}}

test_reports_all_of_three if _found(_all) == ["error"]

test_reports_more_than_all if _found({"replicas": _replicas(2), "rollout": {"maxUnavailable": build.set_amount("5", 5)}}) == ["error"]

test_reports_autoscaler_minimum if {
	found := rule.violations with input as build.unit([build.served({
		"replicas": {"value": 2, "from": "hpa", "hpa": 0},
		"rollout": {"maxUnavailable": build.set_amount("2", 2)},
	})])
	some v in found
	v.severity == "error"
	contains(v.proof[0].text, "2 replicas (autoscaler minimum)")
}

test_reports_one_replica_as_warning if _found(object.union(_fenced, {"replicas": _replicas(1)})) == ["warning"]

test_reports_fenced_arithmetic if {
	found := rule.violations with input as build.unit([build.served(object.union(_fenced, {"replicas": _replicas(1)}))])
	some v in found
	contains(v.proof[0].text, "both 0, so one pod may be unavailable")
}

test_reports_at_max_surge_where_only_that_is_set if {
	surge := {"doc": 0, "path": ["surge"]}
	found := rule.violations with input as build.unit([build.served(object.union(_fenced, {"rollout": {"maxSurge": {"at": surge}}}))])
	some v in found
	v.at == surge
}

test_reports_one_replica_with_a_claim_as_note if {
	claim := {"at": build.ref(["v"]), "name": "data", "type": "persistentVolumeClaim", "claim": "data", "accessModes": []}
	_found(object.union(_fenced, {"pod": {"volumes": [claim]}})) == ["note"]
}

test_reports_one_replica_with_a_host_port_as_note if {
	port := {"at": build.ref(["p"]), "name": "", "number": 80, "hostPort": 80, "protocol": "TCP"}
	_found(object.union(_fenced, {"containers": [build.container({"ports": [port]})]})) == ["note"]
}

test_reports_one_replica_with_host_network_as_note if {
	_found(object.union(_fenced, {"pod": {"hostNetwork": build.set_switch(true)}})) == ["note"]
}

test_reports_stateful_set_where_its_field_is_on if _found(object.union(_all, {"kind": "StatefulSet"})) == ["error"]

test_silent_for_stateful_set_where_its_field_is_off if {
	old := object.union(build.unit([build.served(object.union(_all, {"kind": "StatefulSet"}))]), {"settings": {"kubeVersion": {"major": 1, "minor": 36}}})
	count(rule.violations) == 0 with input as old
}

test_silent_for_stateful_set_of_one if {
	_found({"kind": "StatefulSet", "rollout": {"maxUnavailable": build.set_amount("1", 1)}}) == []
}

test_silent_for_stateful_set_by_default if {
	_found({"kind": "StatefulSet", "replicas": _replicas(1), "rollout": {"maxUnavailable": build.amount("1", 1)}}) == []
}

test_silent_for_stateful_set_with_partition if {
	_found(object.union_n([_all, {"kind": "StatefulSet"}, {"rollout": {"partition": build.set_number(1)}}])) == []
}

test_silent_for_daemon_set if _found({"kind": "DaemonSet", "replicas": {"from": "node", "value": 0}, "rollout": {"maxUnavailable": build.set_amount("100%", 0)}}) == []

test_silent_when_not_served if _found(object.union(_all, {"served": false})) == []

test_silent_without_replicas if _found({"replicas": _replicas(0), "rollout": {"maxUnavailable": build.set_amount("1", 1)}}) == []

test_silent_when_it_resolves_to_nothing if _found({"replicas": _replicas(3)}) == []

test_silent_when_some_stay if _found({"replicas": _replicas(3), "rollout": {"maxUnavailable": build.set_amount("2", 2)}}) == []

test_silent_when_unresolved if _found(object.union(_all, {"rollout": {"maxUnavailable": {"resolved": false}}})) == []

test_silent_for_recreate if _found(object.union(_all, {"rollout": {"type": "Recreate"}})) == []

test_silent_for_hooks if _found(object.union(_all, {"hook": true, "runs": "job"})) == []

test_silent_where_the_api_refuses if {
	refusal := {"at": build.ref(["spec", "strategy", "rollingUpdate", "maxUnavailable"]), "code": "x", "reason": "x", "change": "x"}
	facts := build.facts({
		"objects": [build.resource({"refused": [refusal]})],
		"workloads": [build.served(_all)],
	})
	count(rule.violations) == 0 with input as facts
}

test_reports_where_the_api_refuses_something_else if {
	refusal := {"at": build.ref(["spec", "selector"]), "code": "x", "reason": "x", "change": "x"}
	facts := build.facts({
		"objects": [build.resource({"refused": [refusal]})],
		"workloads": [build.served(_all)],
	})
	count(rule.violations) == 1 with input as facts
}

test_reports_three_with_a_claim_in_full if {
	claim := {"at": build.ref(["v"]), "name": "data", "type": "persistentVolumeClaim", "claim": "data", "accessModes": []}
	_found(object.union(_all, {"pod": {"volumes": [claim]}})) == ["error"]
}

test_silent_for_kinds_without_the_field if _found(object.union(_all, {"kind": "ReplicaSet"})) == []
