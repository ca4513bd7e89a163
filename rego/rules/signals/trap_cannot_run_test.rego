package drainlint.rules.signals.trap_cannot_run_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.trap_cannot_run as rule

_image(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(more, object.union({"trap": "blocked"}, shell))]})
}

_pod(more, workload) := found if {
	found := rule.violations with input as build.unit([build.workload(object.union({"containers": [build.container({"process": build.shell(object.union({"trap": "blocked"}, more))})]}, workload))])
}

test_reports_a_blocked_trap if {
	some v in _image({}, {})
	v.severity == "warning"
	contains(v.message, "cannot run while the shell waits")
}

test_reports_a_trap_that_misses if {
	some v in _image({}, {"trap": "misses"})
	contains(v.message, "another process")
}

test_points_at_the_trap if {
	at := build.ref(["trap"])
	some v in _image({"trapAt": at}, {})
	v.at == at
}

test_is_an_error_in_a_stateful_set if {
	some v in _pod({}, {"kind": "StatefulSet"})
	v.severity == "error"
}

test_silent_for_a_trap_that_forwards if count(_image({}, {"trap": "forwards", "forwards": "yes"})) == 0

test_silent_for_one_wait if count(_image({}, {"trap": "single-wait"})) == 0

test_silent_behind_an_init if count(_image({"init": "tini"}, {})) == 0

test_silent_for_what_ends_by_itself if count(_image({}, {"finite": true})) == 0

test_silent_in_a_shared_namespace if {
	w := build.workload({"containers": [build.container({"process": build.shell({"trap": "blocked"})})]})
	count(rule.violations) == 0 with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"shareProcessNamespace": build.set_switch(true)})})])
}
