package drainlint.rules.privileges.host_logs_unreadable_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.host_logs_unreadable as rule

_with(paths, security, w) := build.unit([build.agent(object.union(w, {
	"hostPaths": [build.host_path(p, "logs", {}) | some p in paths],
	"containers": [build.container({"security": security})],
}))])

_found(paths, security, w) := values if {
	found := rule.violations with input as _with(paths, security, w)
	values := [v.severity | some v in found]
}

_uid := {"runAsUser": build.set_number(1000)}

_gid := object.union(_uid, {"runAsGroup": build.set_number(3000)})

test_reports_links_without_targets if _found(["/var/log/containers"], {}, {}) == ["warning"]

test_reports_user_and_group if _found(["/var/log"], _gid, {}) == ["warning"]

test_reports_unknown_group_as_note if _found(["/var/log/pods"], _uid, {}) == ["note"]

test_reports_added_capability_as_note if _found(["/var/log"], object.union(_gid, {"added": [build.capability("DAC_READ_SEARCH", 0)]}), {}) == ["note"]

test_reports_once_for_a_container if _found(["/var/log/pods", "/var/log/containers"], _gid, {}) == ["warning"]

test_reports_recorded_reason_as_note if _found(["/var/log"], _gid, {"justified": {"host-logs-unreadable": "mode is 0644 here"}}) == ["note"]

test_silent_for_whole_folder if {
	_found(["/var/log"], {}, {}) == []
	_found(["/var/log/containers", "/var/log/pods"], {}, {}) == []
}

test_silent_as_root if _found(["/var/log"], {"runAsUser": build.set_number(0)}, {}) == []

test_silent_with_group if {
	_found(["/var/log"], object.union(_gid, {"groups": [0]}), {}) == []
	_found(["/var/log"], object.union(_uid, {"runAsGroup": build.set_number(0)}), {}) == []
}

test_silent_for_other_folders if _found(["/var/log/audit"], _gid, {}) == []

test_silent_for_no_agent if _found(["/var/log"], _gid, {"agent": false}) == []
