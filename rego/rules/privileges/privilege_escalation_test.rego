package drainlint.rules.privileges.privilege_escalation_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.privilege_escalation as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

_agent(c, w) := build.agent(object.union({"containers": [build.container(c)], "hostPaths": [build.host_path("/var/log", "logs", {})]}, w))

test_reports_node_agent if _found(_agent({}, {})) == ["warning"]

test_reports_set_to_true if {
	found := rule.violations with input as build.unit([_agent({"security": {"allowPrivilegeEscalation": build.set_switch(true)}}, {})])
	some v in found
	v.proof[0].text == "container app: allowPrivilegeEscalation is true"
}

test_reports_others_as_note if {
	_found(build.workload({"containers": [build.container({})]})) == ["note"]
	_found(_agent({}, {"hostPaths": []})) == ["note"]
	_found(_agent({"security": {"runAsUser": build.set_number(0)}}, {})) == ["note"]
}

test_reports_once_for_a_pod if {
	w := build.workload({"containers": [build.container({}), build.container({"name": "side"})]})
	found := rule.violations with input as build.unit([w])
	count(found) == 1
	some v in found
	count(v.proof) == 2
	startswith(v.message, "Deployment web, containers app, side may gain")
}

test_reports_recorded_reason_as_note if _found(_agent({}, {"justified": {"privilege-escalation": "pings"}})) == ["note"]

test_silent_when_off if _found(_agent({"security": {"allowPrivilegeEscalation": build.set_switch(false)}}, {})) == []

test_silent_when_it_always_may if {
	_found(_agent({"security": {"privileged": build.set_switch(true)}}, {})) == []
	_found(_agent({"security": {"added": [build.capability("SYS_ADMIN", 0)]}}, {})) == []
}

test_silent_where_the_profile_needs_it if _found(_agent({"profile": {"name": "falco", "needs": {"privileged": "loads"}}}, {})) == []

test_silent_on_windows if _found(_agent({}, {"pod": {"windows": true}})) == []
