package drainlint.rules.rollout.liveness_equals_readiness_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.liveness_equals_readiness as rule

_found(live, more) := count(found) if {
	c := build.container(object.union({"served": true, "probes": {"liveness": live, "readiness": build.probe({})}}, more))
	found := rule.violations with input as build.unit([build.served({"containers": [c]})])
}

test_reports_same_check if _found(build.probe({}), {}) == 1

test_reports_less_patience if _found(build.probe({"failureThreshold": 1}), {}) == 1

test_silent_for_more_patience if _found(build.probe({"failureThreshold": 6}), {}) == 0

test_silent_for_a_longer_timeout if _found(build.probe({"timeout": 5}), {}) == 0

test_silent_for_another_check if _found(build.probe({"check": ":8080/live"}), {}) == 0

test_silent_when_not_served if _found(build.probe({}), {"served": false}) == 0

test_silent_without_liveness if _found(build.no_probe, {}) == 0

test_asks_for_more_patience_than_readiness_has if {
	workload := build.served({"containers": [build.container({"served": true, "probes": {
		"liveness": build.probe({"failureThreshold": 3, "period": 10}),
		"readiness": build.probe({"failureThreshold": 15, "period": 10}),
	}})]})
	changes := [v.change | some v in rule.violations] with input as build.unit([workload])
	contains(changes[0], "above 15")
}
