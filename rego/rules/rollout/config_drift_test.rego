package drainlint.rules.rollout.config_drift_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.config_drift as rule

_link := {"at": build.ref(["env"]), "kind": "ConfigMap", "name": "web-env", "how": "env", "object": 0, "tracked": false, "held": true}

_found(links, workload) := found if {
	found := rule.violations with input as build.facts({
		"objects": [build.resource({"kind": "ConfigMap"})],
		"workloads": [build.workload(object.union({"configs": links}, workload))],
	})
}

test_reports_environment if {
	some v in _found([_link], {})
	v.at == _link.at
	contains(v.message, "Deployment web reads ConfigMap web-env when it starts")
}

test_reports_sub_path if count(_found([object.union(_link, {"how": "subPath"})], {})) == 1

test_reports_each_object_once if count(_found([_link, object.union(_link, {"at": build.ref(["other"])})], {})) == 1

test_silent_for_a_volume_that_is_updated if count(_found([object.union(_link, {"how": "volume"})], {})) == 0

test_silent_when_tracked if count(_found([object.union(_link, {"tracked": true})], {})) == 0

test_silent_for_an_object_from_elsewhere if count(_found([object.union(_link, {"object": -1, "held": false})], {})) == 0

test_silent_for_an_object_that_others_fill if count(_found([object.union(_link, {"held": false})], {})) == 0

test_silent_for_jobs if count(_found([_link], {"runs": "job"})) == 0
