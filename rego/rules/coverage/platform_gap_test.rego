package drainlint.rules.coverage.platform_gap_test

import data.drainlint.lib.build
import data.drainlint.rules.coverage.platform_gap as rule

_found(more) := found if {
	found := rule.violations with input as object.union(build.unit([build.agent({})]), {"cluster": build.cluster([build.coverage(more)])})
}

_messages(more) := [v.message | some v in _found(more)]

test_reports_architecture if {
	_messages({"covered": 3, "gaps": [build.node_gap({"cause": "architecture", "reason": "label kubernetes.io/arch is arm64, nodeSelector asks for amd64"})]}) == ["DaemonSet agent does not work on node a: label kubernetes.io/arch is arm64, nodeSelector asks for amd64"]
}

test_reports_image if {
	some v in _found({"covered": 3, "gaps": [build.node_gap({"cause": "image", "reason": "the image is for linux/amd64 (the configuration), the node is linux/arm64"})]})
	startswith(v.change, "build the image")
}

test_reports_pods_that_cannot_run if {
	some message in _messages({"misfits": [build.node_gap({"cause": "image", "reason": "the image is for linux/amd64, the node is linux/arm64"})]})
	startswith(message, "DaemonSet agent gets pods that cannot run on node a:")
}

test_silent_for_labels if count(_found({"covered": 3, "gaps": [build.node_gap({})]})) == 0

test_silent_when_nothing_is_reached if count(_found({"covered": 0, "gaps": [build.node_gap({"cause": "os"})]})) == 0

test_silent_when_platforms_fit if count(_found({})) == 0

test_other_system_is_a_note_unless_declared if {
	severity := {v.severity | some v in _found({"covered": 3, "gaps": [build.node_gap({"cause": "os"})]})}
	severity == {"note"}
	declared := {v.severity | some v in _found({"covered": 3, "ruleAt": build.span(".drainlint.yaml"), "gaps": [build.node_gap({"cause": "os"})]})}
	declared == {"warning"}
}
