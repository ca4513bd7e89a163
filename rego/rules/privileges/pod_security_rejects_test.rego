package drainlint.rules.privileges.pod_security_rejects_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.pod_security_rejects as rule

_fault := {"reason": "privileged", "detail": "container \"app\" must not set securityContext.privileged=true"}

_mode(mode, faults) := {"mode": mode, "level": "baseline", "version": "latest", "at": build.ref(["label"]), "namespace": "apps", "faults": faults}

_found(modes) := values if {
	found := rule.violations with input as build.unit([build.workload({"podSecurity": modes})])
	values := [v.severity | some v in found]
}

test_reports_enforce if {
	c := build.container({"security": {"privileged": build.set_switch(true)}})
	found := rule.violations with input as build.unit([build.workload({"containers": [c], "podSecurity": [_mode("enforce", [_fault])]})])
	some v in found
	v.severity == "error"
	v.message == "Deployment web: Namespace apps enforces level baseline, so no pod of it is admitted: privileged"
	v.at == c.security.privileged.at
}

test_reports_warn_and_audit_as_note if {
	_found([_mode("warn", [_fault])]) == ["note"]
	_found([_mode("audit", [_fault])]) == ["note"]
}

test_reports_once if {
	_found([_mode("enforce", [_fault]), _mode("warn", [_fault]), _mode("audit", [_fault])]) == ["error"]
	_found([_mode("warn", [_fault]), _mode("audit", [_fault])]) == ["note"]
}

test_silent_when_it_passes if _found([_mode("enforce", []), _mode("warn", [])]) == []

test_silent_without_namespace if _found([]) == []
