package drainlint.rules.rollout.replicas_fight_hpa_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.replicas_fight_hpa as rule

_found(written, max) := found if {
	found := rule.violations with input as build.facts({
		"workloads": [build.workload({"replicas": {"written": written, "from": "hpa", "hpa": 0, "value": 2}})],
		"hpas": [{"at": build.ref([]), "object": 1, "name": "web", "min": build.set_number(2), "max": build.set_number(max), "workload": 0}],
	})
}

test_reports_replicas if {
	some v in _found(3, 10)
	v.at == build.ref(["spec", "replicas"])
	contains(v.message, "sets replicas to 3, although HorizontalPodAutoscaler web scales it from 2 to 10")
}

test_silent_when_left_out if count(_found(0, 10)) == 0

test_silent_when_nothing_is_above if count(_found(3, 3)) == 0
