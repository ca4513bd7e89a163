package drainlint.rules.termination.endpoint_race_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.endpoint_race as rule

_app(more) := build.container(object.union({"served": true}, more))

_count(workload) := found if {
	found := count(rule.violations) with input as build.unit([workload])
}

_hooked(hook) := _count(build.served({"containers": [_app({"preStop": hook})]}))

# Two containers of a Service whose port none or one of them declares.
_pair(a, b, target) := found if {
	found := [v.at.path | some v in rule.violations] with input as build.facts({
		"workloads": [build.served({
			"services": [{"service": 0, "name": "web", "at": build.ref([]), "traffic": true}],
			"containers": [
				_app(object.union({"name": "a", "at": build.ref(["a"])}, a)),
				_app(object.union({"name": "b", "at": build.ref(["b"])}, b)),
			],
		})],
		"services": [{"ports": [{"target": target, "traffic": true}]}],
	})
}

_http := {"ports": [{"at": build.ref(["ports", 0]), "name": "http", "number": 8080, "hostPort": 0, "protocol": "TCP"}]}

_wait := build.pre_stop("sleep", 15, "exact")

_message(more) := found if {
	found := [v.message | some v in rule.violations] with input as build.unit([build.served(object.union(
		{"containers": [_app({})]},
		more,
	))])
}

test_reports_without_hook if _hooked(build.no_hook) == 1

test_reports_hook_that_takes_no_time if _hooked(build.pre_stop("exec", 0, "exact")) == 1

test_reports_sleep_of_zero if _hooked(build.pre_stop("sleep", 0, "exact")) == 1

test_reports_daemonset if {
	_count(build.agent({"served": true, "front": "service", "frontName": "Service/web", "containers": [_app({})]})) == 1
}

test_reports_windows if _count(build.served({"pod": {"windows": true}, "containers": [_app({})]})) == 1

test_reports_once_for_each_workload if {
	_count(build.served({"containers": [_app({"name": "a"}), _app({"name": "b"})]})) == 1
}

test_reports_the_container_without_delay if {
	_pair(object.union(_http, {"preStop": _wait}), _http, "8080") == [["b"]]
}

test_reports_a_declared_port_by_name if _pair({"preStop": _wait}, _http, "http") == [["b"]]

test_reports_the_front if {
	contains(_message({"front": "ingress", "frontName": "Ingress/web"})[0], "requests that Ingress/web still sends")
	contains(_message({"front": "load-balancer"})[0], "the load balancer of Service/web")
}

test_reports_the_delay_to_write if {
	change := [v.change | some v in rule.violations] with input as build.unit([build.served({"front": "gateway", "containers": [_app({})]})])
	contains(change[0], "sleep.seconds: 10,")
}

test_reports_exec_where_the_sleep_action_is_not_there_yet if {
	change := [v.change | some v in rule.violations] with input as build.facts({
		"settings": {"kubeVersion": {"major": 1, "minor": 29}},
		"workloads": [build.served({"containers": [_app({})]})],
	})
	contains(change[0], `["sleep", "3"]`)
}

test_silent_with_delay if _hooked(_wait) == 0

test_silent_with_short_delay if _hooked(build.pre_stop("exec", 1, "exact")) == 0

test_silent_when_unknown if _hooked(build.pre_stop("httpGet", 0, "unknown")) == 0

test_silent_with_lower_bound if {
	_hooked(build.pre_stop("exec", 5, "lower-bound")) == 0
	_hooked(build.pre_stop("exec", 0, "lower-bound")) == 0
}

test_silent_where_the_hook_cannot_work if {
	_hooked(build.pre_stop("tcpSocket", 0, "exact")) == 0
	_hooked(object.union(build.pre_stop("exec", 0, "exact"), {"malformed": "one word"})) == 0
}

test_silent_where_the_hook_is_refused if {
	count(rule.violations) == 0 with input as build.facts({
		"objects": [build.resource({"refused": [{"at": build.ref(["preStop"]), "code": "x", "reason": "", "change": ""}]})],
		"workloads": [build.served({"containers": [_app({"preStop": build.pre_stop("sleep", 0, "exact")})]})],
	})
}

test_silent_when_not_served if _count(build.workload({"containers": [build.container({})]})) == 0

test_silent_for_containers_without_traffic if {
	_count(build.served({"containers": [_app({"preStop": _wait}), build.container({"name": "worker"})]})) == 0
}

test_silent_for_sidecars_and_init if {
	_count(build.served({"containers": [_app({"role": "sidecar"}), _app({"role": "init"})]})) == 0
}

test_silent_when_another_may_be_meant if {
	_pair({"preStop": _wait}, {}, "5000") == []
	_pair({"preStop": build.pre_stop("httpGet", 0, "unknown")}, {}, "5000") == []
}

test_silent_when_exposed if _count(build.served({"exposed": true, "containers": [_app({})]})) == 0

test_silent_when_scaled_to_zero if {
	_count(build.served({"replicas": {"value": 0, "set": true}, "containers": [_app({})]})) == 0
}

test_silent_for_jobs_and_hooks if {
	_count(build.served({"kind": "Job", "runs": "job", "containers": [_app({})]})) == 0
	_count(build.served({"hook": true, "runs": "job", "containers": [_app({})]})) == 0
}

test_silent_when_it_keeps_accepting if {
	_count(build.served({"containers": [_app({"profile": {"name": "coredns", "keepsAccepting": "lameduck"}})]})) == 0
}

test_silent_when_pid_1_ignores_the_signal if {
	_count(build.served({"containers": [_app({"process": build.shell({})})]})) == 0
}

test_reports_when_the_shell_may_be_replaced if {
	_count(build.served({"containers": [_app({"process": build.shell({"stays": "unknown", "differs": ["dash"]})})]})) == 1
}

test_silent_at_grace_zero if _count(build.served({"pod": {"grace": build.set_number(0)}, "containers": [_app({})]})) == 0

test_reports_although_a_container_without_traffic_waits if {
	_count(build.served({"containers": [_app({}), build.container({"name": "worker", "preStop": _wait})]})) == 1
	_count(build.served({"containers": [_app({}), _app({"role": "sidecar", "preStop": _wait})]})) == 1
}

test_silent_when_a_port_that_none_declares_may_mean_another if {
	_pair(object.union(_http, {"preStop": _wait}), _http, "5000") == []
}

test_silent_when_only_metrics_reach_it if {
	count(rule.violations) == 0 with input as build.facts({
		"workloads": [build.served({
			"services": [{"service": 0, "name": "web", "at": build.ref([]), "traffic": true}],
			"containers": [_app({"name": "a", "preStop": _wait}), _app(_http)],
		})],
		"services": [{"ports": [{"target": "8080", "traffic": false}]}],
	})
}

_severity(more) := found if {
	found := [v.severity | some v in rule.violations] with input as build.unit([build.served(object.union({"containers": [_app({})]}, more))])
}

test_reports_as_note_where_no_pod_takes_over if {
	_severity({"rollout": {"type": "Recreate"}}) == ["note"]
	_severity({"kind": "Pod"}) == ["note"]
	_severity({}) == ["warning"]
}

test_change_where_nobody_takes_over if {
	change := [v.change | some v in rule.violations] with input as build.unit([build.served({"kind": "StatefulSet", "rollout": {"maxSurge": {"absolute": 0}}, "containers": [_app({})]})])
	startswith(change[0], "let a second pod take over")
	contains(change[0], "a delay alone gains nothing")
}

test_names_the_setting_of_a_known_program if {
	c := _app({"profile": {"name": "traefik", "lameDuck": ["flag --accept", "accept in traefik.yml"]}})
	change := [v.change | some v in rule.violations] with input as build.unit([build.served({"containers": [c]})])
	endswith(change[0], "or let traefik accept for that long after its stop signal: flag --accept")
	other := [v.change | some v in rule.violations] with input as build.unit([build.served({"containers": [_app({})]})])
	endswith(other[0], "or let the program accept for that long after its stop signal")
}
