package drainlint.rules.rollout.node_agent_wide_outage_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.node_agent_wide_outage as rule

_found(amount, rollout) := values if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({})],
		"workloads": [build.agent({"rollout": object.union({"maxUnavailable": amount, "maxSurge": build.amount("0", 0)}, rollout)})],
	})
	values := [v.severity | some v in found]
}

test_reports_large_share if _found(build.set_amount("25%", 0), {}) == ["warning"]

test_reports_small_share_as_note if _found(build.set_amount("10%", 0), {}) == ["note"]

test_reports_many_nodes if _found(build.set_amount("6", 6), {}) == ["warning"]

test_reports_some_nodes_as_note if _found(build.set_amount("5", 5), {}) == ["note"]

test_silent_for_one_node if _found(build.amount("1", 1), {}) == []

test_silent_on_delete if _found(build.set_amount("100%", 0), {"type": "OnDelete"}) == []

test_silent_with_surge if _found(build.set_amount("0", 0), {"maxSurge": build.set_amount("25%", 0)}) == []

test_silent_for_placeholders if _found(object.union(build.set_amount("CHANGE_ME", 0), {"percent": true, "resolved": false}), {}) == []

_exact(raw, blind, settings) := values if {
	found := rule.violations with input as object.union(
		build.facts({
			"objects": [build.resource({})],
			"workloads": [build.agent({"rollout": {"maxUnavailable": build.set_amount(raw, 0), "maxSurge": build.amount("0", 0)}})],
			"cluster": build.cluster([build.coverage({"desired": 40, "rollout": {"blind": blind}})]),
		}),
		{"settings": settings},
	)
	values := [v.severity | some v in found]
}

test_counts_nodes_of_an_inventory if {
	_exact("25%", 10, {}) == ["warning"]
	_exact("10%", 4, {}) == ["note"]
	_exact("10%", 4, {"blindNodes": 5}) == ["warning"]
	_exact("2%", 1, {}) == []
}
