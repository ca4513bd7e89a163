package drainlint.rules.signals.killed_while_draining_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.killed_while_draining as rule

_script := {"shellForm": false, "script": "run.sh", "argv": ["/run.sh"]}

_found(more, shell) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union(_script, more), shell)]})
}

test_reports_a_single_wait if {
	some v in _found({}, {"trap": "single-wait"})
	contains(v.message, "ends the only wait")
}

test_reports_tini_with_groups if {
	some v in _found({"init": "/sbin/tini", "initArgs": ["-g", "--"]}, {})
	contains(v.message, "dies of it")
}

test_reports_dumb_init if count(_found({"init": "dumb-init", "initArgs": ["--"]}, {})) == 1

test_reports_su if {
	some v in _found({}, {"stays": "no", "program": "su -s /bin/sh app -c \"exec app\""})
	contains(v.message, "two seconds later")
}

test_silent_for_busybox_su if count(_found({}, {"stays": "no", "family": "ash", "program": "su app -c app"})) == 0

test_silent_for_su_without_command if count(_found({}, {"stays": "no", "program": "su app"})) == 0

test_silent_for_dumb_init_single_child if count(_found({"init": "dumb-init", "initArgs": ["-c", "--"]}, {})) == 0

test_silent_for_tini_alone if count(_found({"init": "tini", "initArgs": ["--"]}, {})) == 0

test_silent_without_a_trap if count(_found({}, {})) == 0

test_silent_when_exec_replaced_the_shell if count(_found({"init": "dumb-init", "initArgs": []}, {"stays": "no"})) == 0
