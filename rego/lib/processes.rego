# Processes: what runs as PID 1 of a container or an image, in one shape for both, so that a rule is written once.
package drainlint.lib.processes

import data.drainlint.lib.images as docker
import data.drainlint.lib.pods
import data.drainlint.lib.signals
import data.drainlint.lib.words

# containers are those whose pod sets the command line or the words that decide, in a PID namespace of their own, and whose
# program hears of its end only through PID 1. What the image alone decides is the Dockerfile's.
containers := [s |
	some w in input.workloads
	not w.hook
	signals.own_pid1(w)
	some c in pods.running(w)
	_own(c)
	not signals.delivered(c)
	p := c.process
	s := {
		"who": sprintf("%s: ", [words.container(w, c)]), "at": p.at, "argv": p.argv, "program": p.program, "init": p.init,
		"initArgs": p.initArgs, "second": p.second, "shell": p.shell, "script": p.script, "trapAt": object.get(p, "trapAt", p.shell.at),
		"path": p.path, "signal": p.stopSignal, "signals": c.profile.signals, "weight": _weight(w, c), "file": "", "served": c.served,
	}
]

# images are those that a pod does not start otherwise.
images := [s |
	some im in input.images
	not im.windows
	not im.broken
	not docker.overridden(im)
	s := {
		"who": "", "at": im.instruction, "argv": im.argv, "program": im.program, "init": im.init, "initArgs": im.initArgs,
		"second": im.second, "shell": im.process, "script": im.script, "trapAt": object.get(im, "trapAt", im.process.at), "path": im.path,
		"signal": im.stopSignal, "signals": im.profile.signals, "weight": docker.severity(im), "file": im.file, "served": false,
	}
]

all := array.concat(containers, images)

# long are those that run until they are stopped, and have something to lose.
long := [s |
	some s in all
	not s.shell.finite
	s.shell.program != ""
	not s.shell.keepAlive
]

# flow is the way of the stop signal, for the picture of a finding.
flow(s) := array.concat([{"text": "kubelet"}, {"text": signal(s)}], s.path)

# signal is the name of the stop signal.
signal(s) := s.signal.name if s.signal.known

signal(s) := "stop signal" if not s.signal.known

# starts says what is started, as a proof.
starts(s) := {"text": sprintf("it starts %s", [concat(" ", s.argv)]), "at": s.at}

# name is the last element of a path.
name(word) := regex.replace(word, `^.*/`, "")

_own(c) if count(c.process.command) > 0

_own(c) if {
	count(c.process.command) == 0
	c.process.known
	count(c.process.args) > 0
	_decides(c.process.shell)
}

_decides(s) if s.own

_decides(s) if not s.used

_weight(w, _) := "note" if w.runs == "job"

_weight(w, c) := "error" if {
	w.runs != "job"
	_matters(w, c)
}

_weight(w, c) := "warning" if {
	w.runs != "job"
	not _matters(w, c)
}

_matters(_, c) if c.served

_matters(w, _) if w.agent

_matters(w, _) if w.kind == "StatefulSet"
