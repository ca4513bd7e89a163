package drainlint.rules.input.nothing_analysed_test

import data.drainlint.lib.build
import data.drainlint.rules.input.nothing_analysed as rule

_messages(run) := found if {
	found := [v.message | some v in rule.violations] with input as build.facts({"run": object.union(
		{"analysable": 0, "objects": 0, "wrappers": [], "first": build.span("release.yaml")},
		run,
	)})
}

test_reports_wrappers if {
	found := _messages({"objects": 2, "wrappers": ["Application", "HelmRelease"]})
	count(found) == 1
	contains(found[0], "(Application, HelmRelease)")
}

test_reports_nothing_at_all if {
	found := _messages({})
	count(found) == 1
	contains(found[0], "no Kubernetes object")
}

test_silent_when_something_was_analysed if {
	_messages({"analysable": 1, "objects": 3, "wrappers": ["HelmRelease"]}) == []
	_messages({"analysable": 1}) == []
}

test_silent_for_units if count(rule.violations) == 0 with input as build.facts({})
