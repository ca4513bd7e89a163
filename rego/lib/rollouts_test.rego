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

test_surges if {
	rollouts.surges(build.workload({}))
	not rollouts.surges(build.workload({"rollout": {"maxSurge": build.set_amount("0", 0)}}))
	not rollouts.surges(build.workload({"rollout": {"type": "Recreate"}}))
	not rollouts.surges(build.workload({"rollout": {"maxSurge": build.set_amount("CHANGE_ME", 0)}}))
}

test_exclusive if {
	w := build.workload({
		"pod": {"volumes": [build.claim([]), build.claim(["ReadWriteOnce"]), build.claim(["ReadWriteMany"])], "hostNetwork": build.set_switch(true)},
		"containers": [build.container({"ports": [build.port(80, 80), build.port(81, 0)]})],
	})
	[r.text | some r in rollouts.exclusive(w)] == [
		"volume claim data may allow one pod only",
		"volume claim data is ReadWriteOnce",
		"host port 80 allows one pod on a node",
		"hostNetwork allows one pod on a node",
	]
}

test_host_ports if {
	w := build.workload({"containers": [build.container({"ports": [build.port(80, 8000), build.port(81, 0)]})]})
	[r.text | some r in rollouts.host_ports(w)] == ["hostPort 8000"]
	on_host := object.union(w, {"pod": {"hostNetwork": build.set_switch(true)}})
	[r.text | some r in rollouts.host_ports(on_host)] == ["hostPort 8000", "hostNetwork makes containerPort 81 a port of the node"]
}

test_host_port_names if {
	w := build.workload({"containers": [build.container({"ports": [build.port(80, 8000), build.port(81, 0)]})]})
	rollouts.host_port_names(w) == "port 8000"
	many := [build.port(n, n) | some n in [1, 2, 3, 4]]
	rollouts.host_port_names(build.workload({"containers": [build.container({"ports": many})]})) == "ports 1, 2, 3 and 1 more"
	not rollouts.host_port_names(build.workload({"containers": [build.container({})]}))
}

test_exclusive_where_a_program_may_run_once if {
	w := build.workload({"containers": [build.container({"profile": {"name": "quickwit", "single": "only one janitor"}})]})
	[r.text | some r in rollouts.exclusive(w)] == ["quickwit: only one janitor"]
}
