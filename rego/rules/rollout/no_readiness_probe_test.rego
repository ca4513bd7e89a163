package drainlint.rules.rollout.no_readiness_probe_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.no_readiness_probe as rule

# _found are the severities reported for a workload; "" is the rule's own.
_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [object.get(v, "severity", "") | some v in found]
}

_served(container) := build.served({"containers": [build.container(object.union({"served": true}, container))]})

_agent(container) := build.agent({"containers": [build.container(container)]})

_set := {"set": true}

test_reports_served_container if _found(_served({})) == [""]

test_reports_beside_a_liveness_probe if {
	found := rule.violations with input as build.unit([_served({"probes": {"liveness": _set}})])
	some v in found
	v.proof[count(v.proof) - 1].text == "the livenessProbe restarts the container and keeps no traffic away"
}

test_reports_each_served_container if {
	w := build.served({"containers": [
		build.container({"served": true}),
		build.container({"name": "api", "at": build.ref([1]), "served": true}),
	]})
	_found(w) == ["", ""]
}

test_reports_what_a_rollout_does_only_where_there_is_one if {
	rolling := rule.violations with input as build.unit([_served({})])
	bare := rule.violations with input as build.unit([object.union(_served({}), {"kind": "Pod", "rollout": {"type": ""}})])
	[endswith(v.message, "a rollout goes on without waiting for it") | some v in rolling] == [true]
	[endswith(v.message, "before it can answer them") | some v in bare] == [true]
}

test_reports_startup_probe_alone_as_note if _found(_served({"probes": {"startup": _set}})) == ["note"]

test_reports_served_agent if {
	w := build.agent({"served": true, "containers": [build.container({"served": true})]})
	_found(w) == [""]
}

test_reports_rolling_agent_as_one_note if {
	w := build.agent({"containers": [build.container({}), build.container({"name": "other", "at": build.ref([1])})]})
	_found(w) == ["note"]
}

test_silent_with_probe if _found(_served({"probes": {"readiness": _set}})) == []

test_silent_for_ports_the_service_does_not_target if _found(_served({"served": false})) == []

test_silent_for_sidecars if _found(_served({"role": "sidecar"})) == []

test_silent_for_helpers if _found(_served({"helper": true})) == []

test_silent_for_init_containers if _found(_served({"role": "init"})) == []

test_silent_for_hooks if _found(object.union(_served({}), {"hook": true, "runs": "job"})) == []

test_silent_without_replicas if _found(object.union(_served({}), {"replicas": {"value": 0}})) == []

test_silent_for_agent_with_probe if _found(_agent({"probes": {"readiness": _set}})) == []

test_silent_for_agent_with_startup_probe if _found(_agent({"probes": {"startup": _set}})) == []

test_silent_for_agent_with_probe_on_any_container if {
	w := build.agent({"containers": [build.container({}), build.container({"name": "other", "probes": {"readiness": _set}})]})
	_found(w) == []
}

test_silent_for_agent_on_delete if _found(object.union(_agent({}), {"rollout": {"type": "OnDelete"}})) == []

test_silent_for_deployed_agent if _found(object.union(_agent({}), {"kind": "Deployment", "replicas": {"from": "spec", "value": 1}})) == []

test_silent_for_agent_of_helpers_only if _found(_agent({"helper": true})) == []

test_silent_for_agent_hook if _found(object.union(_agent({}), {"hook": true, "runs": "job"})) == []
