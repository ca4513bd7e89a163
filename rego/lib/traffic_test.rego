package drainlint.lib.traffic_test

import data.drainlint.lib.build
import data.drainlint.lib.traffic

_app(more) := build.container(object.union({"served": true}, more))

_racing(w) := [c.name | some c in traffic.racing(w)]

_settings := build.facts({}).settings

_port := {"ports": [{"at": build.ref([]), "name": "http", "number": 8080, "hostPort": 0, "protocol": "TCP"}]}

_targeted(ports) if traffic.targeted(
	build.served({"services": [{"service": 1, "name": "web", "at": build.ref([]), "traffic": true}]}),
	[{"ports": [{"target": "8080", "traffic": true}]}, {"ports": ports}],
	_app(_port),
)

test_racing if {
	_racing(build.served({"containers": [
		_app({}),
		_app({"name": "second"}),
		_app({"name": "proxy", "role": "sidecar"}),
		_app({"name": "dns", "profile": {"keepsAccepting": "lameduck"}}),
		_app({"name": "deaf", "process": build.shell({})}),
		build.container({"name": "worker"}),
	]})) == ["app", "second"]
}

test_racing_not if {
	_racing(build.workload({"containers": [_app({})]})) == []
	_racing(build.served({"exposed": true, "containers": [_app({})]})) == []
	_racing(build.served({"runs": "job", "containers": [_app({})]})) == []
	_racing(build.served({"replicas": {"value": 0}, "containers": [_app({})]})) == []
	_racing(build.served({"pod": {"grace": build.set_number(0)}, "containers": [_app({})]})) == []
}

test_targeted if {
	_targeted([{"target": "http", "traffic": true}])
	_targeted([{"target": "8080", "traffic": true}])
}

test_targeted_not if {
	not _targeted([])
	not _targeted([{"target": "9090", "traffic": true}])
	not _targeted([{"target": "http", "traffic": false}])
}

test_delay_needed if {
	traffic.delay_needed(build.served({}), _settings) == 3
	traffic.delay_needed(build.served({"front": "load-balancer"}), _settings) == 3
	traffic.delay_needed(build.served({"front": "ingress"}), _settings) == 10
	traffic.delay_needed(build.served({"front": "gateway"}), _settings) == 10
	traffic.delay_needed(build.served({"front": "ingress", "podTargets": true}), _settings) == 25
}

test_front if {
	traffic.front(build.served({})) == "Service/web"
	traffic.front(build.served({"front": "load-balancer"})) == "the load balancer of Service/web"
	traffic.front(build.served({"front": "ingress", "frontName": "Ingress/web"})) == "Ingress/web"
	traffic.front(build.served({"front": "ingress", "frontName": "Ingress/web", "podTargets": true})) == "the load balancer of Ingress/web"
}

test_hook_by_version if {
	endswith(traffic.hook(build.served({}), _settings), "lifecycle.preStop.sleep.seconds: 3")
	endswith(traffic.hook(build.served({}), object.union(_settings, {"serviceDelay": 4.5, "kubeVersion": {"minor": 30}})), "seconds: 5")
	endswith(traffic.hook(build.served({}), object.union(_settings, {"kubeVersion": {"minor": 29}})), `exec.command: ["sleep", "3"]`)
	endswith(traffic.hook(build.served({}), object.union(_settings, {"kubeVersion": {"major": 2, "minor": 0}})), "seconds: 3")
}

test_alone if {
	traffic.alone(build.served({"kind": "Pod"}))
	traffic.alone(build.served({"rollout": {"type": "Recreate"}, "replicas": {"value": 1, "from": "hpa"}}))
	traffic.alone(build.served({"kind": "StatefulSet", "rollout": {"maxSurge": {"absolute": 0}}}))
	traffic.alone(build.served({"kind": "ReplicaSet", "rollout": {"type": "", "maxSurge": {"absolute": 1}}}))

	traffic.alone(build.agent({"served": true, "nodeLocal": true, "rollout": {"maxSurge": build.amount("0", 0)}}))

	# The second pod waits for the claim.
	traffic.alone(build.served({"pod": {"volumes": [build.claim(["ReadWriteOnce"])]}}))
	not traffic.alone(build.served({"pod": {"volumes": [build.claim(["ReadWriteMany"])]}}))

	# The old pod may go before the new one is ready.
	traffic.alone(build.served({"rollout": {"maxUnavailable": {"absolute": 1}, "maxSurge": {"absolute": 1}}, "replicas": {"value": 1, "from": "spec"}}))
}

test_alone_not if {
	not traffic.alone(build.served({"rollout": {"type": "Recreate"}, "replicas": {"value": 3, "from": "spec"}}))
	not traffic.alone(build.served({}))
	not traffic.alone(build.served({"replicas": {"value": 2, "from": "spec"}, "rollout": {"maxSurge": {"absolute": 0}}}))
	not traffic.alone(build.served({"replicas": {"value": 1, "from": "hpa"}, "rollout": {"maxSurge": {"absolute": 0}}}))
	not traffic.alone(build.agent({"rollout": {"maxSurge": {"absolute": 0}}}))
}
