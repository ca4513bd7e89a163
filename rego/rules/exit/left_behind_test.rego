package drainlint.rules.exit.left_behind_test

import data.drainlint.lib.build
import data.drainlint.rules.exit.left_behind as rule

_found(why) := found if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({"kind": "Secret", "name": "key"})],
		"leftovers": [{"at": build.ref(["metadata"]), "object": 0, "why": why, "what": "x"}],
	})
}

test_reports_kept_object if {
	some v in _found("keep")
	v.message == "Secret key stays after helm uninstall (helm.sh/resource-policy: keep)"
}

test_reports_hook if {
	some v in _found("hook")
	contains(v.message, "is a hook (x) that no delete policy removes")
}

test_reports_finalizer if {
	some v in _found("finalizer")
	contains(v.message, "finalizer x")
}

_folder(path, class, more) := count(found) if {
	h := build.writable_host_path(path, class, false, object.union({"type": "DirectoryOrCreate"}, more))
	found := rule.violations with input as build.unit([build.agent({"hostPaths": [h]})])
}

test_reports_created_folder if {
	_folder("/var/lib/agent", "other", {}) == 1
	_folder("/etc/agent", "etc", {"whole": false}) == 1
}

test_silent_for_folders_that_exist if {
	_folder("/etc", "etc", {}) == 0
	_folder("/run/agent", "run", {"whole": false}) == 0
	_folder("/etc/cni/net.d", "cni", {"whole": false}) == 0
}

test_silent_for_other_types if _folder("/var/lib/agent", "other", {"type": "Directory"}) == 0

test_silent_when_read_only if _folder("/var/lib/agent", "other", {"readOnly": true}) == 0

test_silent_without if count(rule.violations) == 0 with input as build.unit([build.agent({})])
