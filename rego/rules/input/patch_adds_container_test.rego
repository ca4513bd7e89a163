package drainlint.rules.input.patch_adds_container_test

import data.drainlint.lib.build
import data.drainlint.rules.input.patch_adds_container as rule

_at := {"span": {"file": "patch.yaml", "start": {"line": 9, "col": 5}, "end": {"line": 9, "col": 14}}}

_found(fault) := found if {
	found := rule.violations with input as build.facts({"patches": [object.union({"issue": "adds-container", "at": _at, "what": "", "object": "Deployment web"}, fault)]})
}

test_reports_a_nameless_container if {
	some v in _found({})
	v.at == _at
	contains(v.message, "the patch of Deployment web has a container without a name")
}

test_reports_a_name_the_object_lacks if {
	some v in _found({"what": "wbe"})
	contains(v.message, "Deployment web has no container wbe")
}

test_silent_for_other_faults if count(_found({"issue": "unused-image"})) == 0
