package drainlint.lib.privileges_test

import data.drainlint.lib.build
import data.drainlint.lib.privileges

_falco := build.container({"profile": {"name": "falco", "needs": {"hostPID": "reads processes"}}})

_recorded := {"justified": {"host-namespace": "ticket 12"}}

test_recorded if {
	privileges.recorded(build.workload(_recorded), "host-namespace") == "recorded reason: ticket 12"
	not privileges.recorded(build.workload(_recorded), "privileged")
}

test_needed if {
	privileges.needed(_falco, "hostPID") == "falco needs it: reads processes"
	not privileges.needed(_falco, "hostIPC")
}

test_reason if {
	privileges.reason(build.workload(_recorded), _falco, "host-namespace", "hostPID") == "recorded reason: ticket 12"
	privileges.reason(build.workload({}), _falco, "host-namespace", "hostPID") == "falco needs it: reads processes"
	not privileges.reason(build.workload({}), build.container({}), "host-namespace", "hostPID")
}

test_pod_reason if {
	w := {"containers": [build.container({}), _falco]}
	privileges.pod_reason(build.workload(object.union(w, _recorded)), "host-namespace", "hostPID") == "recorded reason: ticket 12"
	privileges.pod_reason(build.workload(w), "host-namespace", "hostPID") == "falco needs it: reads processes"
	not privileges.pod_reason(build.workload(w), "host-namespace", "hostIPC")
}

test_path_reason if {
	h := build.host_path("/etc", "etc", {"need": "reads the release"})
	privileges.path_reason(build.workload({"justified": {"hostpath-sensitive": "ticket 12"}}), h, "hostpath-sensitive") == "recorded reason: ticket 12"
	privileges.path_reason(build.workload({}), h, "hostpath-sensitive") == "the program needs it: reads the release"
	not privileges.path_reason(build.workload({}), build.host_path("/etc", "etc", {}), "hostpath-sensitive")
}

test_mounters if {
	w := build.workload({"containers": [build.container({}), build.container({"name": "other"})]})
	[c.name | some c in privileges.mounters(w, build.host_path("/etc", "etc", {}))] == ["app"]
}

test_non_root if {
	privileges.non_root(build.container({"security": {"runAsUser": build.set_number(1000)}}))
	privileges.non_root(build.container({"security": {"runAsNonRoot": build.set_switch(true)}}))
	not privileges.non_root(build.container({}))
	not privileges.non_root(build.container({"security": {"runAsNonRoot": build.set_switch(true), "runAsUser": build.set_number(0)}}))
}

test_root if {
	privileges.root(build.container({"security": {"runAsUser": build.set_number(0)}}))
	privileges.root(build.container({"security": {"privileged": build.set_switch(true)}}))
	not privileges.root(build.container({}))
}

test_mount if {
	m := build.host_path("/etc", "etc", {}).mounts[0]
	privileges.mount(m) == "container app mounts /etc at /host, read-only"
	privileges.mount(object.union(m, {"readOnly": false})) == "container app mounts /etc at /host, writable"
}
