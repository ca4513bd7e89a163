package drainlint.rules.privileges.runs_as_root_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.runs_as_root as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [object.get(v, "severity", "") | some v in found]
}

_agent(c, w) := build.agent(object.union({"containers": [build.container(c)], "hostPaths": [build.host_path("/var/log", "logs", {})]}, w))

_uid(n) := {"security": {"runAsUser": build.set_number(n)}}

_user(name, more) := {"user": object.union({"known": true, "name": name, "from": "the publisher"}, more)}

test_reports_contradiction if {
	c := {"security": {"runAsUser": build.set_number(0), "runAsNonRoot": build.set_switch(true)}}
	_found(build.workload({"containers": [build.container(c)]})) == ["error"]
}

test_reports_root_on_every_node if {
	_found(_agent(_uid(0), {})) == ["warning"]
	_found(_agent(_user("", {}), {})) == ["warning"]
}

test_reports_unknown_user_as_note if {
	_found(_agent({}, {})) == ["note"]
	_found(build.workload({"containers": [build.container({})]})) == ["note"]
}

test_reports_root_without_reach_as_note if _found(_agent(_uid(0), {"hostPaths": []})) == ["note"]

test_reports_guessed_user_as_note if _found(_agent(_user("", {"guessed": true}), {})) == ["note"]

test_reports_recorded_reason_as_note if _found(_agent(_uid(0), {"justified": {"runs-as-root": "reads shadow"}})) == ["note"]

test_reports_once_for_a_pod if {
	w := build.workload({"containers": [build.container({}), build.container({"name": "side"})]})
	found := rule.violations with input as build.unit([w])
	count(found) == 1
	some v in found
	v.at.path == ["spec", "template", "spec", "securityContext"]
}

test_silent_for_another_user if {
	_found(_agent(_uid(1000), {})) == []
	_found(_agent({"security": {"runAsNonRoot": build.set_switch(true)}}, {})) == []
	_found(_agent(_user("65532", {"numeric": true, "id": 65532}), {})) == []
	_found(_agent(_user("nobody", {}), {})) == []
}

test_silent_where_the_profile_needs_root if {
	every need in ["privileged", "cap:SYS_PTRACE", "write:/var/log", "path:/var/log", "runtimeSocket"] {
		_found(_agent(object.union(_uid(0), {"profile": {"name": "x", "needs": {need: "why"}}}), {})) == []
	}
}

test_silent_when_privileged if _found(_agent({"security": {"privileged": build.set_switch(true)}}, {})) == []

test_silent_in_a_user_namespace if _found(_agent(_uid(0), {"pod": {"userNamespace": true}})) == []

test_silent_on_windows if _found(_agent(_uid(0), {"pod": {"windows": true}})) == []

_all(w) := found if {
	found := rule.violations with input as build.unit([w])
}

test_says_that_it_runs_as_root if {
	[v.message | some v in _all(build.workload({"containers": [build.container(_uid(0))]}))] == ["Deployment web, container app runs as root"]
	[v.message | some v in _all(build.workload({"containers": [build.container({})]}))] == ["Deployment web, container app may run as root"]
}

test_parts_what_is_said_from_what_may_be if {
	w := build.workload({"containers": [build.container(_uid(0)), build.container({"name": "side"})]})
	{v.message | some v in _all(w)} == {"Deployment web, container app runs as root", "Deployment web, container side may run as root"}
}

test_reports_one_user_of_the_pod_once if {
	w := build.workload({"containers": [build.container(_uid(0)), build.container(object.union(_uid(0), {"name": "side"}))]})
	[v.message | some v in _all(w)] == ["Deployment web, containers app, side run as root"]
}

_owner := build.container(object.union(_uid(0), {"name": "chown", "role": "init", "prepares": "owner"}))

test_advises_what_fits_a_container_that_prepares if {
	some v in _all(build.workload({"containers": [_owner]}))
	v.message == "Deployment web, init container chown runs as root, to set the owner and mode of files before the others start"
	startswith(v.change, "set fsGroup in the pod's securityContext in place of this container")
	some grouped in _all(build.workload({"containers": [_owner], "pod": {"fsGroup": build.set_number(1000)}}))
	contains(grouped.change, "already gives the volumes to group 1000")
	count(grouped.proof) == 2
	some h in _all(build.workload({"containers": [_owner], "hostPaths": [build.host_path("/data", "other", {"mounts": [{"container": "chown"}]})]}))
	startswith(h.change, "keep it where the node needs it")
}

test_parts_what_prepares_from_what_stays if {
	w := build.workload({"containers": [build.container({"name": "chmod", "role": "init", "prepares": "owner"}), build.container({})]})
	{v.message | some v in _all(w)} == {
		"Deployment web, init container chmod may run as root, to set the owner and mode of files before the others start",
		"Deployment web, container app may run as root",
	}
}
