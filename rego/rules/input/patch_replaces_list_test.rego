package drainlint.rules.input.patch_replaces_list_test

import data.drainlint.lib.build
import data.drainlint.rules.input.patch_replaces_list as rule

_at := {"span": {"file": "patch.yaml", "start": {"line": 9, "col": 5}, "end": {"line": 9, "col": 14}}}

_found(issue) := found if {
	found := rule.violations with input as build.facts({"patches": [{"issue": issue, "at": _at, "what": "lifecycle of container web", "object": "Rollout web"}]})
}

test_reports_what_is_lost if {
	some v in _found("replaces-list")
	v.at == _at
	v.message == "the patch replaces the containers of Rollout web instead of merging into them, which loses lifecycle of container web"
}

test_silent_for_other_faults if count(_found("adds-container")) == 0
