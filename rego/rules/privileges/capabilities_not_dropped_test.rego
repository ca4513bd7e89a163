package drainlint.rules.privileges.capabilities_not_dropped_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.capabilities_not_dropped as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

# On an agent it weighs more where the container reaches the node.
_one(c) := {
	"containers": [build.container(c)],
	"hostPaths": [build.host_path("/proc", "proc", {})],
}

_needs := {"profile": {"name": "falco", "needs": {"cap:PERFMON": "perf buffers", "cap:BPF": "loads programs", "hostPID": "names"}}}

test_reports_node_agent if _found(build.agent(_one({}))) == ["warning"]

test_reports_agent_that_reaches_nothing_as_note if _found(build.agent({"containers": [build.container({})]})) == ["note"]

test_reports_agent_in_a_host_namespace if {
	w := {"containers": [build.container({})], "pod": {"hostPID": build.set_switch(true)}}
	_found(build.agent(w)) == ["warning"]
}

test_reports_agent_of_another_user_as_note if {
	_found(build.agent(_one({"security": {"runAsUser": build.set_number(65534)}}))) == ["note"]
}

test_reports_elsewhere_as_note if _found(build.workload(_one({}))) == ["note"]

test_reports_deployed_agent_as_note if _found(build.workload(object.union(_one({}), {"agent": true}))) == ["note"]

test_reports_hook_as_note if _found(build.agent(object.union(_one({}), {"hook": true, "runs": "job"}))) == ["note"]

test_reports_each_container if {
	w := build.agent({"containers": [
		build.container({}),
		build.container({"name": "prepare", "role": "init", "security": {"at": build.ref([1])}}),
	]})
	_found(w) == ["note", "note"]
}

test_reports_partial_drop if {
	found := rule.violations with input as build.unit([build.agent(_one({"security": {"dropped": [{"name": "NET_RAW", "at": build.ref([])}]}}))])
	some v in found
	contains(v.message, "keeps all default capabilities but NET_RAW")
	v.at.path == ["securityContext", "capabilities", "drop"]
}

test_reports_needed_ones_as_note if {
	w := build.agent(_one(_needs))
	_found(w) == ["note"]
	found := rule.violations with input as build.unit([w])
	some v in found
	v.change == "set capabilities.drop to [ALL] and add back BPF, PERFMON"
}

test_reports_recorded_reason_as_note if {
	_found(build.agent(object.union(_one({}), {"justified": {"capabilities-not-dropped": "old kernel"}}))) == ["note"]
}

test_reports_recorded_reason_beside_needed_ones if {
	_found(build.agent(object.union(_one(_needs), {"justified": {"capabilities-not-dropped": "old kernel"}}))) == ["note"]
}

test_silent_when_dropped if _found(build.agent(_one({"security": {"dropsAll": true}}))) == []

test_silent_when_privileged if _found(build.agent(_one({"security": {"privileged": build.set_switch(true)}}))) == []

test_silent_on_windows if _found(build.agent(object.union(_one({}), {"pod": {"windows": true}}))) == []

# _change is what the only finding says to change.
_change(c) := v.change if {
	found := rule.violations with input as build.unit([build.agent(_one(c))])
	some v in found
}

test_reports_change if {
	_change({}) == "set securityContext.capabilities.drop to [ALL] and add back only what the program needs"
	_change({"security": {"added": [{"name": "NET_ADMIN", "at": build.ref([])}]}}) == "set capabilities.drop to [ALL]; the added NET_ADMIN stay"
}
