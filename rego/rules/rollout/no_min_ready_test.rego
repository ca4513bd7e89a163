package drainlint.rules.rollout.no_min_ready_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.no_min_ready as rule

_found(w) := count(found) if {
	found := rule.violations with input as build.facts({"objects": [build.resource({})], "workloads": [w]})
}

_two := {"replicas": {"value": 2, "from": "spec"}}

test_reports_served if _found(build.served(_two)) == 1

test_reports_stateful_set if _found(build.served(object.union(_two, {"kind": "StatefulSet"}))) == 1

test_reports_agent if _found(build.agent({})) == 1

test_silent_when_set if _found(build.agent({"rollout": {"minReadySeconds": build.set_number(10)}})) == 0

test_silent_when_not_served if _found(build.workload(_two)) == 0

test_reports_one_replica if _found(build.served({})) == 1

test_silent_on_delete if _found(build.agent({"rollout": {"type": "OnDelete"}})) == 0

test_silent_for_jobs if _found(build.served(object.union(_two, {"runs": "job"}))) == 0
