package drainlint.rules.termination.grace_zero_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.grace_zero as rule

_zero(more) := object.union({"pod": {"grace": build.set_number(0)}, "containers": [build.container({})]}, more)

_severities(workload) := found if {
	found := [v.severity | some v in rule.violations] with input as build.unit([workload])
}

_stateless := {"profile": {"name": "calico-node", "stateless": "routes stay in the kernel"}}

_hook := {"preStop": build.pre_stop("sleep", 5, "exact")}

test_reports_statefulset if _severities(build.workload(_zero({"kind": "StatefulSet"}))) == ["error"]

test_reports_served if _severities(build.served(_zero({}))) == ["warning"]

test_reports_skipped_hook if _severities(build.workload(_zero({"containers": [build.container(_hook)]}))) == ["warning"]

test_reports_skipped_hook_of_a_sidecar if {
	_severities(build.workload(_zero({"containers": [build.container(object.union(_hook, {"role": "sidecar"}))]}))) == ["warning"]
}

test_reports_others_as_note if {
	_severities(build.workload(_zero({}))) == ["note"]
	_severities(build.agent(_zero({}))) == ["note"]
	_severities(build.workload(_zero({"kind": "Job", "runs": "job"}))) == ["note"]
}

test_silent_for_what_keeps_nothing if {
	_severities(build.served(_zero({"containers": [build.container(_stateless), build.container({"role": "init"})]}))) == []
	_severities(build.agent(_zero({"containers": [build.container({"process": {"keepAlive": true}})]}))) == []
}

test_reports_what_only_stays_up_where_it_is_served if {
	_severities(build.served(_zero({"containers": [build.container({"process": {"keepAlive": true}})]}))) == ["warning"]
}

test_reports_as_usual_when_only_one_of_two_is_stateless if {
	_severities(build.served(_zero({"containers": [build.container(_stateless), build.container({})]}))) == ["warning"]
}

test_reports_once if {
	_severities(build.served(_zero({"kind": "StatefulSet", "containers": [build.container(_hook)]}))) == ["error"]
}

test_silent_above_zero if {
	_severities(build.served({"kind": "StatefulSet", "pod": {"grace": build.set_number(1)}, "containers": [build.container({})]})) == []
}

test_silent_by_default if _severities(build.served({"containers": [build.container({})]})) == []

test_silent_for_hooks if _severities(build.workload(_zero({"hook": true, "runs": "job"}))) == []

test_reports_at_the_grace_period if {
	found := rule.violations with input as build.unit([build.workload(_zero({"pod": {"grace": {"at": build.ref(["grace"])}}}))])
	[[v.at.path, v.proof[0].text] | some v in found] == [[["grace"], "terminationGracePeriodSeconds is 0"]]
}
