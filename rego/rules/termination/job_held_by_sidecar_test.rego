package drainlint.rules.termination.job_held_by_sidecar_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.job_held_by_sidecar as rule

_proxy := build.container({"name": "proxy", "drain": build.drain({"endless": true, "program": "cloud-sql-proxy"})})

_found(worker, proxy, more) := found if {
	found := rule.violations with input as build.unit([build.workload(object.union({"kind": "Job", "runs": "job", "containers": [build.container(object.union({"name": "work"}, worker)), object.union(_proxy, proxy)]}, more))])
}

test_reports_a_proxy if {
	some v in _found({}, {}, {})
	v.severity == "warning"
	contains(v.message, "cloud-sql-proxy does not end")
}

test_notes_it_with_a_deadline if {
	some v in _found({}, {}, {"deadline": 600})
	v.severity == "note"
}

test_silent_for_a_native_sidecar if count(_found({}, {"role": "sidecar"}, {})) == 0

test_silent_when_the_work_ends_it if count(_found({"process": {"command": ["sh", "-c", "work; curl -X POST localhost:9091/quitquitquit"]}}, {}, {})) == 0

test_silent_when_it_is_the_work if {
	count(rule.violations) == 0 with input as build.unit([build.workload({"kind": "Job", "runs": "job", "containers": [_proxy]})])
}

test_silent_for_services if count(_found({}, {}, {"kind": "Deployment"})) == 0
