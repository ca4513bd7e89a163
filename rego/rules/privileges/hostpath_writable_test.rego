package drainlint.rules.privileges.hostpath_writable_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.hostpath_writable as rule

_with(h, w, c) := build.unit([build.agent(object.union(w, {"hostPaths": [h], "containers": [build.container(c)]}))])

_found(h, w, c) := values if {
	found := rule.violations with input as _with(h, w, c)
	values := [v.severity | some v in found]
}

_write(path, class, more) := build.writable_host_path(path, class, false, more)

_etc := _write("/etc", "etc", {})

_logs := _write("/var/log", "logs", {})

_telemetry := {"profile": {"name": "fluent-bit", "class": "telemetry"}}

test_reports_classes_that_are_there_to_be_read if {
	classes := {
		"root", "var", "etc", "login", "start", "kubernetes", "etcd", "kubelet", "home", "boot", "proc", "sys", "modules", "usr",
		"containers", "harmless",
	}
	every class in classes {
		_found(_write("/x", class, {}), {}, {}) == ["warning"]
		_found(_write("/x/y", class, {"whole": false}), {}, {}) == ["warning"]
	}
}

test_reports_at_the_writable_mount if {
	writable := object.union(_etc.mounts[0], {"at": build.ref([7])})
	h := object.union(_etc, {"mounts": [object.union(_etc.mounts[0], {"readOnly": true}), writable]})
	found := rule.violations with input as _with(h, {}, {})
	[v.at | some v in found] == [build.ref([7])]
}

test_reports_once_and_lists_the_mounts if {
	h := object.union(_etc, {"mounts": array.concat(_etc.mounts, [object.union(_etc.mounts[0], {"container": "other"})])})
	found := rule.violations with input as _with(h, {}, {})
	[count(v.proof) | some v in found] == [2]
}

test_reports_unprivileged_mount_beside_a_privileged_one if {
	h := object.union(_etc, {"mounts": array.concat([object.union(_etc.mounts[0], {"privileged": true})], _etc.mounts)})
	found := rule.violations with input as _with(h, {}, {})
	[count(v.proof) | some v in found] == [1]
}

test_reports_the_logs_of_others if _found(_logs, {}, {}) == ["warning"]

# Its position file may lie there, which the configuration decides.
test_reports_log_shipper_as_note if _found(_logs, {}, _telemetry) == ["note"]

test_reports_other_path_of_log_shipper if _found(_etc, {}, _telemetry) == ["warning"]

test_reports_what_the_profile_only_reads if {
	h := _write("/opt/agent", "other", {"whole": false, "need": "its rules"})
	_found(h, {}, {}) == ["warning"]
	found := rule.violations with input as _with(h, {}, {})
	some v in found
	endswith(v.message, "but the program only reads it: its rules")
}

test_reports_class_though_the_profile_reads_it if _found(object.union(_etc, {"need": "names of users"}), {}, {}) == ["warning"]

test_reports_recorded_reason_as_note if _found(_etc, {"justified": {"hostpath-writable": "installs it"}}, {}) == ["note"]

test_reports_recorded_reason_of_log_shipper if _found(_logs, {"justified": {"hostpath-writable": "tail DB"}}, _telemetry) == ["note"]

test_silent_read_only if _found(build.host_path("/etc", "etc", {}), {}, {}) == []

test_silent_when_the_program_writes if _found(object.union(_etc, {"need": "installs it", "needWrite": true}), {}, {}) == []

test_silent_when_privileged if _found(build.writable_host_path("/etc", "etc", true, {}), {}, {}) == []

test_silent_for_classes_that_are_there_to_be_written if {
	every class in {"cni", "plugins", "lock", "dev", "bpf", "kernelfs", "udev", "run", "bus", "other"} {
		_found(_write("/x", class, {}), {}, {}) == []
	}
}

test_silent_for_shared_classes_that_the_profile_names if {
	every class in {"cni", "plugins", "lock", "dev", "bpf", "kernelfs", "udev", "run", "bus"} {
		_found(_write("/x", class, {"need": "its folder"}), {}, {}) == []
	}
}

test_silent_for_own_folder_of_logs if _found(_write("/var/log/agent", "logs", {"whole": false}), {}, {}) == []

test_silent_for_sockets if {
	_found(_write("/run/containerd/containerd.sock", "run", {"direct": true}), {}, {}) == []
	_found(_write("/etc/agent.sock", "etc", {"type": "Socket"}), {}, {}) == []
}

test_silent_for_bidirectional if {
	h := _write("/var/lib/kubelet", "kubelet", {})
	_found(object.union(h, {"mounts": [object.union(h.mounts[0], {"propagation": "Bidirectional"})]}), {}, {}) == []
}

test_silent_when_nothing_mounts_it if _found(object.union(_etc, {"mounts": []}), {}, {}) == []

test_silent_on_windows if _found(_etc, {"pod": {"windows": true}}, {}) == []

test_reports_logs_that_the_profile_reads if _found(object.union(_logs, {"need": "tails them"}), {}, {}) == ["warning"]

test_reports_own_folder_of_logs_that_the_profile_reads if {
	_found(_write("/var/log/agent", "logs", {"whole": false, "need": "tails them"}), {}, {}) == ["warning"]
}

test_reports_other_container_beside_a_log_shipper if {
	shipper := build.container(object.union(_telemetry, {"name": "shipper"}))
	read := object.union(_logs.mounts[0], {"container": "shipper", "readOnly": true, "at": build.ref([3])})
	w := build.agent({
		"hostPaths": [object.union(_logs, {"mounts": [read, _logs.mounts[0]]})],
		"containers": [shipper, build.container({})],
	})
	found := rule.violations with input as build.unit([w])
	[v.severity | some v in found] == ["warning"]
}

test_reports_other_path_beside_the_logs_of_a_shipper if {
	read := object.union(_logs.mounts[0], {"readOnly": true, "at": build.ref([3])})
	logs := object.union(_logs, {"readOnly": true, "mounts": [read]})
	w := build.agent({"hostPaths": [logs, _etc], "containers": [build.container(_telemetry)]})
	found := rule.violations with input as build.unit([w])
	[v.severity | some v in found] == ["warning"]
}
