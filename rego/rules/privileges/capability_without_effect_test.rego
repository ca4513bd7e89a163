package drainlint.rules.privileges.capability_without_effect_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.capability_without_effect as rule

_with(w, c) := build.unit([build.workload(object.union(w, {"containers": [build.container(c)]}))])

_found(w, c) := values if {
	found := rule.violations with input as _with(w, c)
	values := [v.severity | some v in found]
}

_message(w, c) := values if {
	found := rule.violations with input as _with(w, c)
	values := [v.message | some v in found][0]
}

_all := [build.capability("ALL", 0)]

_bind(more) := {"security": object.union({"added": [build.capability("NET_BIND_SERVICE", 1)], "dropped": _all, "dropsAll": true, "runAsUser": build.set_number(101)}, more)}

_off := {"allowPrivilegeEscalation": build.set_switch(false)}

_exec(program, caps) := {"program": program, "at": build.ref([program]), "caps": caps, "effective": count(caps) > 0, "guessed": true}

_chain := {"execs": [_exec("dumb-init", []), _exec("/controller", ["NET_BIND_SERVICE"])]}

_adds(name) := {"security": {"added": [build.capability(name, 0)]}}

test_reports_lists_beside_privileged if {
	c := {"security": {"privileged": build.set_switch(true), "dropped": _all, "dropsAll": true}}
	_found({}, c) == ["warning"]
	contains(_message({}, c), "has all capabilities although it drops ALL")
	_found({"justified": {"capability-without-effect": "kept for the day without it"}}, c) == ["note"]
}

test_reports_needless_list_beside_privileged_as_note if {
	c := {"security": {"privileged": build.set_switch(true), "added": [build.capability("SYS_ADMIN", 0)]}}
	_found({}, c) == ["note"]
	contains(_message({}, c), "it has all capabilities, those it adds among them")
}

test_reports_chain_that_loses_it if {
	c := object.union(_chain, _bind(_off))
	_found({}, c) == ["warning"]
	contains(_message({}, c), "dumb-init has no file capability, so its exec empties the permitted set")
}

test_reports_program_that_does_not_carry_it if {
	c := object.union({"execs": [_exec("/controller", ["NET_RAW"])]}, _bind({}))
	_found({}, c) == ["warning"]
	contains(_message({}, c), "/controller does not carry it")
}

test_reports_unknown_files_as_note if {
	_found({}, _bind({})) == ["note"]
	contains(_message({}, _bind({})), "ports below 1024")
	contains(_message({}, _bind(_off)), "every one of the chain")
}

test_reports_ptrace_of_own_processes if _found({}, _adds("SYS_PTRACE")) == ["note"]

test_reports_net_admin_of_own_network if _found({}, _adds("NET_ADMIN")) == ["note"]

test_silent_for_chain_that_keeps_it if {
	_found({}, object.union(_chain, _bind({}))) == []
	_found({}, object.union({"execs": [_exec("/controller", ["NET_BIND_SERVICE"])]}, _bind(_off))) == []
	_found({}, object.union({"execs": [_exec("tini", ["ALL"]), _exec("/controller", ["NET_BIND_SERVICE"])]}, _bind(_off))) == []
}

test_silent_as_root if _found({}, _bind({"runAsUser": build.set_number(0)})) == []

test_silent_in_the_namespace_it_is_for if {
	_found({"pod": {"hostPID": build.set_switch(true)}}, _adds("SYS_PTRACE")) == []
	_found({"pod": {"shareProcessNamespace": build.set_switch(true)}}, _adds("SYS_PTRACE")) == []
	_found({"pod": {"hostNetwork": build.set_switch(true)}}, _adds("NET_ADMIN")) == []
}

test_silent_where_the_profile_needs_it if {
	_found({}, object.union(_bind({}), {"profile": {"name": "ingress", "needs": {"cap:NET_BIND_SERVICE": "binds port 80"}}})) == []
	_found({}, object.union(_adds("NET_ADMIN"), {"profile": {"name": "istio", "needs": {"cap:NET_ADMIN": "sets rules"}}})) == []
}

test_silent_for_what_the_server_refuses if {
	refused := build.facts({
		"objects": [build.resource({"refused": [{"at": build.ref(["capabilities", 0]), "code": "x", "reason": "", "change": "", "empty": false}]})],
		"workloads": [build.workload({"containers": [build.container(_adds("NET_ADMIN"))]})],
	})
	count(rule.violations) == 0 with input as refused
}

test_silent_on_windows if _found({"pod": {"windows": true}}, _bind({})) == []
