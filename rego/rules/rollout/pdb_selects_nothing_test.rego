package drainlint.rules.rollout.pdb_selects_nothing_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_selects_nothing as rule

_found(pdb, more) := found if {
	found := rule.violations with input as object.union(
		build.facts({"objects": [build.resource({})], "workloads": [build.workload({})], "pdbs": [build.pdb(object.union({"workloads": []}, pdb))]}),
		more,
	)
}

test_reports_labels_that_no_template_has if {
	some v in _found({}, {})
	v.at == build.ref(["spec", "selector"])
	contains(v.message, "no pod template has the labels app=web")
	count(v.proof) == 1
}

test_reports_missing_selector if {
	some v in _found({"selectorText": ""}, {})
	contains(v.message, "it has no selector")
}

test_silent_when_it_selects if count(_found({"workloads": [0]}, {})) == 0

test_silent_for_a_budget_over_everything if count(_found({"all": true}, {})) == 0

test_silent_in_another_namespace if count(_found({"namespace": "other"}, {})) == 0

test_silent_when_parts_are_missing if count(_found({}, {"unit": {"partial": true}})) == 0

test_silent_when_an_operator_makes_pods if count(_found({}, {"unit": {"podsElsewhere": "Deployment operator may create pods"}})) == 0

test_silent_without_workloads if count(_found({}, {"workloads": []})) == 0

test_reports_budget_of_an_absent_component_as_note if {
	some v in _found({"name": "broker"}, {"unit": {"kind": "helm"}})
	v.severity == "note"
	contains(v.message, "is not deployed with these values")
}

test_reports_budget_with_the_name_of_a_workload if {
	some v in _found({"name": "web-pdb"}, {"unit": {"kind": "helm"}})
	v.severity == "warning"
}
