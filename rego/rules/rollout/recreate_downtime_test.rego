package drainlint.rules.rollout.recreate_downtime_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.recreate_downtime as rule

_found(more) := values if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({})],
		"workloads": [build.served(object.union({"rollout": {"type": "Recreate"}}, more))],
	})
	values := [v.severity | some v in found]
}

test_reports_served if _found({}) == ["warning"]

test_reports_claim_as_note if {
	_found({"pod": {"volumes": [build.claim(["ReadWriteOnce"])]}}) == ["note"]
	_found({"pod": {"volumes": [build.claim([])]}}) == ["note"]
}

test_reports_host_port_as_note if _found({"containers": [build.container({"ports": [build.port(80, 80)]})]}) == ["note"]

test_reports_program_that_runs_once_as_note if {
	_found({"containers": [build.container({"profile": {"name": "quickwit", "single": "only one janitor"}})]}) == ["note"]
}

test_reports_shared_claim if _found({"pod": {"volumes": [build.claim(["ReadWriteMany"])]}}) == ["warning"]

test_silent_for_rolling_updates if _found({"rollout": {"type": "RollingUpdate"}}) == []

test_silent_when_not_served if _found({"served": false}) == []

test_silent_without_replicas if _found({"replicas": {"value": 0}}) == []

test_silent_for_hooks if _found({"runs": "job"}) == []
