package drainlint.rules.signals.json_form_broken_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.json_form_broken as rule

_found(more) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(more, {})]})
}

test_reports_broken_json if {
	some v in _found({"broken": true})
	contains(v.message, "no valid JSON")
}

test_silent_for_shell_form if count(_found({})) == 0

test_silent_for_windows if count(_found({"broken": true, "windows": true})) == 0
