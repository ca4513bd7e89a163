package drainlint.rules.privileges.unconfined_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.unconfined as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

_web(security, w) := build.workload(object.union({"containers": [build.container({"security": security})]}, w))

test_reports_each_profile if {
	_found(_web({"seccomp": "Unconfined"}, {})) == ["warning"]
	_found(_web({"appArmor": "Unconfined"}, {})) == ["warning"]
	_found(_web({"seLinux": "spc_t"}, {})) == ["warning"]
}

test_reports_pod_profile_once if {
	cs := [build.container({"security": {"seccomp": "Unconfined"}}), build.container({"name": "side", "security": {"seccomp": "Unconfined"}})]
	found := rule.violations with input as build.unit([build.workload({"containers": cs})])
	count(found) == 1
	some v in found
	v.message == "Deployment web, containers app, side run without a seccomp filter: every system call is allowed"
}

test_reports_agent_without_profile_as_note if {
	found := rule.violations with input as build.unit([build.agent({"containers": [build.container({})]})])
	some v in found
	v.severity == "note"
	startswith(v.message, "DaemonSet agent, container app has no seccompProfile")
}

test_reports_recorded_reason_as_note if _found(_web({"seccomp": "Unconfined"}, {"justified": {"unconfined": "traces"}})) == ["note"]

test_silent_for_other_workloads_without_profile if _found(_web({}, {})) == []

test_silent_for_default_profile if _found(build.agent({"containers": [build.container({"security": {"seccomp": "RuntimeDefault"}})]})) == []

test_silent_when_privileged if _found(build.agent({"containers": [build.container({"security": {"seccomp": "Unconfined", "privileged": build.set_switch(true)}})]})) == []

test_silent_on_windows if _found(_web({"seccomp": "Unconfined"}, {"pod": {"windows": true}})) == []
