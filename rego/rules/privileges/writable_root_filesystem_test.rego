package drainlint.rules.privileges.writable_root_filesystem_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.writable_root_filesystem as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v | some v in found]
}

_sealed := {"security": {"readOnlyRootFilesystem": build.set_switch(true)}}

test_reports if {
	found := _found(build.workload({"containers": [build.container({})]}))
	found[0].message == "Deployment web, container app can write to its own root filesystem, program files included"
}

test_reports_once_for_a_pod if {
	found := _found(build.workload({"containers": [build.container({}), build.container({"name": "side"}), build.container(_sealed)]}))
	count(found) == 1
	[p.text | some p in found[0].proof] == ["container app: readOnlyRootFilesystem is not set (false by default)", "container side: readOnlyRootFilesystem is not set (false by default)"]
}

test_reports_false if {
	found := _found(build.workload({"containers": [build.container({"security": {"readOnlyRootFilesystem": build.set_switch(false)}})]}))
	found[0].proof[0].text == "container app: readOnlyRootFilesystem is false"
}

test_reports_recorded_reason if {
	found := _found(build.workload({"justified": {"writable-root-filesystem": "installs plugins"}, "containers": [build.container({})]}))
	endswith(found[0].message, "; recorded reason: installs plugins")
}

test_silent_when_read_only if _found(build.workload({"containers": [build.container(_sealed)]})) == []

test_silent_on_windows if _found(build.workload({"pod": {"windows": true}, "containers": [build.container({})]})) == []
