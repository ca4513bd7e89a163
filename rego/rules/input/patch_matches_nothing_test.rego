package drainlint.rules.input.patch_matches_nothing_test

import data.drainlint.lib.build
import data.drainlint.rules.input.patch_matches_nothing as rule

_at := {"span": {"file": "kustomization.yaml", "start": {"line": 8, "col": 5}, "end": {"line": 8, "col": 14}}}

_fault(issue) := {"issue": issue, "at": _at, "what": "kind Deployment, name wbe", "object": ""}

_found(fault, partial) := found if {
	found := rule.violations with input as build.facts({
		"patches": [fault],
		"unit": {"kind": "kustomize", "dir": ".", "set": "", "partial": partial, "single": false},
	})
}

test_reports_a_target_of_nothing if {
	some v in _found(_fault("matches-nothing"), false)
	v.at == _at
	contains(v.message, "kind Deployment, name wbe")
}

test_reports_an_image_as_warning if {
	some v in _found(_fault("unused-image"), false)
	v.severity == "warning"
}

test_silent_for_other_faults if count(_found(_fault("replaces-list"), false)) == 0

test_silent_for_a_partial_build if count(_found(_fault("matches-nothing"), true)) == 0
