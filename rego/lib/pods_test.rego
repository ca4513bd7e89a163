package drainlint.lib.pods_test

import data.drainlint.lib.build
import data.drainlint.lib.pods

test_running_leaves_out_init_containers if {
	w := build.workload({"containers": [
		build.container({"name": "setup", "role": "init"}),
		build.container({"name": "proxy", "role": "sidecar"}),
		build.container({"name": "app"}),
	]})
	[c.name | some c in pods.running(w)] == ["proxy", "app"]
}

test_stays_up if {
	pods.stays_up(build.workload({}))
	pods.stays_up(build.agent({}))
}

test_stays_up_not if {
	not pods.stays_up(build.workload({"runs": "job"}))
	not pods.stays_up(build.workload({"replicas": {"value": 0}}))
	not pods.stays_up(build.agent({"runs": "job"}))
}

test_replicated if {
	pods.replicated(build.agent({}))
	pods.replicated(build.workload({"replicas": {"value": 2, "from": "hpa"}}))
	not pods.replicated(build.workload({"replicas": {"value": 0, "from": "spec"}}))
}

test_need if {
	c := build.container({"profile": {"needs": {"hostPID": "reads processes"}}})
	pods.need(c, "hostPID") == "reads processes"
	not pods.need(c, "privileged")
}
