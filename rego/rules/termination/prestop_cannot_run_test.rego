package drainlint.rules.termination.prestop_cannot_run_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_cannot_run as rule

_found(hook, image) := found if {
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({
		"preStop": object.union(build.pre_stop("exec", 15, "exact"), object.union({"missing": "sleep", "missingWhy": "it is built FROM scratch", "missingCertain": true}, hook)),
		"process": {"image": image},
	})]})])
}

test_reports_a_missing_program if {
	some v in _found({}, {})
	v.severity == "error"
	contains(v.change, "sleep: {seconds: 15}")
}

test_warns_of_an_image_matched_by_name if {
	some v in _found({"missingCertain": false}, {"guessed": true})
	v.severity == "warning"
	contains(v.message, "matched by name")
}

test_says_what_else_to_do if {
	some v in _found({"missing": "curl", "duration": {"seconds": 0, "known": "unknown"}}, {})
	startswith(v.change, "use an image")
}

test_silent_when_nothing_is_missing if count(_found({"missing": ""}, {})) == 0
