package drainlint.rules.signals.init_cannot_forward_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.init_cannot_forward as rule

_image(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"init": "/sbin/tini", "initArgs": ["--"]}, more), shell)]})
}

test_reports_tini_over_a_shell if {
	some v in _image({}, {})
	contains(v.message, "tini passes the stop signal to the shell only")
}

test_reports_dumb_init_for_one_child if count(_image({"init": "dumb-init", "initArgs": ["--single-child", "--"]}, {})) == 1

test_reports_catatonit if count(_image({"init": "/usr/bin/catatonit", "initArgs": ["--"]}, {})) == 1

test_notes_a_second_init if {
	some v in _image({"second": "dumb-init"}, {"used": false, "program": "", "stays": "unknown"})
	v.severity == "note"
}

test_notes_tini_without_subreaper if {
	w := build.workload({"containers": [build.container({"process": {"init": "/sbin/tini", "initArgs": ["--"]}})]})
	vs := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"shareProcessNamespace": build.set_switch(true)})})])
	{v.severity | some v in vs} == {"note"}
}

test_silent_for_tini_with_groups if count(_image({"initArgs": ["-g", "--"]}, {})) == 0

test_silent_for_dumb_init if count(_image({"init": "dumb-init"}, {})) == 0

test_silent_when_exec_replaced_the_shell if count(_image({}, {"stays": "no"})) == 0

test_silent_when_a_trap_is_set if count(_image({}, {"trap": "forwards", "forwards": "yes"})) == 0

test_silent_for_tini_over_the_program if count(_image({}, {"used": false, "program": "", "stays": "unknown"})) == 0
