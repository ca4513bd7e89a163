package drainlint.rules.signals.entrypoint_arguments_lost_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.entrypoint_arguments_lost as rule

_pod(process, image) := found if {
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({"process": object.union(
		{"args": ["--flag"], "image": object.union({"dropsArgs": true, "entrypoint": ["/bin/sh", "-c", "app"], "guessed": false}, image)},
		process,
	)})]})])
}

_image(more) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"dropsArgs": true, "cmdAt": build.ref(["cmd"])}, more), {})]})
}

test_reports_args if {
	some v in _pod({}, {})
	v.severity == "error"
	v.at == build.ref(["args"])
}

test_warns_of_an_image_matched_by_name if {
	some v in _pod({}, {"guessed": true})
	v.severity == "warning"
}

test_reports_cmd if {
	some v in _image({})
	v.at == build.ref(["cmd"])
}

test_silent_when_the_string_uses_them if count(_pod({}, {"dropsArgs": false})) == 0

test_silent_with_a_command if count(_pod({"command": ["app"]}, {})) == 0

test_silent_without_args if count(_pod({"args": []}, {})) == 0

test_silent_for_exec_form if count(_image({"dropsArgs": false})) == 0

test_silent_for_broken_json if count(_image({"broken": true})) == 0
