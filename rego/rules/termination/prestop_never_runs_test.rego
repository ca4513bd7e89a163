package drainlint.rules.termination.prestop_never_runs_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_never_runs as rule

_found(hook, host_network, more) := found if {
	w := build.workload(object.union({"containers": [build.container({"preStop": object.union(build.pre_stop("httpGet", 0, "unknown"), hook)})]}, more))
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"hostNetwork": build.switch(host_network)})})])
}

test_reports_tcp_socket if count(_found({"type": "tcpSocket"}, false, {})) == 1

test_reports_localhost if {
	some v in _found({"host": "localhost"}, false, {})
	contains(v.message, "which is the node and not the pod")
}

test_reports_the_host_network_without_host if count(_found({}, true, {})) == 1

test_reports_a_port_that_does_not_exist if {
	some v in _found({"port": "admin", "portKnown": false}, false, {})
	contains(v.message, "no container declares the port \"admin\"")
}

test_warns_of_a_hook_on_a_job if {
	some v in _found({"type": "exec", "duration": {"seconds": 0, "known": "exact"}}, false, {"kind": "Job", "runs": "job"})
	v.severity == "warning"
}

test_silent_for_the_pods_address if count(_found({}, false, {})) == 0

test_silent_for_localhost_with_the_host_network if count(_found({"host": "127.0.0.1"}, true, {})) == 0

test_silent_for_exec if count(_found({"type": "exec"}, false, {})) == 0
