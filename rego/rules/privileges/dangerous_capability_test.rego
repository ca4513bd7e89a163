package drainlint.rules.privileges.dangerous_capability_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.dangerous_capability as rule

_with(name, w, c) := build.unit([build.agent(object.union(w, {"containers": [build.container(object.union({"security": {"added": [build.capability(name, 0)]}}, c))]}))])

_found(name, w, c) := values if {
	found := rule.violations with input as _with(name, w, c)
	values := [v.severity | some v in found]
}

_uid(n) := {"security": {"runAsUser": build.set_number(n)}}

test_reports_what_owns_the_node if {
	every name in ["ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO"] {
		_found(name, {}, {}) == ["error"]
	}
}

test_reports_one_door_as_warning if {
	every name in ["BPF", "DAC_READ_SEARCH", "SYS_TIME"] {
		_found(name, {}, {}) == ["warning"]
	}
}

test_reports_less_for_another_user if {
	_found("SYS_ADMIN", {}, _uid(1000)) == ["warning"]
	_found("BPF", {}, _uid(1000)) == ["note"]
}

test_reports_less_in_a_user_namespace if _found("SYS_ADMIN", {"pod": {"userNamespace": true}}, {}) == ["warning"]

test_reports_where_it_reaches_the_node if {
	_found("NET_ADMIN", {"pod": {"hostNetwork": build.set_switch(true)}}, {}) == ["warning"]
	_found("SYS_PTRACE", {"pod": {"hostPID": build.set_switch(true)}}, {}) == ["warning"]
	_found("SYS_PTRACE", {"pod": {"shareProcessNamespace": build.set_switch(true)}}, {}) == ["warning"]
}

test_reports_profile_need_as_note if {
	_found("SYS_ADMIN", {}, {"profile": {"name": "probe", "needs": {"cap:SYS_ADMIN": "loads eBPF"}}}) == ["note"]
	_found("SYS_ADMIN", {}, {"profile": {"name": "probe", "needs": {"privileged": "loads its module"}}}) == ["note"]
}

test_reports_recorded_reason_as_note if _found("SYS_ADMIN", {"justified": {"dangerous-capability": "mounts volumes"}}, {}) == ["note"]

test_silent_within_the_pod if {
	_found("NET_ADMIN", {}, {}) == []
	_found("SYS_PTRACE", {}, {}) == []
}

test_silent_for_others if {
	every name in ["NET_BIND_SERVICE", "CHOWN", "NET_RAW"] {
		_found(name, {}, {}) == []
	}
}

test_silent_when_privileged if _found("SYS_ADMIN", {}, {"security": {"privileged": build.set_switch(true)}}) == []

test_silent_on_windows if _found("SYS_ADMIN", {"pod": {"windows": true}}, {}) == []
