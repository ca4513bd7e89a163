package drainlint.rules.coverage.tolerates_everything_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.tolerates_everything as rule

_found(more, toleration) := found if {
	w := build.workload(object.union({"pod": {"scheduling": {"tolerations": [build.toleration("", toleration)]}}}, more))
	found := rule.violations with input as build.unit([w])
}

test_reports_all_effects if {
	some v in _found({}, {"effect": ""})
	contains(v.message, "tolerates every taint: it may come back to a node that is being drained, and stays")
}

test_reports_one_effect if {
	some v in _found({}, {})
	contains(v.message, "with effect NoSchedule: evicted by a drain")
	some n in _found({}, {"effect": "NoExecute"})
	contains(n.message, "stays on a node that does not answer")
}

test_silent_for_agents if count(_found({"agent": true}, {})) == 0

test_silent_for_critical_pods if count(_found({"pod": {"priority": {"class": "system-cluster-critical"}, "scheduling": {"tolerations": [build.toleration("", {})]}}}, {})) == 0

test_silent_for_one_taint if count(_found({}, {"key": "dedicated"})) == 0

test_silent_for_equal if count(_found({}, {"exists": false})) == 0
