package drainlint.rules.coverage.selector_unsatisfiable_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.selector_unsatisfiable as rule

_c := {"at": build.ref(["affinity"]), "other": build.ref(["nodeSelector"]), "text": "os=linux and os in (windows)"}

_found(list) := found if {
	found := rule.violations with input as build.unit([build.workload({"pod": {"scheduling": {"contradictions": list}}})])
}

test_reports_contradiction if {
	some v in _found([_c])
	v.at == build.ref(["affinity"])
	v.message == "Deployment web: no node can satisfy os=linux and os in (windows), so its pods stay Pending"
	[p.text | some p in v.proof] == ["the other requirement"]
}

test_reports_once_for_all_alternatives if {
	found := _found([_c, object.union(_c, {"at": build.ref(["second"])})])
	count(found) == 1
	some v in found
	count(v.proof) == 2
}

test_reports_empty_term if {
	some v in _found([{"at": build.ref(["term"]), "other": build.ref(["term"]), "text": ""}])
	contains(v.message, "without expressions")
}

test_silent_without if count(_found([])) == 0
