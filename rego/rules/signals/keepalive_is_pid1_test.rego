package drainlint.rules.signals.keepalive_is_pid1_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.keepalive_is_pid1 as rule

_found(process, more) := found if {
	found := rule.violations with input as build.unit([build.served({"containers": [build.container(object.union({"served": true, "process": process}, more))]})])
}

_tail := {"known": true, "command": ["tail", "-f", "/dev/null"], "program": ["tail", "-f", "/dev/null"]}

test_reports_tail if {
	some v in _found(_tail, {})
	contains(v.message, "tail -f /dev/null")
}

test_reports_sleep_infinity if count(_found({"known": true, "command": ["sleep", "infinity"], "program": ["sleep", "infinity"]}, {})) == 1

test_reports_the_last_command_of_a_shell if count(_found(build.shell({"keepAlive": true, "program": "tail -f /dev/null"}), {})) == 1

test_silent_when_nothing_is_served if count(_found(_tail, {"served": false})) == 0

test_silent_for_a_trap_that_forwards if count(_found(build.shell({"keepAlive": true, "program": "sleep infinity", "forwards": "yes"}), {})) == 0

test_silent_for_sleep_that_ends if count(_found({"known": true, "command": ["sleep", "60"], "program": ["sleep", "60"]}, {})) == 0

test_silent_for_tail_of_a_log if count(_found({"known": true, "command": ["tail", "-f", "/log"], "program": ["tail", "-f", "/log"]}, {})) == 0
