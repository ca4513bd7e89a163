package drainlint.rules.privileges.default_service_account_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.default_service_account as rule

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

_own := {"account": {"name": "web", "set": true, "defined": true}}

test_reports_node_agent if _found(build.agent({})) == ["warning"]

test_reports_others_as_note if _found(build.workload({})) == ["note"]

test_reports_what_is_granted if {
	found := rule.violations with input as build.unit([build.workload({"account": {"rules": [build.grant({})]}})])
	some v in found
	v.proof[1].text == "ClusterRoleBinding/agent grants it ClusterRole/agent"
}

test_reports_account_without_rights if {
	found := rule.violations with input as build.unit([build.workload(_own)])
	some v in found
	contains(v.message, "ServiceAccount web, to which nothing here grants anything")
}

test_reports_recorded_reason_as_note if _found(build.agent({"justified": {"default-service-account": "one pod in its namespace"}})) == ["note"]

test_silent_without_token if {
	_found(build.agent({"account": {"automount": false}})) == []
	_found(build.workload({"account": object.union(_own.account, {"automount": false})})) == []
}

test_silent_when_bound if _found(build.workload({"account": object.union(_own.account, {"bound": true})})) == []

test_silent_for_account_from_elsewhere if _found(build.agent({"account": {"name": "agent", "set": true}})) == []

test_silent_in_parts if {
	f := object.union(build.unit([build.workload(_own)]), {"unit": {"partial": true}})
	count(rule.violations) == 0 with input as f
}
