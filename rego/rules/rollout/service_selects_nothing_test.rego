package drainlint.rules.rollout.service_selects_nothing_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.service_selects_nothing as rule

_found(service, more) := found if {
	found := rule.violations with input as object.union(
		build.facts({"objects": [build.resource({})], "workloads": [build.workload({})], "services": [build.service(object.union({"workloads": []}, service))]}),
		more,
	)
}

test_reports_labels_that_no_template_has if {
	some v in _found({}, {})
	v.at == build.ref(["spec", "selector"])
	contains(v.message, "no pod template deployed with it has the labels app=web")
}

test_silent_when_it_selects if count(_found({"workloads": [0]}, {})) == 0

test_silent_without_selector if count(_found({"selector": false}, {})) == 0

test_silent_for_external_names if count(_found({"type": "ExternalName"}, {})) == 0

test_silent_in_one_file if count(_found({}, {"unit": {"single": true}})) == 0

test_silent_in_another_namespace if count(_found({"namespace": "other"}, {})) == 0

test_silent_when_an_operator_makes_pods if count(_found({}, {"unit": {"podsElsewhere": "Cluster db may make pods"}})) == 0
