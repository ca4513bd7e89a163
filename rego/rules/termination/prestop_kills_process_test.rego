package drainlint.rules.termination.prestop_kills_process_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_kills_process as rule

_found(kill, pod) := found if {
	hook := object.union(build.pre_stop("exec", 0, "exact"), {"kills": [object.union({"text": "kill", "signal": "TERM", "name": "", "pid1": false}, kill)]})
	w := build.workload({"containers": [build.container({"preStop": hook}), build.container({"name": "other"})]})
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, pod)})])
}

test_warns_of_sigkill if {
	some v in _found({"signal": "KILL", "name": "java"}, {})
	contains(v.message, "without its drain")
}

test_says_that_pid_1_cannot_be_killed if {
	some v in _found({"signal": "KILL", "pid1": true}, {})
	contains(v.message, "does nothing")
}

test_is_an_error_with_the_hosts_processes if {
	some v in _found({"name": "nginx"}, {"hostPID": build.set_switch(true)})
	v.severity == "error"
}

test_warns_of_names_in_a_shared_namespace if count(_found({"name": "nginx"}, {"shareProcessNamespace": build.set_switch(true)})) == 1

test_silent_for_a_graceful_signal if {
	count(_found({"name": "nginx"}, {})) == 0
	count(_found({"signal": "QUIT", "pid1": true}, {})) == 0
}
