package drainlint.rules.privileges.secret_in_plain_sight_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.secret_in_plain_sight as rule

_with(s, w) := build.unit([build.workload(object.union(w, {"containers": [build.container({"secrets": [object.union({"at": build.ref(["env"]), "where": "env", "name": "DB_PASSWORD", "object": "", "url": false, "test": false}, s)]})]}))])

_message(s, w) := values if {
	found := rule.violations with input as _with(s, w)
	values := [v.message | some v in found][0]
}

test_reports_env if _message({}, {}) == "Deployment web, container app: env DB_PASSWORD holds a credential as text"

test_reports_url if _message({"name": "DATABASE", "url": true}, {}) == "Deployment web, container app: env DATABASE holds a URL with its password as text"

test_reports_argument if _message({"where": "argument", "name": "password"}, {}) == "Deployment web, container app: argument password holds a credential as text, which every process list of the node shows"

test_reports_config if _message({"where": "config", "name": "HTTP_Passwd", "object": "ConfigMap agent"}, {}) == "Deployment web, container app: ConfigMap agent, setting HTTP_Passwd, holds a credential as text"

test_reports_recorded_reason_as_note if {
	found := rule.violations with input as _with({}, {"justified": {"secret-in-plain-sight": "public demo"}})
	some v in found
	v.severity == "note"
}

test_silent_without if {
	count(rule.violations) == 0 with input as build.unit([build.workload({"containers": [build.container({})]})])
}

test_reports_values_of_tests_as_note if {
	found := rule.violations with input as _with({"test": true}, {})
	some v in found
	v.severity == "note"
	endswith(v.message, "; it comes from values with which the chart is tested")
}
