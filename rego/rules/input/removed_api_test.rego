package drainlint.rules.input.removed_api_test

import data.drainlint.lib.build
import data.drainlint.rules.input.removed_api as rule

_found(life) := found if {
	found := [v |
		some v in rule.violations
	] with input as build.facts({"objects": [build.resource({"apiVersion": "policy/v1beta1", "kind": "PodDisruptionBudget", "api": life})]})
}

_life := {"deprecated": "1.21", "removed": "1.25", "replacement": "policy/v1 PodDisruptionBudget"}

test_reports_removed_as_error if {
	found := _found(object.union(_life, {"gone": true}))
	[v.severity | some v in found] == ["error"]
	found[0].message == "PodDisruptionBudget web: Kubernetes 1.37 no longer serves policy/v1beta1 PodDisruptionBudget, so the object cannot be applied"
	found[0].change == "use policy/v1 PodDisruptionBudget"
	found[0].at.path == ["apiVersion"]
	found[0].proof[0].text == "policy/v1beta1, deprecated in 1.21, removed in 1.25"
}

test_reports_deprecated_as_warning if {
	found := _found(object.union(_life, {"old": true}))
	[v.severity | some v in found] == ["warning"]
	endswith(found[0].message, "is deprecated and cannot be applied from Kubernetes 1.25 on")
}

test_reports_deprecated_without_an_end if {
	found := _found({"deprecated": "1.33", "old": true})
	[v.severity | some v in found] == ["note"]
	endswith(found[0].message, "is deprecated, with no release set for its removal")
}

test_reports_once_when_both if count(_found(object.union(_life, {"gone": true, "old": true}))) == 1

test_reports_without_replacement if {
	startswith(_found({"deprecated": "1.21", "removed": "1.25", "gone": true})[0].change, "remove the object")
	startswith(_found({"deprecated": "1.33", "old": true})[0].change, "look for its successor")
}

test_silent_for_current_versions if {
	_found({}) == []
	_found(_life) == []
}

test_reports_only_the_versions_that_are_known if {
	_found({"deprecated": "1.33", "old": true})[0].proof[0].text == "policy/v1beta1, deprecated in 1.33"
	_found({"deprecated": "1.33", "old": true, "replacement": "policy/v1 PodDisruptionBudget"})[0].change == "use policy/v1 PodDisruptionBudget"
}
