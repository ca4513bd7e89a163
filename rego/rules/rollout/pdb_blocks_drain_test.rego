package drainlint.rules.rollout.pdb_blocks_drain_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_blocks_drain as rule

_replicas(n) := {"replicas": {"value": n, "set": true, "from": "spec"}}

_facts(pdb, w) := build.facts({"pdbs": [build.pdb(pdb)], "workloads": [build.workload(w)], "objects": [build.resource({})]})

# _found are the severities reported for a budget and the workload it selects.
_found(pdb, w) := values if {
	found := rule.violations with input as _facts(pdb, w)
	values := [v.severity | some v in found]
}

_half_of_one := {"minAvailable": build.set_amount("50%", 1)}

_two_of_two := {"minAvailable": build.set_amount("2", 2), "expected": 2}

_autoscaled := {"replicas": {"value": 2, "set": true, "from": "hpa", "hpa": 0}}

test_reports_percentage_rounded_up if _found(_half_of_one, _replicas(1)) == ["error"]

test_reports_arithmetic if {
	found := rule.violations with input as _facts(_half_of_one, _replicas(1))
	some v in found
	[p.text | some p in v.proof] == ["minAvailable 50% of 1, rounded up, is 1: 0 may be disrupted", "Deployment web: replicas is 1"]
}

test_reports_as_many_as_replicas if _found(_two_of_two, _replicas(2)) == ["error"]

test_reports_nothing_unavailable if _found({"maxUnavailable": build.set_amount("0", 0), "expected": 3}, _replicas(3)) == ["error"]

test_reports_zero_percent_unavailable if _found({"maxUnavailable": build.set_amount("0%", 0), "expected": 3}, _replicas(3)) == ["error"]

test_reports_everything_available if _found({"minAvailable": build.set_amount("100%", 3), "expected": 3}, _replicas(3)) == ["error"]

test_reports_neither_field if _found({"expected": 3}, _replicas(3)) == ["error"]

test_reports_neither_field_at_its_empty_value if {
	at := {"doc": 0, "path": ["spec", "maxUnavailable"]}
	found := rule.violations with input as _facts({"expected": 3, "maxUnavailable": {"at": at}}, _replicas(3))
	some v in found
	v.at == at
}

test_reports_autoscaler_minimum if {
	_found(_two_of_two, _autoscaled) == ["error"]
	found := rule.violations with input as _facts(_two_of_two, _autoscaled)
	some v in found
	contains(v.message, "minAvailable 2 of 2 pods (autoscaler minimum)")
}

# Whoever leaves replicas out leaves the number to someone else.
test_reports_default_replicas_as_warning if _found(_half_of_one, {}) == ["warning"]

test_reports_default_replicas_where_no_number_helps if _found({"maxUnavailable": build.set_amount("0", 0)}, {}) == ["error"]

test_reports_incomplete_unit_as_warning if {
	facts := object.union(_facts(_two_of_two, _replicas(2)), {"unit": {"partial": true}})
	[v.severity | some v in rule.violations] == ["warning"] with input as facts
}

test_silent_when_one_may_go if _found({"maxUnavailable": build.set_amount("10%", 1), "expected": 3, "allowed": 1}, _replicas(3)) == []

test_silent_when_unresolved if _found(object.union(_half_of_one, {"resolved": false}), _replicas(1)) == []

test_silent_without_pods if _found({"minAvailable": build.set_amount("1", 1), "expected": 0}, _replicas(0)) == []

test_silent_without_scale if _found(object.union(_half_of_one, {"noScale": [0]}), {"kind": "DaemonSet"}) == []

test_silent_where_the_api_refuses if {
	refusal := {"at": build.ref(["spec"]), "code": "x", "reason": "x", "change": "x"}
	facts := object.union(_facts(_two_of_two, _replicas(2)), {"objects": [build.resource({"refused": [refusal]})]})
	count(rule.violations) == 0 with input as facts
}

test_reports_autoscaler_only_where_there_is_one if {
	found := rule.violations with input as _facts(_two_of_two, _replicas(2))
	[contains(v.message, "autoscaler") | some v in found] == [false]
}
