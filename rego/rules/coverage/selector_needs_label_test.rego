package drainlint.rules.coverage.selector_needs_label_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.selector_needs_label as rule

_found(labels) := found if {
	found := rule.violations with input as build.unit([build.agent({"pod": {"scheduling": {"labels": labels}}})])
}

test_reports_own_label if {
	some v in _found([build.node_label("example.com/logging", {})])
	v.at == build.ref(["nodeSelector", "example.com/logging"])
}

test_reports_label_without_domain if count(_found([build.node_label("logging", {})])) == 1

test_reports_each_label_once if {
	count(_found([build.node_label("logging", {}), build.node_label("logging", {"from": "required", "at": build.ref(["other"])})])) == 1
}

test_silent_for_labels_of_kubernetes if {
	count(_found([
		build.node_label("kubernetes.io/os", {}),
		build.node_label("node-role.kubernetes.io/worker", {}),
		build.node_label("eks.amazonaws.com/nodegroup", {}),
		build.node_label("cloud.google.com/gke-nodepool", {}),
	])) == 0
}

test_reports_label_of_an_add_on if count(_found([build.node_label("feature.node.kubernetes.io/pci-10de.present", {})])) == 1

test_silent_when_not_needed if count(_found([build.node_label("logging", {"needed": false})])) == 0

test_silent_when_another_object_sets_it if count(_found([build.node_label("logging", {"elsewhere": true})])) == 0

test_silent_for_deployments if {
	count(rule.violations) == 0 with input as build.unit([build.workload({"pod": {"scheduling": {"labels": [build.node_label("logging", {})]}}})])
}

test_silent_with_an_inventory if {
	unit := build.unit([build.agent({"pod": {"scheduling": {"labels": [build.node_label("logging", {})]}}})])
	count(rule.violations) == 1 with input as unit
	count(rule.violations) == 0 with input as object.union(unit, {"cluster": build.cluster([build.coverage({})])})
}
