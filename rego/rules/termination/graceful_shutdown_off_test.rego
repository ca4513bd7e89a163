package drainlint.rules.termination.graceful_shutdown_off_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.graceful_shutdown_off as rule

_found(drain, more) := found if {
	found := rule.violations with input as build.unit([build.workload(object.union({"containers": [build.container({"drain": build.drain(drain)})]}, more))])
}

_off := {"off": {"why": "the web server ends without waiting for requests", "from": "environment variable SERVER_SHUTDOWN: immediate", "at": build.ref(["env"])}}

test_reports_the_setting if {
	some v in _found(_off, {})
	v.severity == "warning"
	v.at == build.ref(["env"])
}

test_notes_it_for_jobs if {
	some v in _found(_off, {"runs": "job"})
	v.severity == "note"
}

test_silent_without_it if count(_found({}, {})) == 0
