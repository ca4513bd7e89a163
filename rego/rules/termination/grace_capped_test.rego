package drainlint.rules.termination.grace_capped_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.grace_capped as rule

_found(grace) := found if {
	w := build.workload({})
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"grace": grace})})])
}

test_names_the_autoscaler if {
	some v in _found(build.set_number(900))
	contains(v.message, "cluster autoscaler")
}

test_names_managed_upgrades if {
	some v in _found(build.set_number(7200))
	contains(v.message, "managed node upgrades")
}

test_silent_up_to_the_limit if count(_found(build.set_number(600))) == 0
