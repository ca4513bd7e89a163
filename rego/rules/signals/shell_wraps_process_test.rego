package drainlint.rules.signals.shell_wraps_process_test

import data.drainlint.lib.build
import data.drainlint.rules.signals.shell_wraps_process as rule

_app(shell, more) := build.container(object.union({"process": build.shell(shell)}, more))

_of(workload) := found if {
	found := [v | some v in rule.violations] with input as build.unit([workload])
}

_severities(workload) := [v.severity | some v in _of(workload)]

# _plain is the severity of a Deployment that nothing sends traffic to.
_plain(shell) := _severities(build.workload({"containers": [_app(shell, {})]}))

_served(shell) := _severities(build.served({"containers": [_app(shell, {"served": true})]}))

_differs := {"family": "unknown", "familyFrom": "", "stays": "unknown", "differs": ["bash", "dash"]}

test_reports_as_warning if _plain({}) == ["warning"]

test_reports_served_as_error if _served({}) == ["error"]

test_reports_statefulset_as_error if {
	_severities(build.workload({"kind": "StatefulSet", "containers": [_app({}, {})]})) == ["error"]
}

test_reports_agent_as_error if _severities(build.agent({"containers": [_app({}, {})]})) == ["error"]

test_reports_beside_a_served_container_as_warning if {
	_severities(build.served({"containers": [build.container({"served": true}), _app({}, {"name": "worker"})]})) == ["warning"]
}

test_reports_when_all_families_agree if _served({"family": "unknown", "familyFrom": ""}) == ["error"]

test_reports_sidecar if _plain_role("sidecar") == ["warning"]

_plain_role(role) := _severities(build.workload({"containers": [_app({}, {"role": role})]}))

test_reports_each_container if {
	count(_of(build.workload({"containers": [_app({}, {"name": "a"}), _app({}, {"name": "b"})]}))) == 2
}

test_reports_job_as_note if _severities(build.workload({"kind": "Job", "runs": "job", "containers": [_app({}, {})]})) == ["note"]

test_reports_families_that_differ_as_note if {
	found := _of(build.served({"containers": [_app(_differs, {"served": true})]}))
	[v.severity | some v in found] == ["note"]
	contains(found[0].message, "if the image's sh is bash (Red Hat, Fedora, SUSE) or dash (Debian, Ubuntu), it stays PID 1")
}

test_reports_loop_of_short_commands_when_served if _served({"program": ""}) == ["warning"]

test_silent_for_keepalive if _served({"program": "sleep infinity", "keepAlive": true}) == []

test_silent_for_what_other_rules_report if {
	_served({"trap": "blocked"}) == []
	_served({"trap": "misses"}) == []
	_served({"subshellExec": true}) == []
	_served({"own": false}) == []
}

test_reports_trap_that_ends_the_shell if {
	found := _of(build.served({"containers": [_app({"trap": "ends"}, {"served": true})]}))
	[v.severity | some v in found] == ["error"]
	contains(found[0].message, "is killed at once")
}

test_reports_trap_that_recurses if _served({"trap": "recurses"}) == ["error"]

test_reports_ignored_signal if _served({"trap": "ignores"}) == ["error"]

test_reports_single_wait_as_warning if _served({"trap": "single-wait"}) == ["warning"]

test_reports_unknown_trap_as_note if _served({"trap": "unknown", "forwards": "unknown"}) == ["note"]

test_reports_program_and_end if {
	found := _of(build.workload({"containers": [_app({"program": "gunicorn app:api"}, {})]}))
	found[0].message == `Deployment web, container app: the shell stays PID 1 (a command follows) and ignores the stop signal, so "gunicorn app:api" never sees it and is killed after 30 s`
	contains(found[0].change, "`exec gunicorn app:api`")
}

test_silent_when_replaced if {
	_served({"stays": "no"}) == []
	_served({"stays": "unknown"}) == []
}

test_silent_when_forwarded if {
	_served({"forwards": "yes", "trap": "forwards"}) == []
	_served(object.union(_differs, {"forwards": "yes", "trap": "forwards"})) == []
}

test_silent_when_finite if _served({"finite": true, "program": ""}) == []

test_silent_behind_an_init if _served({"init": "/sbin/tini"}) == []

test_silent_without_shell if _severities(build.served({"containers": [build.container({"served": true})]})) == []

test_silent_for_init_containers if _plain_role("init") == []

test_silent_on_windows if {
	_severities(build.served({"pod": {"windows": true}, "containers": [_app({}, {"served": true})]})) == []
}

test_silent_in_a_shared_process_namespace if {
	pod := {"pod": {"shareProcessNamespace": build.set_switch(true)}, "containers": [_app({}, {"served": true})]}
	_severities(build.served(pod)) == []
	_severities(build.workload(object.union(pod, {"kind": "Job", "runs": "job"}))) == []
}

test_silent_with_host_pid if {
	_severities(build.agent({"pod": {"hostPID": build.set_switch(true)}, "containers": [_app({}, {})]})) == []
}

test_silent_for_hooks if _severities(build.workload({"hook": true, "runs": "job", "containers": [_app({}, {})]})) == []

test_silent_for_loops_of_short_commands if {
	_plain({"program": ""}) == []
	_severities(build.agent({"containers": [_app({"program": ""}, {})]})) == []
}

test_silent_for_keepalive if {
	_severities(build.agent({"containers": [_app({"program": "sleep infinity", "keepAlive": true}, {})]})) == []
	_plain(object.union(_differs, {"program": "sleep infinity", "keepAlive": true})) == []
}

test_silent_when_families_differ_about_a_script_without_program if {
	_served(object.union(_differs, {"program": ""})) == []
	_served(object.union(_differs, {"trap": "single-wait"})) == []
}

test_reports_where_the_family_is_known_from if {
	proof := [v.proof[0].text | some v in _of(build.workload({"containers": [_app({}, {})]}))]
	proof == ["sh is dash (Debian, Ubuntu): the base of image example.com/app:1.0"]
	unknown := [v.proof[0].text | some v in _of(build.workload({"containers": [_app({"family": "unknown"}, {})]}))]
	unknown == ["sh may be dash, bash or BusyBox ash: the image does not tell"]
}

test_reports_at_the_command_string if {
	found := _of(build.workload({"containers": [_app({"at": build.ref(["command", 2])}, {})]}))
	found[0].at.path == ["command", 2]
}

test_silent_with_a_grace_period_of_zero if {
	_severities(build.served({"pod": {"grace": build.set_number(0)}, "containers": [_app({}, {})]})) == []
}
