package drainlint.rules.privileges.unbounded_spool_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.unbounded_spool as rule

_with(x, w, resources) := build.unit([build.agent(object.union(
	{
		"pod": {"volumes": [{"at": build.ref([]), "name": "buffer", "type": "emptyDir", "claim": "", "sizeLimit": false, "memory": false}]},
		"containers": [build.container({"writes": [build.write(x)], "resources": resources})],
	},
	w,
))])

_found(x, w, resources) := values if {
	found := rule.violations with input as _with(x, w, resources)
	values := [v.severity | some v in found]
}

_node := {"volume": "v", "volumeType": "hostPath"}

_host := {"hostPaths": [build.writable_host_path("/var/lib/agent", "other", false, {})]}

test_reports_empty_dir if _found({}, {}, {}) == ["warning"]

test_reports_host_path if {
	_found(_node, _host, {"ephemeralLimit": true}) == ["warning"]
	found := rule.violations with input as _with(_node, _host, {})
	some v in found
	v.message == "DaemonSet agent, container app buffers at /buffer/chunks (storage.path) on hostPath /var/lib/agent without a limit: while its output is not reachable, the buffer fills the disk of every node"
}

test_reports_default_of_fluentd if {
	found := rule.violations with input as _with({"key": "path"}, {}, {})
	some v in found
	contains(v.message, "with no limit but the program's default of 64 GB")
}

test_reports_recorded_reason_as_note if _found({}, {"justified": {"unbounded-spool": "own disk"}}, {}) == ["note"]

test_silent_with_a_limit if {
	_found({}, {}, {"ephemeralLimit": true}) == []
	_found({"bounded": true}, {}, {}) == []
	_found({}, {"pod": {"volumes": [{"name": "buffer", "sizeLimit": true, "memory": false}]}}, {}) == []
	_found({}, {"pod": {"volumes": [{"name": "buffer", "sizeLimit": false, "memory": true}]}}, {}) == []
}

test_silent_for_positions if _found({"spool": false}, {}, {}) == []

test_silent_for_other_volumes if _found({"volumeType": "persistentVolumeClaim"}, {}, {}) == []

test_silent_for_other_workloads if _found({}, {"kind": "Deployment"}, {}) == []
