package drainlint.rules.privileges.nonroot_cannot_start_test

import data.drainlint.lib.build
import data.drainlint.rules.privileges.nonroot_cannot_start as rule

_with(user, security) := build.unit([build.workload({"containers": [build.container({
	"user": object.union({"known": true, "from": "Dockerfile"}, user),
	"security": object.union({"runAsNonRoot": build.set_switch(true)}, security),
})]})])

_found(user, security) := values if {
	found := rule.violations with input as _with(user, security)
	values := [v.severity | some v in found]
}

_root := {"name": "0", "numeric": true, "id": 0}

test_reports_root if {
	_found({"name": ""}, {}) == ["error"]
	_found(_root, {}) == ["error"]
	_found({"name": "root"}, {}) == ["error"]
}

test_reports_name if _found({"name": "node"}, {}) == ["error"]

test_reports_guess_as_warning if _found(object.union(_root, {"guessed": true}), {}) == ["warning"]

test_silent_for_number if _found({"name": "1000", "numeric": true, "id": 1000}, {}) == []

test_silent_with_run_as_user if _found(_root, {"runAsUser": build.set_number(1000)}) == []

test_silent_without_run_as_non_root if _found(_root, {"runAsNonRoot": build.switch(false)}) == []

test_silent_for_unknown_user if _found({"known": false}, {}) == []
