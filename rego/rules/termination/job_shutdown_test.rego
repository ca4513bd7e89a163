package drainlint.rules.termination.job_shutdown_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.job_shutdown as rule

_found(drain, more) := found if {
	found := rule.violations with input as build.unit([build.workload(object.union({"kind": "Job", "runs": "job", "containers": [build.container({"drain": build.drain(object.union({"known": "exact", "seconds": 60, "from": "flag"}, drain))})]}, more))])
}

test_notes_a_worker_that_is_cut if count(_found({}, {})) == 1

test_silent_when_it_fits if count(_found({"seconds": 30}, {})) == 0

test_silent_for_a_default if count(_found({"known": "default"}, {})) == 0

test_silent_for_services if count(_found({}, {"runs": "service"})) == 0
