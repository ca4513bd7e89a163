package drainlint.rules.rollout.single_replica_served_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.single_replica_served as rule

_found(w) := count(found) if {
	found := rule.violations with input as build.unit([w])
}

test_reports_default if _found(build.served({})) == 1

test_reports_autoscaler_minimum if _found(build.served({"replicas": {"value": 1, "from": "hpa", "hpa": 0}})) == 1

test_silent_for_two if _found(build.served({"replicas": {"value": 2, "from": "spec"}})) == 0

test_silent_when_not_served if _found(build.workload({})) == 0

test_silent_for_daemon_sets if _found(build.agent({"served": true})) == 0

test_silent_for_jobs if _found(build.served({"runs": "job"})) == 0
