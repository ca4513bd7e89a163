package drainlint.rules.signals.inherited_cmd_reset_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.inherited_cmd_reset as rule

_found(more) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"lostCmd": {"words": ["nginx"], "from": "the base image nginx:1", "needed": true}}, more), {})]})
}

test_reports_a_cmd_that_is_needed if {
	some v in _found({})
	v.severity == "error"
	contains(v.change, "CMD [\"nginx\"]")
}

test_silent_for_an_entrypoint_of_its_own if count(_found({"lostCmd": {"words": ["node"], "from": "the base image node:22", "needed": false}})) == 0

test_silent_for_windows if count(_found({"windows": true})) == 0
