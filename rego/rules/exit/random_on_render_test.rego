package drainlint.rules.exit.random_on_render_test

import data.drainlint.lib.build
import data.drainlint.rules.exit.random_on_render as rule

_stamp := {"at": build.ref(["spec", "template", "metadata", "annotations", "rollme"]), "template": true}

_password := {"at": build.ref(["data", "password"]), "template": false}

_label := {"at": build.ref(["metadata", "labels", "rendered"]), "template": false}

_found(more) := found if {
	found := rule.violations with input as build.facts({"objects": [build.resource(more)]})
}

test_reports_pod_template if {
	some v in _found({"random": [_stamp]})
	v.at == _stamp.at
	v.message == "Deployment web is rendered with a new value each time: every upgrade replaces all its pods, also when nothing was changed"
}

test_reports_secret_once if {
	found := _found({"kind": "Secret", "random": [_password, {"at": build.ref(["data", "key"]), "template": false}]})
	some v in found
	contains(v.message, "in 2 fields")
	count(found) == 1
}

test_reports_config if {
	some v in _found({"kind": "ConfigMap", "random": [_password]})
	contains(v.message, "changes the configuration")
}

test_silent_for_hooks if count(_found({"hook": true, "random": [_stamp]})) == 0

test_silent_for_labels_of_the_object if count(_found({"random": [_label]})) == 0

test_silent_for_jobs if count(_found({"kind": "Job", "random": [_stamp]})) == 0

test_silent_without_random_fields if count(_found({"random": []})) == 0
