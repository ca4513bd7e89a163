package drainlint.rules.termination.prestop_wasteful_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_wasteful as rule

_found(hook, drain, grace, more) := found if {
	w := build.workload(object.union({"containers": [build.container({"preStop": hook, "drain": build.drain(drain)})]}, more))
	found := rule.violations with input as build.unit([object.union(w, {"pod": object.union(w.pod, {"grace": build.set_number(grace)})})])
}

test_notes_a_long_delay if count(_found(build.pre_stop("sleep", 25, "exact"), {}, 40, {})) == 1

test_silent_for_short_delays if count(_found(build.pre_stop("sleep", 20, "exact"), {}, 30, {})) == 0

test_silent_below_half if count(_found(build.pre_stop("sleep", 25, "exact"), {}, 60, {})) == 0

test_silent_when_everything_fits if count(_found(build.pre_stop("sleep", 25, "exact"), {"known": "exact", "seconds": 5}, 40, {})) == 0

test_silent_behind_a_cloud_load_balancer if count(_found(build.pre_stop("sleep", 25, "exact"), {}, 40, {"podTargets": true})) == 0

test_silent_for_a_lower_bound if count(_found(build.pre_stop("exec", 25, "lower-bound"), {}, 40, {})) == 0
