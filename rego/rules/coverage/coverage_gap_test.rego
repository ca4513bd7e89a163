package drainlint.rules.coverage.coverage_gap_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.coverage_gap as rule

_found(more) := found if {
	found := rule.violations with input as object.union(build.unit([build.agent({})]), {"cluster": build.cluster([build.coverage(more)])})
}

_gaps(list) := [[v.severity, v.message] | some v in _found({"covered": 3, "gaps": list})]

test_reports_label if {
	_gaps([build.node_gap({})]) == [["warning", "DaemonSet agent does not run on node a: no label pool, nodeSelector asks for web"]]
}

test_reports_each_reason if count(_gaps([build.node_gap({}), build.node_gap({"cause": "taint", "reason": "taint gpu:NoSchedule", "stays": true})])) == 2

test_says_that_running_pods_stay if {
	some found in _gaps([build.node_gap({"cause": "taint", "reason": "taint gpu:NoSchedule", "stays": true})])
	endswith(found[1], "stays until it is replaced)")
}

test_names_five_nodes if {
	some found in _gaps([build.node_gap({"count": 30, "nodes": [{"name": n} | some n in ["a", "b", "c", "d", "e", "f"]]})])
	contains(found[1], "30 nodes (a, b, c, d, e, ...)")
}

test_condition_is_a_note if {
	some found in _gaps([build.node_gap({"cause": "taint", "reason": "taint node.kubernetes.io/not-ready:NoSchedule", "passing": true})])
	found[0] == "note"
}

test_proof_has_ended_exclusion if {
	some v in _found({"covered": 3, "gaps": [build.node_gap({"ended": build.node_exclusion})]})
	some p in v.proof
	p.text == "the exclusion of pool=virtual (moves next week) ended on 2026-01-31"
}

test_reports_ended_exclusion if {
	found := rule.violations with input as build.facts({"cluster": object.union(build.cluster([]), {"ended": [build.node_exclusion]})})
	count(found) == 1
}

test_silent_for_platforms if _gaps([build.node_gap({"cause": "os"}), build.node_gap({"cause": "architecture"}), build.node_gap({"cause": "image"})]) == []

test_silent_when_nothing_is_reached if count(_found({"covered": 0, "gaps": [build.node_gap({})]})) == 0

test_silent_when_all_are_reached if count(_found({})) == 0
