package drainlint.rules.input.invalid_value_test

import data.drainlint.lib.build
import data.drainlint.rules.input.invalid_value as rule

_refusal(path) := {
	"at": build.ref(path), "code": "selector-missing", "reason": "spec.selector is missing", "change": "add spec.selector", "empty": false,
}

_found(refused) := found if {
	found := [[v.message, v.proof[0].text, v.change] |
		some v in rule.violations
	] with input as build.facts({"objects": [build.resource({"refused": refused})]})
}

test_reports_reason_and_place if {
	_found([_refusal(["spec", "template", "spec", "containers", 0])]) == [[
		"Deployment web is refused by the API server: spec.selector is missing",
		"field spec.template.spec.containers[0]",
		"add spec.selector",
	]]
}

test_reports_the_whole_object if _found([_refusal([])])[0][1] == "the object itself"

test_reports_each_refusal if count(_found([_refusal(["spec"]), _refusal(["metadata"])])) == 2

test_reports_objects_without_a_name if {
	messages := [v.message | some v in rule.violations] with input as build.facts({"objects": [build.resource({
		"name": "",
		"refused": [_refusal(["metadata"])],
	})]})
	startswith(messages[0], "Deployment is refused")
}

test_silent_for_valid_objects if _found([]) == []

_empty(kind) := found if {
	found := count(rule.violations) with input as build.facts({
		"unit": {"kind": kind},
		"objects": [build.resource({"refused": [object.union(_refusal(["spec", "image"]), {"empty": true})]})],
	})
}

test_reports_empty_values_of_manifests if {
	_empty("manifest") == 1
	_empty("kustomize") == 1
}

test_silent_for_values_a_chart_leaves_empty if _empty("helm") == 0

test_reports_other_values_of_charts if {
	count(rule.violations) == 1 with input as build.facts({
		"unit": {"kind": "helm"},
		"objects": [build.resource({"refused": [_refusal(["spec"])]})],
	})
}
