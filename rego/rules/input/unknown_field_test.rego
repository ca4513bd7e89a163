package drainlint.rules.input.unknown_field_test

import data.drainlint.lib.build
import data.drainlint.rules.input.unknown_field as rule

_found(field) := found if {
	found := [v |
		some v in rule.violations
	] with input as build.facts({"objects": [build.resource({"unknown": [object.union(
		{
			"at": build.ref(["spec", "template", "annotations"]), "field": "annotations", "parent": "PodTemplateSpec",
			"suggestion": "", "gate": "", "since": "", "critical": false,
		},
		field,
	)]})]})
}

_severities(field) := [v.severity | some v in _found(field)]

_sleep := {"field": "sleep", "parent": "LifecycleHandler", "gate": "PodLifecycleSleepAction", "since": "1.30", "critical": true}

_signal := {"field": "stopSignal", "parent": "Lifecycle", "gate": "ContainerStopSignals", "critical": true}

test_reports_critical_as_error if _severities({"critical": true}) == ["error"]

test_reports_others_as_warning if _severities({}) == ["warning"]

test_reports_where_it_belongs if {
	v := _found({"suggestion": "spec.template.metadata.annotations"})[0]
	v.message == "Deployment web: PodTemplateSpec has no field annotations, so the API server drops it or refuses the object; it belongs at spec.template.metadata.annotations"
	v.change == "write it as spec.template.metadata.annotations"
	v.proof[0].text == "field spec.template.annotations"
}

test_reports_without_a_suggestion if {
	v := _found({})[0]
	not contains(v.message, "belongs")
	startswith(v.change, "remove")
}

test_reports_field_of_a_later_version if {
	found := _found(_sleep)
	[v.severity | some v in found] == ["note"]
	contains(found[0].message, "Kubernetes 1.37 drops the field sleep of LifecycleHandler, which is in use from 1.30 on")
	contains(found[0].change, "1.30 or later")
}

test_reports_field_behind_a_gate_as_warning if {
	found := _found(_signal)
	[v.severity | some v in found] == ["warning"]
	contains(found[0].message, "unless the feature gate ContainerStopSignals is on")
}

test_silent_when_all_fields_are_known if {
	count(rule.violations) == 0 with input as build.facts({"objects": [build.resource({})]})
}

test_silent_for_custom_resources if {
	count(rule.violations) == 0 with input as build.facts({"objects": [build.resource({"kind": "Rollout", "known": false})]})
}
