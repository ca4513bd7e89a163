package drainlint.rules.rollout.progress_deadline_too_short_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.progress_deadline_too_short as rule

_startup := {"startup": build.probe({"period": 10, "failureThreshold": 30, "window": 300, "at": build.ref(["startup"])})}

_deadline(n) := {"progressDeadlineSeconds": object.union(build.set_number(n), {"at": build.ref(["deadline"])})}

_found(rollout, probes, more) := found if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({})],
		"workloads": [build.workload(object.union({"rollout": rollout, "containers": [build.container({"probes": probes})]}, more))],
	})
}

test_reports_startup_probe if {
	some v in _found(_deadline(60), _startup, {})
	v.at == build.ref(["deadline"])
	contains(v.message, "may take 300 s until it is ready, but the rollout counts as failed after 60 s")
	contains(v.proof[0].text, "0 s + 30 x 10 s = 300 s")
}

test_reports_default_deadline_at_the_probe if {
	some v in _found({}, {"startup": build.probe({"window": 900, "at": build.ref(["startup"])})}, {})
	v.at == build.ref(["startup"])
	contains(v.proof[1].text, "600 (the default)")
}

test_reports_delay_of_readiness if count(_found(_deadline(60), {"readiness": build.probe({"initialDelay": 90})}, {})) == 1

test_silent_when_the_deadline_is_longer if count(_found(_deadline(301), _startup, {})) == 0

test_silent_when_equal if count(_found(_deadline(300), _startup, {})) == 0

test_silent_without_probes if count(_found(_deadline(1), {}, {})) == 0

test_silent_for_stateful_sets if count(_found(_deadline(60), _startup, {"kind": "StatefulSet"})) == 0

test_silent_without_replicas if count(_found(_deadline(60), _startup, {"replicas": {"value": 0}})) == 0
