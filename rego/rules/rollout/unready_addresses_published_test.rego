package drainlint.rules.rollout.unready_addresses_published_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.unready_addresses_published as rule

_found(service) := count(found) if {
	found := rule.violations with input as build.facts({
		"workloads": [build.served({})],
		"services": [build.service(object.union({"publishNotReady": build.set_switch(true)}, service))],
	})
}

test_reports_traffic if _found({}) == 1

test_silent_for_headless_peers if _found({"headless": true}) == 0

test_silent_when_off if _found({"publishNotReady": build.switch(false)}) == 0

test_silent_for_metrics if {
	_found({"ports": [{"at": build.ref([]), "name": "metrics", "port": 9090, "target": "9090", "traffic": false}]}) == 0
}

test_silent_when_nothing_is_selected if _found({"workloads": []}) == 0

test_silent_for_one_pod if _found({"onePod": true}) == 0
