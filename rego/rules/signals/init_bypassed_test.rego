package drainlint.rules.signals.init_bypassed_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.init_bypassed as rule

_found(process, image) := found if {
	base := {"from": "dockerfile", "init": "/sbin/tini", "entrypoint": ["/sbin/tini", "--", "/manager"], "program": ["/manager"]}
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({"process": object.union(
		{"known": true, "command": ["/manager"], "argv": ["/manager"], "program": ["/manager"], "image": object.union(base, image)},
		process,
	)})]})])
}

test_reports_the_program_without_its_init if {
	some v in _found({}, {})
	contains(v.message, "replaces the image's ENTRYPOINT and the tini in it")
}

test_says_that_it_is_a_guess if {
	some v in _found({}, {"guessed": true})
	contains(v.message, "matched by name")
}

test_silent_for_args if count(_found({"command": []}, {})) == 0

test_silent_with_an_init_of_its_own if count(_found({"init": "dumb-init"}, {})) == 0

test_silent_for_an_image_without_init if count(_found({}, {"init": ""})) == 0

test_silent_for_another_program if count(_found({"program": ["sh", "-c", "sleep 1"]}, {})) == 0
