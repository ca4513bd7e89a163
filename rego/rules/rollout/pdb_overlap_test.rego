package drainlint.rules.rollout.pdb_overlap_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_overlap as rule

_found(second, workload) := found if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({}), build.resource({})],
		"workloads": [build.workload(workload), build.workload({"name": "api"})],
		"pdbs": [build.pdb({}), build.pdb(object.union({"name": "edge", "selectorAt": build.ref(["second"])}, second))],
	})
}

test_reports_the_second if {
	some v in _found({}, {})
	v.at == build.ref(["second"])
	contains(v.message, "PodDisruptionBudget edge selects pods of Deployment web, as web does")
	v.proof[0].text == "PodDisruptionBudget web selects app=web"
}

test_reports_a_budget_over_everything if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({})],
		"workloads": [build.workload({})],
		"pdbs": [build.pdb({"all": true}), build.pdb({"name": "edge"})],
	})
	some v in found
	v.proof[0].text == "PodDisruptionBudget web selects all pods of the namespace"
}

test_silent_for_disjoint_selectors if count(_found({"workloads": [1]}, {})) == 0

test_silent_for_daemon_sets if count(_found({}, {"kind": "DaemonSet", "replicas": {"from": "node"}})) == 0

test_silent_without_replicas if count(_found({}, {"replicas": {"value": 0}})) == 0

test_silent_where_the_api_refuses if {
	refusal := {"at": build.ref(["spec"]), "code": "x", "reason": "x", "change": "x"}
	count(rule.violations) == 0 with input as build.facts({
		"objects": [build.resource({"refused": [refusal]})],
		"workloads": [build.workload({})],
		"pdbs": [build.pdb({}), build.pdb({"name": "edge"})],
	})
}
