package drainlint.rules.signals.shell_form_entrypoint_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.shell_form_entrypoint as rule

_found(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"source": "entrypoint"}, more), shell)]})
}

test_reports_a_shell_that_stays if {
	some v in _found({}, {})
	v.at == build.image({}, {}).instruction
	contains(v.message, "shell form of ENTRYPOINT: the shell stays PID 1")
	endswith(v.proof[0].text, "the base image debian:12")
}

test_notes_what_depends_on_the_shell if {
	some v in _found({}, {"stays": "unknown", "differs": ["dash"], "family": "unknown"})
	v.severity == "note"
}

test_silent_when_replaced if count(_found({}, {"stays": "no"})) == 0

test_silent_for_exec_form if count(_found({"shellForm": false}, {})) == 0

test_silent_for_the_other_instruction if count(_found({"source": "none"}, {})) == 0

test_silent_behind_an_init if count(_found({"init": "tini"}, {})) == 0

test_silent_for_windows if count(_found({"windows": true}, {})) == 0

test_silent_when_a_trap_forwards if count(_found({}, {"forwards": "yes"})) == 0

test_silent_for_a_command_that_ends if count(_found({}, {"finite": true})) == 0
