package drainlint.rules.privileges.host_namespace_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.host_namespace as rule

_with(pod, w, c) := build.unit([build.workload(object.union_n([w, {"pod": pod}, {"containers": [build.container(c)]}]))])

# _found are the severities reported; "" is the rule's own.
_found(pod, w, c) := values if {
	found := rule.violations with input as _with(pod, w, c)
	values := [object.get(v, "severity", "") | some v in found]
}

_pid := {"hostPID": build.set_switch(true)}

_ipc := {"hostIPC": build.set_switch(true)}

_network := {"hostNetwork": build.set_switch(true)}

_class(name) := {"profile": {"name": "traefik", "class": name}}

test_reports_host_pid if _found(_pid, {}, {}) == [""]

test_reports_host_ipc if _found(_ipc, {}, {}) == [""]

test_reports_host_network if _found(_network, {}, {}) == [""]

test_reports_each if _found(object.union_n([_pid, _ipc, _network]), {}, {}) == ["", "", ""]

test_reports_what_ptrace_adds if {
	added := {"security": {"added": [{"name": "SYS_PTRACE", "at": build.ref([])}]}}
	found := rule.violations with input as _with(_pid, {}, added)
	some v in found
	contains(v.proof[1].text, "SYS_PTRACE")
}

test_reports_profile_need_as_note if _found(_pid, {}, {"profile": {"name": "falco", "needs": {"hostPID": "names processes"}}}) == ["note"]

test_reports_need_of_another_namespace if _found(_ipc, {}, {"profile": {"name": "falco", "needs": {"hostPID": "names processes"}}}) == [""]

test_reports_recorded_reason_as_note if _found(_network, {"justified": {"host-namespace": "serves the node"}}, {}) == ["note"]

test_reports_network_of_cni_as_note if _found(_network, {}, _class("network")) == ["note"]

test_reports_network_of_ingress_as_note if _found(_network, {}, _class("proxy")) == ["note"]

test_reports_network_beside_a_helper_proxy if _found(_network, {}, object.union(_class("proxy"), {"helper": true})) == [""]

test_reports_pid_of_cni if _found(_pid, {}, _class("network")) == [""]

test_silent_without_any if _found({}, {}, {}) == []

test_silent_on_windows if _found(object.union(_network, {"windows": true}), {}, {}) == []

test_reports_network_beside_a_sidecar_proxy if _found(_network, {}, object.union(_class("proxy"), {"role": "sidecar"})) == [""]

test_reports_ptrace_only_where_it_matters if {
	ptrace := rule.violations with input as _with(_network, {}, {"security": {"added": [{"name": "SYS_PTRACE", "at": build.ref([])}]}})
	bind := rule.violations with input as _with(_pid, {}, {"security": {"added": [{"name": "NET_BIND_SERVICE", "at": build.ref([])}]}})
	[count(v.proof) | some v in ptrace] == [1]
	[count(v.proof) | some v in bind] == [1]
}
