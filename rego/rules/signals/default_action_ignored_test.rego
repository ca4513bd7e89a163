package drainlint.rules.signals.default_action_ignored_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.default_action_ignored as rule

_image(program, more) := found if {
	found := rule.violations with input as build.facts({"images": [build.image(object.union({"shellForm": false, "argv": program, "program": program}, more), {"used": false})]})
}

test_notes_node if {
	some v in _image(["node", "server.js"], {})
	contains(v.message, "node is PID 1")
}

test_notes_a_python_script if count(_image(["python3.12", "app.py"], {})) == 1

test_silent_for_python_modules if count(_image(["python", "-m", "gunicorn", "app"], {})) == 0

test_silent_behind_an_init if count(_image(["node", "server.js"], {"init": "tini"})) == 0

test_silent_for_others if count(_image(["java", "-jar", "app.jar"], {})) == 0

test_silent_under_a_shell_that_stays if {
	count(rule.violations) == 0 with input as build.facts({"images": [build.image({"program": ["node", "x.js"]}, {})]})
}
