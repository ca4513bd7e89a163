package drainlint.rules.termination.grace_below_need_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.grace_below_need as rule

_found(grace, container, more) := found if {
	w := build.served(object.union({"containers": [build.container(container)]}, more))
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"grace": grace})})])
}

test_warns_of_a_short_grace_period if {
	some v in _found(build.set_number(10), {}, {})
	v.severity == "warning"
}

test_notes_it_for_agents if {
	some v in _found(build.set_number(10), {}, {"agent": true})
	v.severity == "note"
}

test_reports_less_than_the_documentation_asks_for if {
	some v in _found(build.number(30), {"drain": build.drain({"minGrace": 300, "program": "cockroachdb"})}, {})
	contains(v.message, "asks for at least 300 s")
}

test_silent_for_the_default if count(_found(build.number(30), {}, {})) == 0

test_silent_for_a_known_drain if count(_found(build.set_number(10), {"drain": build.drain({"known": "exact", "seconds": 5})}, {})) == 0

test_silent_for_controllers if count(_found(build.set_number(10), {"profile": {"class": "controller"}}, {})) == 0

test_silent_for_jobs if count(_found(build.set_number(10), {}, {"runs": "job"})) == 0

test_silent_for_zero if count(_found(build.set_number(0), {}, {})) == 0

test_silent_for_what_holds_a_lease if {
	rule := {"groups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ["get", "create", "update"]}
	count(_found(build.set_number(10), {}, {"account": {"rules": [rule]}})) == 0
	count(_found(build.set_number(10), {}, {"account": {"rules": [object.union(rule, {"verbs": ["get"]})]}})) == 1
	count(_found(build.set_number(10), {}, {"kind": "DaemonSet", "account": {"rules": [rule]}})) == 1
}
