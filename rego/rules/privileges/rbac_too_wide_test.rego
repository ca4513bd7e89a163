package drainlint.rules.privileges.rbac_too_wide_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.rbac_too_wide as rule

_account(rules) := {"account": {"name": "agent", "set": true, "defined": true, "bound": true, "rules": rules}}

_found(w) := values if {
	found := rule.violations with input as build.unit([w])
	values := [v.severity | some v in found]
}

_everything := build.grant({"groups": ["*"], "resources": ["*"], "verbs": ["*"]})

_secrets := build.grant({"resources": ["secrets"], "verbs": ["get", "list"]})

_agent(rule, more) := build.agent(object.union(_account([rule]), more))

_web(rule, more) := build.workload(object.union(_account([rule]), more))

test_reports_cluster_on_every_node if {
	_found(_agent(_everything, {})) == ["error"]
	_found(_agent(_secrets, {"containers": [build.container({"profile": {"name": "netdata", "class": "telemetry"}})]})) == ["error"]
	_found(_agent(build.grant({"groups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"], "verbs": ["escalate"]}), {})) == ["error"]
}

test_reports_others_as_warning if {
	_found(_web(_everything, {})) == ["warning"]
	_found(_agent(_secrets, {})) == ["warning"]
	_found(_web(_secrets, {})) == ["warning"]
}

test_reports_each_power if {
	every grant in [
		{"resources": ["pods/exec"], "verbs": ["create"]},
		{"resources": ["nodes/proxy"], "verbs": ["get"]},
		{"resources": ["serviceaccounts/token"], "verbs": ["create"]},
		{"resources": ["users"], "verbs": ["impersonate"]},
		{"resources": ["*"], "verbs": ["delete"]},
		{"groups": ["admissionregistration.k8s.io"], "resources": ["mutatingwebhookconfigurations"], "verbs": ["patch"]},
		{"groups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"], "verbs": ["update"]},
	] {
		_found(_web(build.grant(grant), {})) == ["warning"]
	}
}

test_reports_one_line_once if {
	w := build.agent(_account([_everything]))
	found := rule.violations with input as build.unit([w, object.union(w, {"name": "second"})])
	count(found) == 1
	some v in found
	v.message == "ClusterRole/agent lets DaemonSet agent, DaemonSet second do everything in every namespace"
	v.at.path == ["rules", 0]
}

test_reports_operators_as_note if {
	_found(_web(_everything, {"name": "web-operator", "containers": [build.container({})]})) == ["note"]
	_found(_web(_secrets, {"containers": [build.container({"profile": {"name": "flux", "class": "controller"}})]})) == ["note"]
}

test_reports_controllers_by_what_they_write_as_note if {
	own := build.grant({"at": build.ref(["rules", 1]), "groups": ["example.com"], "resources": ["webs/status"], "verbs": ["update"]})
	_found(build.workload(_account([_secrets, own]))) == ["note"]
}

test_reports_controllers_on_every_node if _found(_agent(_everything, {"containers": [build.container({"profile": {"name": "velero", "class": "controller"}})]})) == ["error"]

test_reports_certificates_and_credentials_as_note if _found(_web(_secrets, {"containers": [build.container({"profile": {"name": "ingress", "class": "proxy"}})]})) == ["note"]

test_reports_hooks_as_note if _found(_web(_everything, {"hook": true})) == ["note"]

test_reports_recorded_reason_as_note if _found(_agent(_secrets, {"justified": {"rbac-too-wide": "copies them"}})) == ["note"]

# What the program needs explains one power, not the others that the same rule gives.
test_reports_needed_power_as_note if {
	needs := {"containers": [build.container({"profile": {"name": "netdata", "class": "telemetry", "needs": {"rbac:secrets": "discovers"}}})]}
	_found(_agent(_secrets, needs)) == ["note"]
	_found(_agent(_everything, needs)) == ["error"]
	found := rule.violations with input as build.unit([_agent(_secrets, needs)])
	some v in found
	endswith(v.message, "; netdata needs it: discovers")
}

test_reports_one_namespace_as_note if _found(_web(object.union(_everything, {"cluster": false}), {})) == ["note"]

test_silent_for_reading if {
	every grant in [
		{"resources": ["pods", "nodes"], "verbs": ["get", "list", "watch"]},
		{"resources": ["secrets"], "verbs": ["get"], "names": ["ca"]},
		{"resources": ["secrets"], "verbs": ["get"], "cluster": false},
		{"resources": ["nodes/metrics"], "verbs": ["get"]},
		{"groups": ["example.com"], "resources": ["*"], "verbs": ["*"]},
		{"groups": [], "resources": [], "verbs": ["get"], "urls": ["/metrics"]},
	] {
		_found(_agent(build.grant(grant), {})) == []
	}
}

test_silent_without_token if _found(_agent(_everything, {"account": {"automount": false}})) == []

test_advises_roles_where_secrets_are_listed if {
	every verb in ["list", "watch"] {
		found := rule.violations with input as build.unit([_web(build.grant({"resources": ["secrets"], "verbs": ["get", verb]}), {})])
		some v in found
		startswith(v.change, "grant them in Roles of the namespaces that the program needs")
	}
	found := rule.violations with input as build.unit([_web(build.grant({"resources": ["secrets"], "verbs": ["get"]}), {})])
	some v in found
	startswith(v.change, "name the Secrets in resourceNames")
}
