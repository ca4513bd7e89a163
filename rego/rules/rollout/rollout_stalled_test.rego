package drainlint.rules.rollout.rollout_stalled_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.rollout_stalled as rule

_found(w, unit) := values if {
	found := rule.violations with input as object.union(build.facts({"objects": [build.resource({})], "workloads": [w]}), {"unit": unit})
	values := [object.get(v, "severity", "warning") | some v in found]
}

_on_delete := {"rollout": {"type": "OnDelete"}}

_set(more) := build.workload(object.union({"kind": "StatefulSet", "replicas": {"value": 3, "from": "spec"}}, more))

test_reports_daemon_set if _found(build.agent(_on_delete), {}) == ["warning"]

test_reports_stateful_set if _found(_set(_on_delete), {}) == ["note"]

test_reports_partition if {
	_found(_set({"rollout": {"partition": build.set_number(3)}}), {}) == ["note"]
	_found(_set({"rollout": {"partition": build.set_number(9)}}), {}) == ["note"]
}

test_reports_paused if _found(build.workload({"rollout": {"paused": true}}), {}) == ["warning"]

test_silent_for_a_canary if _found(_set({"rollout": {"partition": build.set_number(2)}}), {}) == []

test_silent_when_somebody_deletes_pods if _found(build.agent(_on_delete), {"restarts": true}) == []

test_silent_for_rolling_updates if _found(build.agent({}), {}) == []

test_silent_without_replicas if _found(_set(object.union(_on_delete, {"replicas": {"value": 0}})), {}) == []
