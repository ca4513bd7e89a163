package drainlint.lib.signals_test

import data.drainlint.lib.build
import data.drainlint.lib.signals

_swallowed(shell) if signals.swallowed(build.workload({}), build.container({"process": build.shell(shell)}))

_bare(shell) if signals.bare_shell(build.workload({}), build.container({"process": build.shell(shell)}))

test_own_pid1 if {
	signals.own_pid1(build.workload({}))
	not signals.own_pid1(build.workload({"pod": {"windows": true}}))
	not signals.own_pid1(build.workload({"pod": {"hostPID": build.set_switch(true)}}))
	not signals.own_pid1(build.workload({"pod": {"shareProcessNamespace": build.set_switch(true)}}))
}

test_bare_shell if {
	_bare({})
	_bare({"stays": "no"})
	_bare({"forwards": "unknown"})
}

test_bare_shell_not if {
	not _bare({"used": false})
	not _bare({"init": "tini"})
	not _bare({"finite": true})
	not _bare({"forwards": "yes"})
	c := build.container({"role": "init", "process": build.shell({})})
	not signals.bare_shell(build.workload({}), c)
	main := build.container({"process": build.shell({})})
	not signals.bare_shell(build.workload({"pod": {"windows": true}}), main)
}

test_swallowed if {
	_swallowed({})
	_swallowed({"trap": "blocked"})
	_swallowed({"trap": "ignores"})
}

test_swallowed_not if {
	not _swallowed({"stays": "no"})
	not _swallowed({"stays": "unknown", "differs": ["dash"]})
	not _swallowed({"forwards": "unknown"})
	not _swallowed({"trap": "ends"})
	not _swallowed({"trap": "single-wait"})
	not _swallowed({"trap": "unknown"})
	not _swallowed({"init": "tini"})
}

test_delivered if {
	_delivered({"text": "kill -TERM $(pidof app)", "signal": "TERM", "name": "", "pid1": false})
	_delivered({"text": "pkill -QUIT nginx", "signal": "QUIT", "name": "nginx", "pid1": false})
	not _delivered({"text": "kill 1", "signal": "TERM", "name": "", "pid1": true})
	not _delivered({"text": "kill -9 $(pidof app)", "signal": "KILL", "name": "", "pid1": false})
	not signals.delivered(build.container({}))
}

_delivered(k) if signals.delivered(build.container({"preStop": object.union(build.no_hook, {"set": true, "kills": [k]})}))
