package drainlint.rules.privileges.privileged_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.privileged as rule

_privileged := {"security": {"privileged": build.set_switch(true)}}

_with(w, c) := build.unit([build.workload(object.union(w, {"containers": [build.container(object.union(_privileged, c))]}))])

# _found are the severities reported; "" is the rule's own.
_found(w, c) := values if {
	found := rule.violations with input as _with(w, c)
	values := [object.get(v, "severity", "") | some v in found]
}

_falco := {"profile": {"name": "falco", "needs": {"privileged": "loads its kernel module"}}}

test_reports_container if _found({}, {}) == [""]

test_reports_init_container_as_such if {
	found := rule.violations with input as _with({}, {"role": "init", "name": "prepare"})
	some v in found
	startswith(v.message, "Deployment web, init container prepare is privileged")
	contains(v.proof[0].text, "while the init container runs")
}

test_reports_each_container if {
	w := build.workload({"containers": [
		build.container(_privileged),
		build.container(object.union(_privileged, {"name": "other", "security": {"privileged": {"at": build.ref([1])}}})),
	]})
	count(rule.violations) == 2 with input as build.unit([w])
}

test_reports_hooks_and_jobs if _found({"kind": "Job", "runs": "job", "hook": true}, {}) == [""]

test_reports_what_suffices if {
	found := rule.violations with input as _with({}, {"profile": {"name": "falco", "instead": "BPF, PERFMON and SYS_RESOURCE"}})
	some v in found
	v.change == "remove privileged; for falco this suffices: BPF, PERFMON and SYS_RESOURCE"
}

test_reports_dropped_capabilities_as_void if {
	found := rule.violations with input as _with({}, {"security": {"dropped": [{"name": "ALL", "at": build.ref([])}]}})
	some v in found
	count(v.proof) == 2
}

test_reports_profile_need_as_note if {
	_found({}, _falco) == ["note"]
	found := rule.violations with input as _with({}, _falco)
	some v in found
	endswith(v.message, "falco needs it: loads its kernel module")
}

test_reports_bidirectional_as_note if _found({}, {"security": {"bidirectional": true}}) == ["note"]

test_reports_recorded_reason_as_note if _found({"justified": {"privileged": "flashes firmware"}}, {}) == ["note"]

test_reports_beside_another_reason if _found({"justified": {"runtime-socket": "reads it"}}, {}) == [""]

test_silent_without_it if _found({}, {"security": {"privileged": build.set_switch(false)}}) == []

test_silent_on_windows if _found({"pod": {"windows": true}}, {}) == []

# _change is what the only finding says to change.
_change(c) := v.change if {
	found := rule.violations with input as _with({}, c)
	some v in found
}

test_reports_change_by_role if {
	startswith(_change({}), "remove privileged; drop ALL")
	startswith(_change({"role": "init"}), "prepare the node outside the pod")
	startswith(_change({"role": "init", "profile": {"name": "falco", "instead": "BPF"}}), "remove privileged; for falco this suffices")
}
