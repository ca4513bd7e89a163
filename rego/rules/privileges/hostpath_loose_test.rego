package drainlint.rules.privileges.hostpath_loose_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.hostpath_loose as rule

_found(h, w) := values if {
	found := rule.violations with input as build.unit([build.agent(object.union(w, {"hostPaths": [h]}))])
	values := [v.severity | some v in found]
}

_socket(type) := build.host_path("/run/containerd/containerd.sock", "run", {"looks": "socket", "type": type, "direct": true})

_folder(class, type) := build.host_path("/opt/thing", class, {"type": type})

test_reports_directory_type_on_socket if {
	_found(_socket("DirectoryOrCreate"), {}) == ["error"]
	_found(_socket("Directory"), {}) == ["error"]
}

test_reports_socket_without_type if _found(_socket(""), {}) == ["warning"]

test_reports_lock_file_without_type if _found(build.host_path("/run/xtables.lock", "lock", {"looks": "file"}), {}) == ["warning"]

test_reports_file_of_every_node_as_note if _found(build.host_path("/etc/localtime", "harmless", {"looks": "file"}), {}) == ["note"]

test_reports_device_as_note if _found(build.host_path("/dev/fuse", "dev", {"looks": "device"}), {}) == ["note"]

test_reports_folders_once if {
	two := {"hostPaths": [_folder("containers", ""), object.union(_folder("modules", ""), {"path": "/lib/modules"})]}
	found := rule.violations with input as build.unit([build.agent(two)])
	count(found) == 1
	some v in found
	count(v.proof) == 2
	startswith(v.message, "DaemonSet agent: hostPath /opt/thing, /lib/modules have no type")
}

test_reports_sockets_once if {
	two := {"hostPaths": [_socket(""), object.union(_socket(""), {"path": "/run/crio/crio.sock"})]}
	found := rule.violations with input as build.unit([build.agent(two)])
	count(found) == 1
	some v in found
	count(v.proof) == 2
	contains(v.message, "hostPath /run/containerd/containerd.sock, /run/crio/crio.sock have no type: on a node without one of them")
}

test_reports_created_folder_of_the_node if _found(_folder("containers", "DirectoryOrCreate"), {}) == ["note"]

test_reports_recorded_reason_as_note if _found(_socket(""), {"justified": {"hostpath-loose": "every node has it"}}) == ["note"]

test_reports_wider_than_needed if {
	found := rule.violations with input as build.unit([build.agent({"hostPaths": [build.host_path("/var", "var", {"type": "Directory", "enough": ["/var/log"]})]})])
	some v in found
	v.message == "DaemonSet agent: hostPath /var is wider than what its program needs: /var/log"
}

test_silent_for_fitting_types if {
	every type in ["Socket", "File", "FileOrCreate"] {
		_found(_socket(type), {}) == []
	}
	_found(_folder("logs", "Directory"), {}) == []
}

test_silent_for_files_of_every_node if _found(build.host_path("/etc/os-release", "harmless", {"looks": "file"}), {}) == []

test_silent_for_folders_of_every_node if {
	every class in ["proc", "sys", "etc", "logs", "dev"] {
		_found(_folder(class, ""), {}) == []
	}
}

test_silent_for_own_folder_without_type if _found(build.writable_host_path("/var/lib/agent", "other", false, {}), {}) == []

test_silent_for_own_folder if _found(_folder("other", "DirectoryOrCreate"), {}) == []

test_silent_for_writable_folder_it_creates if _found(build.writable_host_path("/var/log/x", "logs", false, {"type": "DirectoryOrCreate"}), {}) == []

test_silent_for_root if _found(_folder("root", ""), {}) == []

test_silent_when_nothing_mounts_it if _found(object.union(_socket(""), {"mounts": []}), {}) == []

test_silent_on_windows if _found(_socket(""), {"pod": {"windows": true}}) == []
