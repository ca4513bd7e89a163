package drainlint.rules.privileges.hostpath_sensitive_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.hostpath_sensitive as rule

_with(h, w, c) := build.unit([build.agent(object.union(w, {"hostPaths": [h], "containers": [build.container(c)]}))])

_found(h, w, c) := values if {
	found := rule.violations with input as _with(h, w, c)
	values := [v.severity | some v in found]
}

_read(path, class, whole) := build.host_path(path, class, {"whole": whole})

_write(path, class, whole) := build.writable_host_path(path, class, false, {"whole": whole})

_uid(n) := {"security": {"runAsUser": build.set_number(n)}}

_privileged := {"security": {"privileged": build.set_switch(true)}}

test_reports_by_class if {
	expected := {
		["/", "root", true, "error", "warning"],
		["/var", "var", true, "error", "warning"],
		["/etc", "etc", true, "error", "warning"],
		["/etc/agent", "etc", false, "note", "note"],
		["/etc/shadow", "login", true, "error", "warning"],
		["/etc/kubernetes", "kubernetes", true, "error", "warning"],
		["/etc/kubernetes/pki", "kubernetes", false, "error", "warning"],
		["/var/lib/etcd", "etcd", true, "error", "warning"],
		["/var/lib/kubelet", "kubelet", true, "error", "warning"],
		["/var/lib/kubelet/pods", "kubelet", false, "error", "warning"],
		["/root", "home", true, "error", "warning"],
		["/home/core/x", "home", false, "note", "note"],
		["/boot", "boot", true, "error", "note"],
		["/dev", "dev", true, "warning", "warning"],
		["/dev/kmsg", "dev", false, "note", "note"],
		["/proc", "proc", true, "error", "warning"],
		["/proc/1", "proc", false, "warning", "note"],
		["/sys", "sys", true, "warning", "note"],
		["/sys/kernel/debug", "kernelfs", true, "warning", "note"],
		["/run/systemd", "bus", true, "warning", "warning"],
		["/run", "run", true, "error", "warning"],
		["/var/lib/docker", "containers", true, "note", "note"],
	}
	every e in expected {
		_found(_write(e[0], e[1], e[2]), {}, {}) == [e[3]]
		_found(_read(e[0], e[1], e[2]), {}, {}) == [e[4]]
	}
}

test_reports_writable_start_files if _found(_write("/etc/cron.d", "start", true), {}, {}) == ["error"]

test_reports_where_one_mount_is_writable if {
	mounts := array.concat(_read("/etc", "etc", true).mounts, _write("/etc", "etc", true).mounts)
	_found(object.union(_read("/etc", "etc", true), {"readOnly": false, "mounts": mounts}), {}, {}) == ["error"]
}

test_reports_root_of_uid_0 if {
	_found(_read("/", "root", true), {}, _uid(0)) == ["warning"]
	found := rule.violations with input as _with(_read("/", "root", true), {}, _uid(0))
	some v in found
	v.proof[1].text == "container app runs as uid 0"
}

test_reports_other_user_one_level_lower if {
	_found(_read("/", "root", true), {}, _uid(65534)) == ["note"]
	_found(_write("/", "root", true), {}, _uid(65534)) == ["warning"]
	_found(_write("/", "root", true), {}, {"security": {"runAsNonRoot": build.set_switch(true)}}) == ["warning"]
}

test_reports_privileged_one_level_lower if _found(_write("/", "root", true), {}, _privileged) == ["warning"]

test_reports_contradicting_user_in_full if {
	_found(_write("/", "root", true), {}, {"security": {"runAsNonRoot": build.set_switch(true), "runAsUser": build.set_number(0)}}) == ["error"]
}

test_reports_profile_need_as_note if {
	needed := object.union(_read("/", "root", true), {"need": "file system statistics"})
	_found(needed, {}, {}) == ["note"]
	found := rule.violations with input as _with(needed, {}, {})
	some v in found
	endswith(v.message, "the program needs it: file system statistics")
}

test_reports_recorded_reason_as_note if _found(_write("/etc", "etc", true), {"justified": {"hostpath-sensitive": "installs it"}}, {}) == ["note"]

test_reports_bidirectional_kubelet_as_note if {
	mount := object.union(_write("/var/lib/kubelet", "kubelet", true).mounts[0], {"propagation": "Bidirectional"})
	_found(object.union(_write("/var/lib/kubelet", "kubelet", true), {"mounts": [mount]}), {}, {}) == ["note"]
}

test_silent_for_what_is_shared_or_harmless if {
	every class in {"harmless", "lock", "cni", "plugins", "bpf", "udev", "other", "logs", "modules", "usr"} {
		_found(_read("/x", class, true), {}, {}) == []
		_found(_write("/x", class, true), {}, {}) == []
	}
}

test_silent_for_start_files_read_only if _found(_read("/etc/systemd", "start", true), {}, {}) == []

test_silent_for_own_folder_of_run if _found(_write("/run/agent", "run", false), {}, {}) == []

test_silent_for_container_logs if _found(_read("/var/lib/docker/containers", "containers", false), {}, {}) == []

test_silent_for_sockets if {
	h := build.host_path("/run/containerd/containerd.sock", "run", {"direct": true, "sockets": ["containerd"]})
	_found(h, {}, {}) == []
}

test_silent_when_nothing_mounts_it if _found(object.union(_read("/", "root", true), {"mounts": [], "readOnly": false}), {}, {}) == []

test_silent_on_windows if _found(_write("/etc", "etc", true), {"pod": {"windows": true}}, {}) == []

test_reports_reason_of_other_user_as_note if _found(object.union(_write("/", "root", true), {"need": "file system statistics"}), {}, _uid(1000)) == ["note"]

# _user is what the proof says of the user.
_user(c) := v.proof[1].text if {
	found := rule.violations with input as _with(_read("/etc", "etc", true), {}, c)
	some v in found
}

test_reports_the_user if {
	_user({}) == "container app runs as the user of its image, which may be root"
	_user(_uid(7)) == "container app runs as uid 7"
	_user({"security": {"runAsNonRoot": build.set_switch(true)}}) == "container app does not run as root"
	_user(_privileged) == "container app is privileged and reaches the node anyway"
}

test_reports_bidirectional_elsewhere_in_full if {
	mount := object.union(_write("/etc", "etc", true).mounts[0], {"propagation": "Bidirectional"})
	_found(object.union(_write("/etc", "etc", true), {"mounts": [mount]}), {}, {}) == ["error"]
}
