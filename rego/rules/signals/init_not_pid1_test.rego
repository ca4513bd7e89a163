package drainlint.rules.signals.init_not_pid1_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.init_not_pid1 as rule

_pod(field, process, image) := found if {
	w := build.workload({"containers": [build.container({"process": object.union({"known": true, "argv": process, "image": image}, {})})]})
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {field: build.set_switch(true)})})])
}

_s6 := {"from": "dockerfile", "init": "s6-overlay", "guessed": false}

test_reports_s6 if {
	some v in _pod("shareProcessNamespace", ["/init"], _s6)
	v.severity == "error"
	contains(v.message, "s6-overlay insists")
}

test_reports_systemd_with_the_hosts_processes if count(_pod("hostPID", ["/lib/systemd/systemd"], {})) == 1

test_warns_of_an_image_matched_by_name if {
	some v in _pod("hostPID", ["/init"], object.union(_s6, {"guessed": true}))
	v.severity == "warning"
}

test_silent_in_a_namespace_of_its_own if count(_pod("hostIPC", ["/init"], _s6)) == 0

test_silent_for_another_program_called_init if count(_pod("shareProcessNamespace", ["/init"], {"init": ""})) == 0

test_silent_for_tini if count(_pod("shareProcessNamespace", ["/sbin/tini", "--", "app"], {"init": "/sbin/tini"})) == 0
