package drainlint.rules.exit.webhook_locks_cluster_test

import data.drainlint.lib.build
import data.drainlint.rules.exit.webhook_locks_cluster as rule

_found(webhook, workload) := values if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({"kind": "CustomResourceDefinition", "name": "things.example.com"})],
		"workloads": [build.workload(workload)],
		"webhooks": [build.webhook(webhook)],
	})
	values := [[object.get(v, "severity", "warning"), v.message] | some v in found]
}

_two := {"replicas": {"value": 2, "from": "spec"}}

_one(webhook, workload, severity, part) if {
	[[severity, message]] = _found(webhook, workload)
	contains(message, part)
}

test_reports_one_replica if _one({}, {}, "error", "its own pods cannot come back")

test_reports_two_replicas if _one({}, _two, "warning", "in its own namespace and kube-system")

test_reports_unknown_pods if _one({"workloads": []}, {}, "warning", "fails pods")

test_reports_kube_system if _one({"own": false}, _two, "warning", "fails pods in kube-system while nobody answers: the cluster cannot repair itself")

test_reports_own_namespace if _one({"system": false, "resources": ["secrets"], "createsPods": false}, {}, "warning", "fails secrets in its own namespace while nobody answers: what runs there cannot be changed")

test_reports_address_outside if _one({"service": "", "url": "https://policy.example.com/", "own": false, "system": false}, _two, "warning", "while https://policy.example.com/ does not answer")

test_reports_conversion if _one({"type": "conversion", "resources": []}, {}, "warning", "no object of the kind")

test_reports_api if _one({"type": "api", "resources": []}, {}, "warning", "its objects cannot be read")

test_silent_for_ignore if _found({"fail": false}, {}) == []

test_silent_for_other_resources if _found({"resources": []}, {}) == []

test_silent_when_excluded if _found({"own": false, "system": false}, {}) == []

test_silent_with_conditions if _found({"conditional": true}, {}) == []

test_silent_for_conversion_by_two if _found({"type": "conversion", "resources": []}, _two) == []

test_reports_kinds_of_one_service_together if {
	one := build.webhook({"type": "conversion", "resources": []})
	found := rule.violations with input as build.facts({
		"objects": [build.resource({"kind": "CustomResourceDefinition", "name": "things.example.com"})],
		"workloads": [build.workload({})],
		"webhooks": [one, one, one],
	})
	count(found) == 1
	some v in found
	contains(v.message, "things.example.com and 2 more: a webhook converts")
}
