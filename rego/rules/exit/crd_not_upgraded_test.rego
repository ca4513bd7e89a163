package drainlint.rules.exit.crd_not_upgraded_test

import data.drainlint.lib.build
import data.drainlint.rules.exit.crd_not_upgraded as rule

_crd(more) := build.resource(object.union({"kind": "CustomResourceDefinition", "name": "things.example.com"}, more))

test_reports_once if {
	found := rule.violations with input as build.facts({"objects": [_crd({"unmanaged": true}), _crd({"unmanaged": true})]})
	some v in found
	contains(v.message, "all 2 definitions")
	count(found) == 1
}

test_reports_the_only_one if {
	some v in rule.violations with input as build.facts({"objects": [build.resource({}), _crd({"unmanaged": true})]})
	v.message == "helm upgrade leaves the definition things.example.com in crds/ as the first install has made it, and helm uninstall leaves it behind"
}

test_silent_for_templates if count(rule.violations) == 0 with input as build.facts({"objects": [_crd({})]})
