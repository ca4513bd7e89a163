package drainlint.rules.input.cannot_analyse_test

import data.drainlint.lib.build
import data.drainlint.rules.input.cannot_analyse as rule

_found(problem) := found if {
	found := [v | some v in rule.violations] with input as build.facts({"problems": [problem]})
}

test_reports_in_the_loaders_words if {
	[[v.severity, v.message, v.change] | some v in _found(build.problem({}))] == [["error", "line 3 is no YAML", "indent it"]]
}

test_reports_at_the_place if _found(build.problem({}))[0].at == build.span("broken.yaml")

test_reports_what_was_analysed_nevertheless if {
	_found(build.problem({"partial": true}))[0].message == "line 3 is no YAML; the rest of this input was analysed"
}

test_reports_lenient_input_as_warning if _found(build.problem({"warning": true}))[0].severity == "warning"

test_reports_without_a_change if _found(build.problem({"change": ""}))[0].change == ""

test_silent_without_problems if count(rule.violations) == 0 with input as build.facts({})
