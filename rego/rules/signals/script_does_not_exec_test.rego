package drainlint.rules.signals.script_does_not_exec_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.script_does_not_exec as rule

_script := {"shellForm": false, "script": "entrypoint.sh", "argv": ["/entrypoint.sh"]}

_found(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union(_script, more), shell)]})
}

test_reports_a_child if {
	some v in _found({}, {})
	v.severity == "warning"
	v.at == build.image({}, {}).process.at
	contains(v.message, "never sees it")
}

test_notes_a_trap_that_is_not_known if {
	some v in _found({}, {"forwards": "unknown", "trap": "unknown"})
	v.severity == "note"
}

test_notes_a_script_that_goes_on if {
	some v in _found({}, {"reason": "a command follows"})
	v.severity == "note"
}

test_silent_after_exec if count(_found({}, {"stays": "no"})) == 0

test_silent_for_command_strings if count(_found({"script": ""}, {})) == 0

test_silent_behind_an_init if count(_found({"init": "tini"}, {})) == 0

test_silent_for_a_trap_that_forwards if count(_found({}, {"forwards": "yes", "trap": "forwards"})) == 0

test_silent_for_what_other_rules_report if count(_found({}, {"trap": "single-wait"})) == 0
