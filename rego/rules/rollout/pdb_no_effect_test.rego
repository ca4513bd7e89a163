package drainlint.rules.rollout.pdb_no_effect_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_no_effect as rule

_facts(pdb, workloads) := build.facts({"pdbs": [build.pdb(pdb)], "workloads": workloads, "objects": [build.resource({})]})

_one := {"minAvailable": object.union(build.set_amount("1", 1), {"at": build.ref(["spec", "minAvailable"])})}

test_reports_daemon_set if {
	found := rule.violations with input as _facts(_one, [build.agent({})])
	[v.at | some v in found] == [build.ref(["spec", "minAvailable"])]
}

test_reports_several_daemon_sets if {
	found := rule.violations with input as _facts(object.union(_one, {"workloads": [0, 1]}), [build.agent({}), build.agent({"name": "other"})])
	some v in found
	contains(v.message, "DaemonSet agent, other")
}

test_silent_where_the_sync_fails if {
	count(rule.violations) == 0 with input as _facts({"maxUnavailable": build.set_amount("1", 1)}, [build.agent({})])
	count(rule.violations) == 0 with input as _facts({"minAvailable": build.set_amount("50%", 0)}, [build.agent({})])
}

test_reports_at_selector_without_fields if {
	found := rule.violations with input as _facts({}, [build.agent({})])
	[v.at | some v in found] == [build.ref(["spec", "selector"])]
}

test_silent_for_deployment if count(rule.violations) == 0 with input as _facts(_one, [build.workload({})])

test_silent_for_a_mixture if {
	count(rule.violations) == 0 with input as _facts(object.union(_one, {"workloads": [0, 1]}), [build.agent({}), build.workload({})])
}

test_silent_when_nothing_is_selected if count(rule.violations) == 0 with input as _facts({"workloads": []}, [build.agent({})])

test_silent_where_the_api_refuses if {
	refusal := {"at": build.ref(["spec"]), "code": "x", "reason": "x", "change": "x"}
	facts := object.union(_facts(_one, [build.agent({})]), {"objects": [build.resource({"refused": [refusal]})]})
	count(rule.violations) == 0 with input as facts
}
