package drainlint.rules.privileges.unjustified_privilege_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.unjustified_privilege as rule

_found(w, c) := values if {
	found := rule.violations with input as build.unit([build.agent(object.union({"containers": [build.container(c)]}, w))])
	values := [v.message | some v in found]
}

_privileged := {"security": {"privileged": build.set_switch(true)}}

_adds := {"security": {"added": [build.capability("SYS_ADMIN", 0), build.capability("CHOWN", 1)]}}

test_reports_all_of_a_pod_once if {
	w := {"pod": {"hostPID": build.set_switch(true)}, "hostPaths": [
		build.host_path("/etc", "etc", {}),
		build.host_path("/run/crio/crio.sock", "run", {"direct": true, "whole": false}),
	]}
	_found(w, _privileged) == ["DaemonSet agent holds privileged (container app), hostPID, socket /run/crio/crio.sock, hostPath /etc with no reason recorded"]
}

test_reports_capability if _found({}, _adds) == ["DaemonSet agent holds SYS_ADMIN (container app) with no reason recorded"]

test_silent_with_annotation if {
	_found({"justified": {"privileged": "flashes firmware"}}, _privileged) == []
	_found({"justified": {"unjustified-privilege": "in the ledger"}}, _privileged) == []
}

test_silent_with_profile if {
	_found({}, object.union(_privileged, {"profile": {"name": "falco", "needs": {"privileged": "loads"}}})) == []
	_found({}, object.union(_adds, {"profile": {"name": "falco", "needs": {"cap:SYS_ADMIN": "loads"}}})) == []
	_found({"hostPaths": [build.host_path("/", "root", {"need": "disk usage"})]}, {}) == []
	_found({"pod": {"hostNetwork": build.set_switch(true)}}, {"profile": {"name": "cni", "class": "network"}}) == []
}

test_silent_for_published_volumes if {
	h := build.host_path("/var/lib/kubelet", "kubelet", {"mounts": [object.union(build.host_path("/var/lib/kubelet", "kubelet", {}).mounts[0], {"propagation": "Bidirectional"})]})
	_found({"hostPaths": [h]}, {}) == []
}

test_silent_for_ordinary_paths if _found({"hostPaths": [build.host_path("/var/log", "logs", {})]}, {}) == []

test_silent_for_hooks if _found({"hook": true}, _privileged) == []
