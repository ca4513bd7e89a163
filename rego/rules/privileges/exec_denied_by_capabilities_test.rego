package drainlint.rules.privileges.exec_denied_by_capabilities_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.exec_denied_by_capabilities as rule

_exec(caps, effective) := {"program": "/controller", "at": build.ref(["run"]), "caps": caps, "effective": effective, "guessed": true}

_found(security, e) := values if {
	found := rule.violations with input as build.unit([build.workload({"containers": [build.container({"security": security, "execs": [e]})]})])
	values := [v | some v in found]
}

_all := {"dropped": [build.capability("ALL", 0)], "dropsAll": true}

_bind := _exec(["NET_BIND_SERVICE"], true)

test_reports_dropped if {
	found := _found(_all, _bind)
	count(found) == 1
	found[0].at.path == ["capabilities", 0]
	contains(found[0].message, "/controller has the file capability NET_BIND_SERVICE (effective), which the pod drops and does not add")
}

test_reports_published_image if {
	found := _found(_all, object.union(_bind, {"guessed": false}))
	[p.text | some p in found[0].proof] == ["the publisher's Dockerfile gives /controller NET_BIND_SERVICE, effective"]
}

test_reports_dropped_by_name if count(_found({"dropped": [build.capability("NET_BIND_SERVICE", 0)]}, _bind)) == 1

test_reports_not_among_the_defaults if {
	found := _found({}, _exec(["SYS_PTRACE"], true))
	found[0].at.path == ["securityContext"]
	contains(found[0].message, "which the pod does not add")
}

test_silent_when_added if {
	_found(object.union(_all, {"added": [build.capability("NET_BIND_SERVICE", 1)]}), _bind) == []
	_found(object.union(_all, {"added": [build.capability("ALL", 1)]}), _bind) == []
}

test_silent_for_default_capability if _found({}, _bind) == []

test_silent_when_not_effective if _found(_all, _exec(["NET_BIND_SERVICE"], false)) == []

test_silent_when_privileged if _found(object.union(_all, {"privileged": build.set_switch(true)}), _bind) == []
