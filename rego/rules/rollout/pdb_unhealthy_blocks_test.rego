package drainlint.rules.rollout.pdb_unhealthy_blocks_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_unhealthy_blocks as rule

_found(pdb, more) := found if {
	found := rule.violations with input as object.union(
		build.facts({"objects": [build.resource({})], "workloads": [build.workload({})], "pdbs": [build.pdb(object.union({"allowed": 1}, pdb))]}),
		more,
	)
}

test_reports_missing_policy if {
	some v in _found({"unhealthyAt": build.ref(["unhealthy"])}, {})
	v.at == build.ref(["unhealthy"])
}

test_silent_for_any_policy if {
	count(_found({"unhealthyPolicy": "AlwaysAllow"}, {})) == 0
	count(_found({"unhealthyPolicy": "IfHealthyBudget"}, {})) == 0
}

test_silent_when_the_budget_blocks_anyway if count(_found({"allowed": 0}, {})) == 0

test_silent_when_nothing_is_selected if count(_found({"workloads": []}, {})) == 0

test_silent_without_scale if count(_found({"noScale": [0]}, {})) == 0

test_silent_in_old_versions if count(_found({}, {"settings": {"kubeVersion": {"major": 1, "minor": 26}}})) == 0

_message(pdb) := [v.message | some v in _found(pdb, {})][0]

test_says_how_many_may_be_away if {
	contains(_message({"expected": 3, "allowed": 1}), "with 2 of 3 pods not ready, fewer than the 2 that it asks for are healthy, so none of them may be evicted")
	contains(_message({"expected": 2, "allowed": 1}), "when none of its 2 pods is ready")
	contains(_message({"expected": 3, "allowed": 3}), "when none of its 3 pods is ready")
	contains(_message({"expected": 1, "allowed": 1}), "when its only pod is not ready, it may not be evicted")
	contains(_message({"resolved": false}), "when fewer of its pods are ready than it asks for")
}

test_cautions_for_stateful_sets_with_claims if {
	w := build.workload({"kind": "StatefulSet", "pod": {"volumes": [build.claim(["ReadWriteOnce"])]}})
	some v in _found({}, {"workloads": [w]})
	contains(v.change, "unless a pod of StatefulSet web that is not ready may hold the only current copy")
	some plain in _found({}, {})
	plain.change == "set spec.unhealthyPodEvictionPolicy: AlwaysAllow"
}
