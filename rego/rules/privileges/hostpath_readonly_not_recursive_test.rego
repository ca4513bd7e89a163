package drainlint.rules.privileges.hostpath_readonly_not_recursive_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.hostpath_readonly_not_recursive as rule

_found(h) := values if {
	found := rule.violations with input as build.unit([build.agent({"hostPaths": [h]})])
	values := [v | some v in found]
}

_mounted(more) := build.host_path("/", "root", {"mounts": [object.union(build.host_path("/", "root", {}).mounts[0], more)]})

test_reports if {
	found := _found(_mounted({}))
	count(found) == 1
	found[0].message == "DaemonSet agent: hostPath / is read-only at its top only: the node's other filesystems and the volumes of its pods below it stay writable"
	found[0].change == "add recursiveReadOnly: Enabled to the mount"
	found[0].at.path == ["volumeMounts", 0, "readOnly"]
}

test_reports_with_propagation if {
	found := _found(_mounted({"propagation": "HostToContainer"}))
	startswith(found[0].change, "mount the one folder")
}

test_silent_when_recursive if _found(_mounted({"recursive": true})) == []

test_silent_when_writable if _found(_mounted({"readOnly": false})) == []

test_silent_when_privileged if _found(_mounted({"privileged": true})) == []

test_silent_for_a_folder_of_files if _found(build.host_path("/var/log", "logs", {})) == []

test_silent_below_the_top if _found(build.host_path("/run/foo", "run", {"whole": false})) == []

test_silent_before_the_field_exists if {
	old := object.union(build.unit([build.agent({"hostPaths": [_mounted({})]})]), {"settings": {"kubeVersion": {"major": 1, "minor": 30}}})
	count(rule.violations) == 0 with input as old
}
