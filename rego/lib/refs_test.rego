package drainlint.lib.refs_test

import data.drainlint.lib.build
import data.drainlint.lib.refs

test_under_extends_the_path if refs.under(build.ref(["spec"]), ["ports", 0]) == {"doc": 0, "path": ["spec", "ports", 0]}

test_under_the_whole_object if refs.under({"doc": 2}, ["apiVersion"]) == {"doc": 2, "path": ["apiVersion"]}

test_within if {
	refs.within(build.ref(["spec", "a"]), build.ref(["spec", "a"]))
	refs.within(build.ref(["spec", "a", 0]), build.ref(["spec", "a"]))
	refs.within(build.ref(["spec"]), {"doc": 0})
}

test_within_not if {
	not refs.within(build.ref(["spec"]), build.ref(["spec", "a"]))
	not refs.within(build.ref(["spec", "b"]), build.ref(["spec", "a"]))
	not refs.within(object.union(build.ref(["spec", "a"]), {"doc": 1}), build.ref(["spec", "a"]))
}

test_refused if {
	facts := build.facts({"objects": [build.resource({"refused": [{"at": build.ref(["spec", "a", 0]), "code": "", "reason": "", "change": ""}]})]})
	refs.refused(build.ref(["spec", "a"])) with input as facts
	not refs.refused(build.ref(["spec", "b"])) with input as facts
}
