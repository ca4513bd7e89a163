package drainlint.lib.rollouts_test

import data.drainlint.lib.build
import data.drainlint.lib.rollouts

_at(name) := {"at": build.ref([name])}

_unavailable(amount) := object.union(amount, _at("maxUnavailable"))

_surge(amount) := object.union(amount, _at("maxSurge"))

_rolling(unavailable, surge) := build.workload({
	"replicas": {"value": 3, "from": "spec"},
	"rollout": {"maxUnavailable": _unavailable(unavailable), "maxSurge": _surge(surge)},
})

test_knob if {
	rollouts.knob(_rolling(build.set_amount("50%", 1), build.set_amount("0", 0))).path == ["maxUnavailable"]
	rollouts.knob(_rolling(build.amount("25%", 0), build.set_amount("0", 0))).path == ["maxSurge"]
	rollouts.knob(_rolling(build.amount("25%", 0), build.amount("25%", 1))).path == ["maxUnavailable"]
}

test_arithmetic_of_a_percentage if {
	rollouts.arithmetic(_rolling(build.set_amount("50%", 1), build.amount("25%", 1))) == "maxUnavailable 50% of 3 replicas, rounded down, is 1"
}

test_arithmetic_of_a_number if {
	rollouts.arithmetic(_rolling(build.set_amount("2", 2), build.amount("25%", 1))) == "maxUnavailable 2 of 3 replicas"
}

test_arithmetic_when_both_are_zero if {
	w := object.union(_rolling(build.amount("25%", 1), build.set_amount("0", 0)), {"rollout": {"fenced": true}})
	rollouts.arithmetic(w) == "maxUnavailable 25% (the default) of 3 replicas, rounded down, and maxSurge 0 are both 0, so one pod may be unavailable"
}

test_proof if {
	proof := rollouts.proof(_rolling(build.set_amount("2", 2), build.amount("25%", 1)))
	[p.text | some p in proof] == ["maxUnavailable 2 of 3 replicas", "Deployment web: replicas is 3"]
	[p.at.path | some p in proof] == [["maxUnavailable"], ["spec", "replicas"]]
}
