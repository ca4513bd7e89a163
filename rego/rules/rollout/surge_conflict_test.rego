package drainlint.rules.rollout.surge_conflict_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.surge_conflict as rule

_surge := {"rollout": {"maxSurge": object.union(build.set_amount("1", 1), {"at": build.ref(["surge"])}), "maxUnavailable": build.set_amount("0", 0)}}

_found(more) := values if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({})],
		"workloads": [build.agent(object.union(_surge, more))],
	})
	values := [object.get(v, "severity", "error") | some v in found]
}

_ports(number, host_port) := {"containers": [build.container({"ports": [build.port(number, host_port)]})]}

test_reports_host_port if _found(_ports(8080, 80)) == ["error"]

test_reports_ports_of_the_host_network if _found(object.union(_ports(8080, 0), {"pod": {"hostNetwork": build.set_switch(true)}})) == ["error"]

test_reports_probed_port_of_the_host_network if {
	_found({
		"pod": {"hostNetwork": build.set_switch(true)},
		"containers": [build.container({"probes": {"readiness": build.probe({})}})],
	}) == ["warning"]
}

test_reports_shared_folder if _found({"hostPaths": [build.writable_host_path("/var/lib/agent", "other", false, {})]}) == ["warning"]

test_silent_for_ports_of_the_pod if _found(_ports(8080, 0)) == []

test_silent_for_init_containers if {
	_found({"containers": [build.container({"role": "init", "ports": [build.port(80, 80)]})]}) == []
}

test_silent_for_folders_that_are_read if _found({"hostPaths": [build.host_path("/var/lib/agent", "other", {})]}) == []

test_silent_for_logs if _found({"hostPaths": [build.writable_host_path("/var/log", "logs", false, {})]}) == []

test_silent_without_surge if {
	_found(object.union(_ports(80, 80), {"rollout": {"maxSurge": build.amount("0", 0)}})) == []
}

test_silent_on_delete if _found(object.union(_ports(80, 80), {"rollout": {"type": "OnDelete"}})) == []

test_silent_for_deployments if _found(object.union(_ports(80, 80), {"kind": "Deployment"})) == []
