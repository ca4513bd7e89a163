package drainlint.lib.privileges_test

import data.drainlint.lib.build
import data.drainlint.lib.privileges

_needy := build.container({"profile": {"name": "falco", "needs": {"hostPID": "names processes"}}})

test_reason_recorded_before_needed if {
	w := build.workload({"justified": {"host-namespace": "the reason"}})
	privileges.reason(w, _needy, "host-namespace", "hostPID") == "recorded reason: the reason"
}

test_reason_needed if privileges.reason(build.workload({}), _needy, "host-namespace", "hostPID") == "falco needs it: names processes"

test_reason_undefined if not privileges.reason(build.workload({}), _needy, "host-namespace", "hostIPC")

test_pod_reason_of_any_container if {
	w := build.workload({"containers": [build.container({}), _needy]})
	privileges.pod_reason(w, "host-namespace", "hostPID") == "falco needs it: names processes"
}

test_pod_reason_undefined if not privileges.pod_reason(build.workload({"containers": [build.container({})]}), "host-namespace", "hostPID")

test_path_reason_needed if {
	h := build.host_path("/proc", "proc", {"need": "statistics"})
	privileges.path_reason(build.workload({}), h, "hostpath-sensitive") == "the program needs it: statistics"
}

test_path_reason_undefined if not privileges.path_reason(build.workload({}), build.host_path("/proc", "proc", {}), "hostpath-sensitive")

test_mounters if {
	w := build.workload({"containers": [build.container({}), build.container({"name": "other"})]})
	[c.name | some c in privileges.mounters(w, build.host_path("/proc", "proc", {}))] == ["app"]
}

_user(security) := build.container({"security": security})

test_non_root_by_uid if privileges.non_root(_user({"runAsUser": build.set_number(1000)}))

test_non_root_by_flag if privileges.non_root(_user({"runAsNonRoot": build.set_switch(true)}))

test_non_root_not_by_contradiction if {
	not privileges.non_root(_user({"runAsNonRoot": build.set_switch(true), "runAsUser": build.set_number(0)}))
}

test_non_root_unknown if not privileges.non_root(_user({}))

test_root_unknown if not privileges.root(_user({}))

test_root_by_uid if privileges.root(_user({"runAsUser": build.set_number(0)}))
