package drainlint.rules.privileges.mutable_image_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.mutable_image as rule

_image(more) := {"containers": [build.container({"image": more})]}

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

_latest := {"text": "example.com/app:latest", "tag": "latest"}

_untagged := {"text": "example.com/app", "tag": ""}

_privileged := {"containers": [build.container({"security": {"privileged": build.set_switch(true)}})]}

test_reports_latest if _found(build.workload(_image(_latest))) == ["warning"]

test_reports_no_tag if _found(build.workload(_image(_untagged))) == ["warning"]

test_reports_default_policy if {
	found := rule.violations with input as build.unit([build.workload(_image(_latest))])
	some v in found
	v.proof[0].text == "imagePullPolicy is Always (the default for latest)"
	v.change == "name a version: example.com/app:VERSION, best with its digest"
}

test_reports_what_if_not_present_does if {
	found := rule.violations with input as build.unit([build.workload(_image(object.union(_latest, {"pullPolicy": "IfNotPresent"})))])
	some v in found
	contains(v.message, "each node keeps the version it pulled first")
}

test_reports_what_never_does if {
	found := rule.violations with input as build.unit([build.workload(_image(object.union(_latest, {"pullPolicy": "Never"})))])
	some v in found
	contains(v.message, "whatever was loaded onto it")
}

test_reports_each_container if {
	w := build.workload({"containers": [
		build.container({"image": _latest}),
		build.container({"name": "prepare", "role": "init", "image": object.union(_latest, {"at": build.ref([1])})}),
	]})
	_found(w) == ["warning", "warning"]
}

test_reports_hook_as_note if _found(build.workload(object.union(_image(_untagged), {"hook": true, "runs": "job"}))) == ["note"]

test_reports_job if _found(build.workload(object.union(_image(_untagged), {"kind": "CronJob", "runs": "job"}))) == ["warning"]

test_reports_recorded_reason_as_note if _found(build.workload(object.union(_image(_latest), {"justified": {"mutable-image": "built on the node"}}))) == ["note"]

test_reports_privileged_agent_without_digest_as_note if _found(build.agent(_privileged)) == ["note"]

test_reports_agent_with_host_pid_without_digest_as_note if {
	_found(build.agent({"containers": [build.container({})], "pod": {"hostPID": build.set_switch(true)}})) == ["note"]
}

test_reports_agent_with_host_path_without_digest_as_note if {
	_found(build.agent({"containers": [build.container({})], "hostPaths": [build.host_path("/etc", "etc", {})]})) == ["note"]
}

test_silent_with_version if _found(build.workload(_image({}))) == []

test_silent_with_digest if _found(build.workload(_image(object.union(_untagged, {"digest": "sha256:00"})))) == []

test_silent_for_placeholder if _found(build.workload(_image(object.union(_untagged, {"valid": false})))) == []

test_silent_for_agent_without_privileges if _found(build.agent({"containers": [build.container({})]})) == []

test_silent_for_agent_that_reads_logs if {
	_found(build.agent({"containers": [build.container({})], "hostPaths": [build.host_path("/var/log", "logs", {})]})) == []
}

test_silent_for_agent_with_digest if {
	w := build.agent({"containers": [build.container({"image": {"digest": "sha256:00"}, "security": {"privileged": build.set_switch(true)}})]})
	_found(w) == []
}

test_silent_for_other_container_of_agent if {
	other := build.container({"name": "other", "image": {"digest": "sha256:00"}})
	reloader := build.container({"name": "reloader"})
	_found(build.agent({"containers": [other, reloader], "hostPaths": [build.host_path("/etc", "etc", {})]})) == []
}

test_silent_for_privileged_deployment if _found(build.workload(_privileged)) == []

test_reports_what_always_does if {
	found := rule.violations with input as build.unit([build.workload(_image(object.union(_latest, {"pullPolicy": "Always"})))])
	[contains(v.message, "each start pulls whatever it means then") | some v in found] == [true]
}

test_reports_moving_image_of_privileged_agent_once if {
	_found(build.agent({"containers": [build.container({"image": _latest, "security": {"privileged": build.set_switch(true)}})]})) == ["warning"]
}

test_silent_for_placeholder_of_privileged_agent if {
	_found(build.agent({"containers": [build.container({"image": {"valid": false}, "security": {"privileged": build.set_switch(true)}})]})) == []
}

test_silent_for_privileged_deployed_agent if _found(build.workload(object.union(_privileged, {"agent": true}))) == []
