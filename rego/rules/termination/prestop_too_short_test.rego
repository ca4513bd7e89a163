package drainlint.rules.termination.prestop_too_short_test

import data.drainlint.lib.build
import data.drainlint.rules.termination.prestop_too_short as rule

_app(more) := build.container(object.union({"served": true}, more))

_count(workload) := found if {
	found := count(rule.violations) with input as build.unit([workload])
}

_behind(front, pod_targets, seconds) := _count(build.served({
	"front": front, "podTargets": pod_targets,
	"containers": [_app({"preStop": build.pre_stop("sleep", seconds, "exact")})],
}))

_short := {"preStop": build.pre_stop("sleep", 1, "exact")}

test_reports_behind_a_service if {
	_behind("service", false, 2) == 1
	_behind("service", false, 3) == 0
}

test_reports_behind_a_node_port_load_balancer if {
	_behind("load-balancer", false, 2) == 1
	_behind("load-balancer", false, 3) == 0
}

test_reports_behind_an_ingress if {
	_behind("ingress", false, 9) == 1
	_behind("ingress", false, 10) == 0
}

test_reports_behind_a_gateway if {
	_behind("gateway", false, 9) == 1
	_behind("gateway", false, 10) == 0
}

test_reports_where_a_load_balancer_talks_to_pods if {
	_behind("ingress", true, 24) == 1
	_behind("service", true, 24) == 1
	_behind("load-balancer", true, 25) == 0
}

test_reports_by_the_configured_threshold if {
	facts := {"workloads": [build.served({"containers": [_app({"preStop": build.pre_stop("exec", 3, "exact")})]})]}
	count(rule.violations) == 0 with input as build.facts(facts)
	count(rule.violations) == 1 with input as build.facts(object.union(facts, {"settings": {"serviceDelay": 4.5}}))
}

test_silent_unless_exact if {
	_count(build.served({"containers": [_app({"preStop": build.pre_stop("exec", 1, "lower-bound")})]})) == 0
	_count(build.served({"containers": [_app({"preStop": build.pre_stop("httpGet", 0, "unknown")})]})) == 0
}

test_silent_without_delay if {
	_count(build.served({"containers": [_app({})]})) == 0
	_count(build.served({"containers": [_app({"preStop": build.pre_stop("exec", 0, "exact")})]})) == 0
}

test_silent_when_malformed if {
	_count(build.served({"containers": [_app({"preStop": object.union(build.pre_stop("exec", 1, "exact"), {"malformed": "x"})})]})) == 0
}

test_silent_where_it_uses_up_the_grace_period if {
	_count(build.served({"pod": {"grace": build.set_number(1)}, "containers": [_app(_short)]})) == 0
}

test_silent_for_containers_without_traffic if _count(build.served({"containers": [build.container(_short)]})) == 0

test_silent_when_not_served if _count(build.workload({"containers": [_app(_short)]})) == 0

test_silent_when_exposed if _count(build.served({"exposed": true, "containers": [_app(_short)]})) == 0

test_silent_when_scaled_to_zero if {
	_count(build.served({"replicas": {"value": 0, "set": true}, "containers": [_app(_short)]})) == 0
}

test_silent_for_jobs if _count(build.served({"runs": "job", "containers": [_app(_short)]})) == 0

test_silent_when_it_keeps_accepting if {
	_count(build.served({"containers": [_app(object.union(_short, {"profile": {"keepsAccepting": "lameduck"}}))]})) == 0
}

test_silent_when_pid_1_ignores_the_signal if {
	_count(build.served({"containers": [_app(object.union(_short, {"process": build.shell({})}))]})) == 0
}

test_silent_when_another_may_be_meant if {
	_count(build.served({"containers": [
		_app(object.union(_short, {"name": "a"})),
		_app({"name": "b", "preStop": build.pre_stop("sleep", 15, "exact")}),
	]})) == 0
}

test_reports_the_one_that_is_meant if {
	count(rule.violations) == 1 with input as build.facts({
		"workloads": [build.served({
			"services": [{"service": 0, "name": "web", "at": build.ref([]), "traffic": true}],
			"containers": [
				_app(object.union(_short, {"ports": [{"at": build.ref([]), "name": "", "number": 80, "hostPort": 0, "protocol": "TCP"}]})),
				_app({"name": "b", "preStop": build.pre_stop("sleep", 15, "exact")}),
			],
		})],
		"services": [{"ports": [{"target": "80", "traffic": true}]}],
	})
}

_declared(hook) := found if {
	found := count(rule.violations) with input as build.facts({
		"workloads": [build.served({
			"services": [{"service": 0, "name": "web", "at": build.ref([]), "traffic": true}],
			"containers": [_app({
				"preStop": hook,
				"ports": [{"at": build.ref([]), "name": "http", "number": 80, "hostPort": 0, "protocol": "TCP"}],
			})],
		})],
		"services": [{"ports": [{"target": "http", "traffic": true}]}],
	})
}

test_silent_unless_exact_on_a_declared_port if {
	_declared(build.pre_stop("exec", 1, "exact")) == 1
	_declared(build.pre_stop("exec", 1, "lower-bound")) == 0
}

test_reports_although_a_container_without_traffic_waits if {
	long := build.pre_stop("sleep", 15, "exact")
	_count(build.served({"containers": [_app(_short), build.container({"name": "worker", "preStop": long})]})) == 1
	_count(build.served({"containers": [_app(_short), _app({"role": "sidecar", "preStop": long})]})) == 1
	_count(build.served({"containers": [_app(_short), _app({"name": "b"})]})) == 1
}

test_silent_when_another_waits_for_an_unknown_time if {
	_count(build.served({"containers": [_app(_short), _app({"name": "b", "preStop": build.pre_stop("httpGet", 0, "unknown")})]})) == 0
}

test_reports_the_numbers if {
	found := rule.violations with input as build.unit([build.served({"front": "ingress", "frontName": "Ingress/web", "podTargets": true, "containers": [_app(_short)]})])
	some v in found
	v.message == "Deployment web, container app: the preStop hook delays the stop signal by 1 s, but behind the load balancer of Ingress/web new requests may come for 25 s"
	v.proof[1].text == "traffic comes from the load balancer of Ingress/web, straight to pod addresses: threshold 25 s"
	startswith(v.change, "raise the delay to 25 s")
}
