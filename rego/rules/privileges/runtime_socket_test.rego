package drainlint.rules.privileges.runtime_socket_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.runtime_socket as rule

_with(h, w, c) := build.unit([build.agent(object.union(w, {"hostPaths": [h], "containers": [build.container(c)]}))])

_found(h, w, c) := values if {
	found := rule.violations with input as _with(h, w, c)
	values := [v.severity | some v in found]
}

_socket := build.host_path("/run/containerd/containerd.sock", "run", {"whole": false, "sockets": ["containerd"], "direct": true})

_folder := build.host_path("/run/containerd", "run", {"whole": false, "sockets": ["containerd"]})

_root := build.host_path("/", "root", {"sockets": ["Docker", "containerd"]})

_var := build.host_path("/var", "var", {"sockets": ["containerd (MicroK8s)"]})

_uid(n) := {"security": {"runAsUser": build.set_number(n)}}

_needs_socket := {"profile": {"name": "spegel", "needs": {"runtimeSocket": "lists images"}}}

test_reports_socket if _found(_socket, {}, {}) == ["error"]

test_reports_read_only_as_no_help if {
	found := rule.violations with input as _with(_socket, {}, {})
	some v in found
	endswith(v.proof[0].text, "read-only, which does not help: the socket still takes commands")
}

test_reports_folder_of_one_runtime if _found(_folder, {}, {}) == ["error"]

test_reports_once_for_all_mounts if {
	twice := object.union(_socket, {"mounts": array.concat(_socket.mounts, _socket.mounts)})
	_found(twice, {}, {}) == ["error"]
}

test_reports_tree_of_uid_0 if _found(_root, {}, _uid(0)) == ["error"]

test_reports_tree_of_privileged_as_warning if _found(_root, {}, {"security": {"privileged": build.set_switch(true), "runAsUser": build.set_number(0)}}) == ["warning"]

test_reports_tree_of_unknown_user_as_warning if _found(_root, {}, {}) == ["warning"]

test_reports_tree_of_other_user_as_note if _found(_root, {}, _uid(65534)) == ["note"]

test_reports_tree_of_non_root_as_note if _found(_root, {}, {"security": {"runAsNonRoot": build.set_switch(true)}}) == ["note"]

test_reports_tree_that_the_profile_needs_as_note if _found(object.union(_root, {"need": "file system statistics"}), {}, _uid(0)) == ["note"]

test_reports_socket_though_the_profile_needs_the_folder if _found(object.union(_socket, {"need": "reads /run"}), {}, {}) == ["error"]

test_reports_var_as_note if _found(_var, {}, _uid(0)) == ["note"]

test_reports_profile_need_as_note if {
	_found(_socket, {}, _needs_socket) == ["note"]
	found := rule.violations with input as _with(_socket, {}, _needs_socket)
	some v in found
	endswith(v.message, "spegel needs it: lists images")
}

test_reports_recorded_reason_as_note if _found(_socket, {"justified": {"runtime-socket": "lists images"}}, {}) == ["note"]

test_silent_for_other_paths if _found(build.host_path("/run/udev", "udev", {}), {}, {}) == []

test_silent_when_nothing_mounts_it if _found(object.union(_socket, {"mounts": []}), {}, {}) == []

test_silent_on_windows if _found(_socket, {"pod": {"windows": true}}, {}) == []

# _message is what the only finding says.
_message(h) := v.message if {
	found := rule.violations with input as _with(h, {}, {})
	some v in found
}

test_reports_in_words if {
	_message(_socket) == "DaemonSet agent: hostPath /run/containerd/containerd.sock is the socket of containerd, and whoever may talk to it is root on the node"
	_message(_folder) == "DaemonSet agent: hostPath /run/containerd holds the socket of containerd, and whoever may talk to it is root on the node"
	_message(_root) == "DaemonSet agent: hostPath / holds the sockets of every container runtime, and whoever may talk to one is root on the node"
}
