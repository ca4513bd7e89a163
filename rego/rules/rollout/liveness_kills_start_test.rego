package drainlint.rules.rollout.liveness_kills_start_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.liveness_kills_start as rule

_found(live, ready, startup) := values if {
	c := build.container({"probes": {"liveness": live, "readiness": ready, "startup": startup}})
	found := rule.violations with input as build.unit([build.workload({"containers": [c]})])
	values := [v.severity | some v in found]
}

_ready := build.probe({"initialDelay": 60})

test_reports_same_port if _found(build.probe({"window": 40}), _ready, build.no_probe) == ["warning"]

test_reports_other_port_as_note if _found(build.probe({"window": 40, "port": "9090", "check": ":9090/live"}), _ready, build.no_probe) == ["note"]

test_reports_same_command if {
	exec := {"type": "exec", "port": "", "check": "ready"}
	_found(build.probe(object.union(exec, {"window": 40})), build.probe(object.union(exec, {"initialDelay": 60})), build.no_probe) == ["warning"]
}

test_silent_with_startup_probe if _found(build.probe({"window": 40}), _ready, build.probe({})) == []

test_silent_when_patient if _found(build.probe({"window": 60}), _ready, build.no_probe) == []

test_silent_without_readiness if _found(build.probe({"window": 40}), build.no_probe, build.no_probe) == []
