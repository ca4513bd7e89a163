package drainlint.rules.signals.launcher_is_pid1_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.launcher_is_pid1 as rule

_found(program, more) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"shellForm": false, "program": program}, more), {"used": false})]})
}

test_reports_npm if {
	some v in _found(["npm", "start"], {})
	startswith(v.message, "npm start is PID 1")
}

test_reports_apachectl if count(_found(["/usr/sbin/apachectl", "-D", "FOREGROUND"], {})) == 1

test_reports_gradle_that_serves if count(_found(["./gradlew", "bootRun"], {})) == 1

test_silent_for_gradle_that_builds if count(_found(["gradle"], {})) == 0

test_silent_for_the_server if count(_found(["node", "server.js"], {})) == 0

test_silent_for_npm_that_ends if count(_found(["npm", "install"], {})) == 0

test_silent_behind_an_init if count(_found(["npm", "start"], {"init": "tini"})) == 0

test_silent_without_a_program if count(_found([], {})) == 0
