package drainlint.rules.coverage.control_plane_not_tolerated_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.control_plane_not_tolerated as rule

_found(more, version) := count(found) if {
	facts := object.union(build.unit([build.agent({"pod": more})]), {"settings": {"kubeVersion": version}})
	found := rule.violations with input as facts
}

_now := {"major": 1, "minor": 37}

_tolerates(list) := {"scheduling": {"tolerations": list}}

test_reports_no_toleration if _found({}, _now) == 1

test_reports_old_key if _found(_tolerates([build.toleration("node-role.kubernetes.io/master", {})]), _now) == 1

test_reports_other_effect if _found(_tolerates([build.toleration("node-role.kubernetes.io/control-plane", {"effect": "NoExecute"})]), _now) == 1

test_silent_with_toleration if {
	_found(_tolerates([build.toleration("node-role.kubernetes.io/control-plane", {})]), _now) == 0
	_found(_tolerates([build.toleration("", {"effect": ""})]), _now) == 0
	_found(_tolerates([build.toleration("node-role.kubernetes.io/control-plane", {"exists": false})]), _now) == 0
}

test_silent_for_old_key_in_old_versions if {
	_found(_tolerates([build.toleration("node-role.kubernetes.io/master", {})]), {"major": 1, "minor": 24}) == 0
}

test_silent_when_nodes_are_chosen if _found({"scheduling": {"chosen": true}}, _now) == 0

test_silent_on_windows if _found({"windows": true}, _now) == 0

test_silent_for_deployments if count(rule.violations) == 0 with input as build.unit([build.workload({})])

test_silent_with_an_inventory if {
	unit := build.unit([build.agent({})])
	count(rule.violations) == 1 with input as unit
	count(rule.violations) == 0 with input as object.union(unit, {"cluster": build.cluster([build.coverage({})])})
}
