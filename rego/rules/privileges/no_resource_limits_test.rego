package drainlint.rules.privileges.no_resource_limits_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.no_resource_limits as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.message | some v in found]
}

_full := {"cpuRequest": true, "memoryRequest": true, "memoryLimit": true}

_agent(resources) := build.agent({"containers": [build.container({"resources": resources})]})

test_reports_all if _found(_agent({})) == ["DaemonSet agent, container app has no cpu request, no memory request, no memory limit on each node"]

test_reports_what_lacks if _found(_agent(object.union(_full, {"memoryLimit": false}))) == ["DaemonSet agent, container app has no memory limit on each node"]

test_reports_once_for_a_pod if {
	w := build.agent({"containers": [build.container({"resources": object.union(_full, {"cpuRequest": false})}), build.container({"name": "side", "resources": _full}), build.container({"name": "third"})]})
	_found(w) == ["DaemonSet agent, containers app, third have no cpu request, no memory request, no memory limit on each node"]
}

test_reports_recorded_reason if {
	w := object.union(_agent({}), {"justified": {"no-resource-limits": "sized by an autoscaler"}})
	endswith(_found(w)[0], "; recorded reason: sized by an autoscaler")
}

_surge(raw) := object.union(_agent(_full), {"rollout": {"maxSurge": {"raw": raw, "set": true}}})

test_reports_surge_with_requests if {
	some message in _found(_surge("1"))
	startswith(message, "DaemonSet agent: with maxSurge 1 a node needs free room for a second pod")
}

test_silent_without_surge if _found(_surge("0")) == []

test_silent_with_all if _found(_agent(_full)) == []

test_silent_for_init_containers if _found(build.agent({"containers": [build.container({"role": "init"})]})) == []

test_silent_for_others if _found(build.workload({"containers": [build.container({})]})) == []
