package drainlint.rules.signals.exec_in_pipeline_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.exec_in_pipeline as rule

_image(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(more, object.union({"subshellExec": true}, shell))]})
}

_pod(more) := found if {
	found := rule.violations with input as build.unit([build.served({"containers": [build.container({"served": true, "process": build.shell(object.union({"subshellExec": true}, more))})]})])
}

test_reports_an_image if {
	some v in _image({}, {})
	v.severity == "warning"
	contains(v.message, "replaces only a child of the shell")
}

test_reports_a_pod if count(_pod({})) == 1

test_notes_an_image_of_jobs if {
	some v in _image({"uses": [build.use({"job": true})]}, {})
	v.severity == "note"
}

test_silent_for_exec_of_the_shell if count(_image({}, {"subshellExec": false})) == 0

test_silent_when_the_shell_is_replaced if count(_image({}, {"stays": "no"})) == 0

test_silent_behind_an_init if count(_image({"init": "tini"}, {})) == 0

test_silent_for_windows if count(_image({"windows": true}, {})) == 0

test_silent_when_pods_set_a_command if count(_image({"uses": [build.use({"overrides": "command"})]}, {})) == 0
