package drainlint.rules.exit.version_split_test

import data.drainlint.lib.build
import data.drainlint.rules.exit.version_split as rule

_at(i) := build.ref(["spec", "template", "spec", "containers", i, "image"])

_found(more) := found if {
	found := rule.violations with input as build.facts({"chart": object.union(
		{"name": "web", "appVersion": "1.2.0", "at": build.ref([]), "images": [], "splits": []},
		more,
	)})
}

test_reports_another_version_than_the_charts if {
	some v in _found({"images": [{"at": _at(0), "tag": "1.3.0", "differs": true}]})
	v.at == _at(0)
	v.message == "chart web says that it runs version 1.2.0, but its image is 1.3.0"
}

test_reports_two_versions_of_one_image if {
	images := [{"at": _at(0), "tag": "1.2.0", "differs": false}, {"at": _at(1), "tag": "1.1.0", "differs": true}]
	found := _found({"splits": [{"repository": "example.com/agent", "images": images}]})
	some v in found
	v.at == _at(1)
	count(found) == 1
}

test_silent_for_the_same_version if count(_found({"images": [{"at": _at(0), "tag": "v1.2.0", "differs": false}]})) == 0

test_silent_without_a_chart if count(rule.violations) == 0 with input as build.facts({})
