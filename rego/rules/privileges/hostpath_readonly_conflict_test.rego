package drainlint.rules.privileges.hostpath_readonly_conflict_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.hostpath_readonly_conflict as rule

_write := build.write({"key": "DB", "path": "/var/log/tail.db", "volume": "v", "volumeType": "hostPath", "mountPath": "/var", "spool": false, "readOnly": true})

_with(x) := build.unit([build.agent({
	"hostPaths": [build.host_path("/var", "var", {})],
	"containers": [build.container({"writes": [x]})],
})])

test_reports if {
	found := rule.violations with input as _with(_write)
	count(found) == 1
	some v in found
	v.message == "DaemonSet agent, container app: DB is set to /var/log/tail.db, which lies below the read-only mount of hostPath /var at /var: writing there fails"
	v.at.path == ["volumeMounts", 1, "readOnly"]
	v.proof[0].text == "ConfigMap agent: DB /var/log/tail.db"
}

test_reports_other_volume_by_name if {
	found := rule.violations with input as _with(object.union(_write, {"volume": "data", "object": ""}))
	some v in found
	contains(v.message, "read-only mount of volume data at /var")
	v.proof[0].text == "argument DB /var/log/tail.db"
}

test_silent_for_writable_mount if {
	count(rule.violations) == 0 with input as _with(object.union(_write, {"readOnly": false}))
}
