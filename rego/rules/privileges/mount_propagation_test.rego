package drainlint.rules.privileges.mount_propagation_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.mount_propagation as rule

_path(path, class, more) := build.host_path(path, class, {"readOnly": false, "mounts": [object.union(build.host_path(path, class, {}).mounts[0], object.union({"readOnly": false, "privileged": true, "propagation": "Bidirectional"}, more))]})

_found(h, w) := values if {
	found := rule.violations with input as build.unit([build.agent(object.union({"hostPaths": h}, w))])
	values := [v.severity | some v in found]
}

_mnt := _path("/mnt/data", "other", {})

test_reports if _found([_mnt], {}) == ["warning"]

test_reports_recorded_reason_as_note if _found([_mnt], {"justified": {"mount-propagation": "mounts the cache"}}) == ["note"]

test_reports_storage_as_note if {
	_found([_mnt], {"containers": [build.container({"profile": {"name": "ebs", "class": "storage"}})]}) == ["note"]
	_found([_mnt, build.host_path("/var/lib/kubelet/plugins_registry", "plugins", {})], {}) == ["note"]
}

test_reports_bpf_as_note if _found([_path("/sys/fs/bpf", "bpf", {})], {}) == ["note"]

test_reports_who_publishes if {
	driver := build.container({"profile": {"name": "ebs", "class": "storage"}})
	helper := build.container({"name": "probe", "profile": {"name": "livenessprobe", "class": "storage"}})
	own := rule.violations with input as build.unit([build.agent({"hostPaths": [_mnt], "containers": [driver]})])
	some v in own
	endswith(v.message, "; ebs publishes volumes")
	beside := rule.violations with input as build.unit([build.agent({"hostPaths": [_mnt], "containers": [helper]})])
	some o in beside
	endswith(o.message, "; it is a volume driver: livenessprobe stands beside it")
}

test_silent_for_other_directions if {
	_found([_path("/mnt/data", "other", {"propagation": "HostToContainer"})], {}) == []
	_found([_path("/mnt/data", "other", {"propagation": "None"})], {}) == []
}

test_silent_where_the_server_refuses_it if _found([_path("/mnt/data", "other", {"privileged": false})], {}) == []

test_silent_on_windows if _found([_mnt], {"pod": {"windows": true}}) == []
