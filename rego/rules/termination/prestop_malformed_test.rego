package drainlint.rules.termination.prestop_malformed_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_malformed as rule

_found(malformed) := found if {
	hook := object.union(build.pre_stop("exec", 0, "exact"), {"malformed": malformed, "malformedAt": build.ref(["word"]), "argv": ["sleep 3"]})
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({"preStop": hook})]})])
}

test_reports_the_word if {
	some v in _found("no program is named \"sleep 3\"")
	v.at == build.ref(["word"])
	contains(v.message, "fails at once: no program is named")
}

test_silent_for_a_sound_hook if count(_found("")) == 0
