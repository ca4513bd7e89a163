package drainlint.lib.rollouts_test

import data.drainlint.lib.build
import data.drainlint.lib.rollouts

_with(rollout) := build.workload({"replicas": {"value": 3, "set": true, "from": "spec"}, "rollout": rollout})

test_arithmetic_of_percentage if {
	rollouts.arithmetic(_with({"maxUnavailable": build.set_amount("50%", 1)})) == "maxUnavailable 50% of 3 replicas, rounded down, is 1"
}

test_arithmetic_of_number if rollouts.arithmetic(_with({"maxUnavailable": build.set_amount("2", 2)})) == "maxUnavailable 2 of 3 replicas"

test_arithmetic_of_zero_and_zero if {
	text := rollouts.arithmetic(_with({"fenced": true, "maxUnavailable": build.amount("25%", 1), "maxSurge": build.set_amount("0", 0)}))
	text == "maxUnavailable 25% (the default) of 3 replicas, rounded down, and maxSurge 0 are both 0, so one pod may be unavailable"
}

_unavailable := {"at": build.ref(["unavailable"])}

_surge := {"at": build.ref(["surge"])}

test_knob_is_max_unavailable if {
	w := _with({"maxUnavailable": object.union(build.set_amount("1", 1), _unavailable), "maxSurge": object.union(build.set_amount("0", 0), _surge)})
	rollouts.knob(w) == _unavailable.at
}

test_knob_is_max_surge_where_only_that_is_set if {
	w := _with({"maxUnavailable": _unavailable, "maxSurge": object.union(build.set_amount("0", 0), _surge)})
	rollouts.knob(w) == _surge.at
}

test_knob_is_where_max_unavailable_would_stand if rollouts.knob(_with({"maxUnavailable": _unavailable, "maxSurge": _surge})) == _unavailable.at
