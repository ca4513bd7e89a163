package drainlint.rules.rollout.rollout_drops_capacity_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.rollout_drops_capacity as rule

_found(more) := values if {
	found := rule.violations with input as build.unit([build.served(more)])
	values := [v.message | some v in found]
}

_replicas(n) := {"value": n, "set": true, "from": "spec"}

_one_of_four := {"replicas": _replicas(4), "rollout": {"maxUnavailable": build.amount("25%", 1)}}

test_reports_default_of_four if {
	_found(_one_of_four) == ["Deployment web: a rollout may take away 1 of 4 replicas, so 3 must carry the traffic"]
}

test_reports_explicit if count(_found({"replicas": _replicas(2), "rollout": {"maxUnavailable": build.set_amount("1", 1)}})) == 1

test_reports_fenced if {
	fenced := {"fenced": true, "maxUnavailable": build.amount("25%", 1), "maxSurge": build.set_amount("0", 0)}
	count(_found({"replicas": _replicas(3), "rollout": fenced})) == 1
}

test_reports_arithmetic if {
	found := rule.violations with input as build.unit([build.served(_one_of_four)])
	some v in found
	v.proof[0].text == "maxUnavailable 25% (the default) of 4 replicas, rounded down, is 1"
}

test_silent_for_default_of_three if _found({"replicas": _replicas(3)}) == []

test_silent_when_all_go if _found({"replicas": _replicas(2), "rollout": {"maxUnavailable": build.set_amount("2", 2)}}) == []

test_silent_when_not_served if _found(object.union(_one_of_four, {"served": false})) == []

test_silent_for_recreate if _found(object.union(_one_of_four, {"rollout": {"type": "Recreate"}})) == []

test_silent_for_stateful_set if _found(object.union(_one_of_four, {"kind": "StatefulSet"})) == []

test_silent_for_hooks if _found(object.union(_one_of_four, {"hook": true, "runs": "job"})) == []

test_silent_when_unresolved if _found(object.union(_one_of_four, {"rollout": {"maxUnavailable": {"resolved": false}}})) == []

test_silent_where_the_api_refuses if {
	refusal := {"at": build.ref(["spec", "strategy", "rollingUpdate"]), "code": "x", "reason": "x", "change": "x"}
	facts := build.facts({
		"objects": [build.resource({"refused": [refusal]})],
		"workloads": [build.served(_one_of_four)],
	})
	count(rule.violations) == 0 with input as facts
}
