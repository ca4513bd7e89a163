package drainlint.rules.coverage.stale_node_label_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.stale_node_label as rule

_master := "node-role.kubernetes.io/master"

_zone := "failure-domain.beta.kubernetes.io/zone"

_found(scheduling, version) := values if {
	facts := object.union(build.unit([build.workload({"pod": {"scheduling": scheduling}})]), {"settings": {"kubeVersion": version}})
	found := rule.violations with input as facts
	values := [[object.get(v, "severity", "warning"), v.message] | some v in found]
}

_now := {"major": 1, "minor": 37}

_one(scheduling, severity, part) if {
	[[severity, message]] = _found(scheduling, _now)
	contains(message, part)
}

test_reports_selector if _one({"labels": [build.node_label(_master, {})]}, "warning", "no node fits")

test_reports_what_is_avoided if _one({"labels": [build.node_label(_master, {"from": "required", "operator": "DoesNotExist", "needed": false})]}, "warning", "avoids nothing")

test_reports_preference_as_note if _one({"labels": [build.node_label(_master, {"from": "preferred", "needed": false})]}, "note", "prefers")

test_reports_zone_as_note if _one({"labels": [build.node_label(_zone, {"from": "topology", "operator": "Exists"})]}, "note", "it spreads nothing")

test_reports_zone_selector if _one({"labels": [build.node_label(_zone, {})]}, "note", "elsewhere no node fits")

test_reports_toleration if _one({"tolerations": [build.toleration(_master, {})]}, "note", "it cannot run on control plane nodes")

test_reports_toleration_of_an_agent if {
	found := rule.violations with input as build.unit([build.agent({"pod": {"scheduling": {"tolerations": [build.toleration(_master, {})]}}})])
	some v in found
	v.severity == "warning"
}

test_silent_with_new_toleration if {
	_found({"tolerations": [build.toleration(_master, {}), build.toleration("node-role.kubernetes.io/control-plane", {})]}, _now) == []
	_found({"tolerations": [build.toleration(_master, {}), build.toleration("", {})]}, _now) == []
}

test_silent_with_new_label_beside if {
	alternatives := [build.node_label(_master, {"from": "required"}), build.node_label("node-role.kubernetes.io/control-plane", {"from": "required"})]
	_found({"labels": alternatives}, _now) == []
}

test_silent_in_old_versions if {
	_found({"labels": [build.node_label(_master, {})]}, {"major": 1, "minor": 23}) == []
	_found({"tolerations": [build.toleration(_master, {})]}, {"major": 1, "minor": 24}) == []
}

test_silent_for_other_labels if _found({"labels": [build.node_label("beta.kubernetes.io/os", {})]}, _now) == []
