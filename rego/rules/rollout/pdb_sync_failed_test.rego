package drainlint.rules.rollout.pdb_sync_failed_test

import data.drainlint.lib.build
import data.drainlint.rules.rollout.pdb_sync_failed as rule

_max := {"maxUnavailable": object.union(build.set_amount("1", 1), {"at": build.ref(["spec", "maxUnavailable"])})}

_cron := build.workload({"kind": "CronJob", "name": "archive", "runs": "job"})

_found(pdb, workloads) := found if {
	found := rule.violations with input as build.facts({"pdbs": [build.pdb(pdb)], "workloads": workloads, "objects": [build.resource({})]})
}

_mixed := {"workloads": [0, 1], "noScale": [1]}

_daemon := {"noScale": [0]}

test_reports_job_beside_deployment if {
	some v in _found(object.union(_max, _mixed), [build.workload({}), _cron])
	v.severity == "error"
	v.at == build.ref(["spec", "maxUnavailable"])
	contains(v.message, "maxUnavailable 1 needs the scale of every owner, and CronJob archive has none: while a pod of it exists")
	count(v.proof) == 2
}

test_reports_daemon_set_as_warning if {
	some v in _found(object.union(_max, _daemon), [build.agent({})])
	v.severity == "warning"
	contains(v.message, "protects nothing")
}

test_reports_daemon_set_beside_deployment if {
	some v in _found(object.union(_max, _mixed), [build.workload({}), build.agent({})])
	v.severity == "error"
	contains(v.message, "none: the sync fails")
}

test_reports_percentage if {
	some v in _found(object.union({"minAvailable": build.set_amount("50%", 0)}, _mixed), [build.workload({}), _cron])
	contains(v.message, "minAvailable 50%")
}

test_reports_pods_without_owner if {
	some v in _found(object.union(_max, {"noScale": [0]}), [build.workload({"kind": "Pod"})])
	contains(v.message, "its pods have none")
}

test_silent_for_integer_min_available if {
	count(_found(object.union({"minAvailable": build.set_amount("1", 1)}, _mixed), [build.workload({}), _cron])) == 0
}

test_silent_for_deployment if count(_found(_max, [build.workload({})])) == 0

test_silent_for_a_pod_beside_a_deployment if {
	count(_found(object.union(_max, _mixed), [build.workload({}), build.workload({"kind": "Pod"})])) == 0
}

test_silent_when_nothing_is_selected if count(_found(object.union(_max, {"workloads": []}), [])) == 0

test_silent_without_fields if count(_found(_mixed, [build.workload({}), _cron])) == 0

test_silent_while_suspended if {
	suspended := object.union(_cron, {"replicas": {"value": 0, "from": "spec"}})
	count(_found(object.union(_max, _mixed), [build.workload({}), suspended])) == 0
}
