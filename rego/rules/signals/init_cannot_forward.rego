# METADATA
# title: The init in front reaches the shell only
# description: |
#   `tini -- script`, `catatonit script` and `dumb-init -c script` pass the stop signal on to their child only. Where that child is a shell that does not
#   exec the program, the shell dies of the signal, the init ends with it, and the kernel kills the program, which never saw the signal. An init
#   does not repair a missing exec. A second init, and one that is not PID 1, only costs the reaping of orphans.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Init, SharedProcesses]
#   tags: [signals, init, pid-1, Dockerfile]
#   remediation: |
#     Let exec replace the shell below the init. Where the pod shares its process namespace, start tini with -s.
package drainlint.rules.signals.init_cannot_forward

import data.drainlint.lib.images as docker
import data.drainlint.lib.pods
import data.drainlint.lib.processes
import data.drainlint.lib.words

violations contains {
	"at": s.shell.at,
	"severity": _severity(s),
	"message": sprintf("%s%s passes the stop signal to the shell only, which dies of it and takes %s along: the program never sees the signal", [s.who, processes.name(s.init), docker.program(s.shell)]),
	"proof": [processes.starts(s)],
	"change": docker.change(s.shell),
	"flow": processes.flow(s),
} if {
	some s in processes.long
	_child_only(s)
	s.shell.used
	s.shell.stays == "yes"
	s.shell.trap == "none"
}

violations contains {
	"at": s.at, "severity": "note",
	"message": sprintf("%s%s runs below %s: one init is enough, and only the first reaps orphans", [s.who, processes.name(s.second), processes.name(s.init)]),
	"proof": [processes.starts(s)],
	"change": "keep one init",
} if {
	some s in processes.all
	s.second != ""
}

violations contains {
	"at": c.process.at, "severity": "note",
	"message": sprintf("%s: tini is not PID 1 in a pod that shares its process namespace, so it reaps no orphans", [words.container(w, c)]),
	"proof": [{"text": "shareProcessNamespace is true", "at": w.pod.shareProcessNamespace.at}],
	"change": "start it as tini -s, or without shareProcessNamespace",
} if {
	some w in input.workloads
	w.pod.shareProcessNamespace.value
	some c in pods.running(w)
	startswith(processes.name(c.process.init), "tini")
	not "-s" in c.process.initArgs
}

_severity(s) := "note" if s.weight == "note"

_severity(s) := "warning" if s.weight != "note"

_child_only(s) if processes.name(s.init) == "catatonit"

_child_only(s) if {
	contains(processes.name(s.init), "tini")
	every a in s.initArgs {
		not _group(a)
	}
}

_child_only(s) if {
	processes.name(s.init) == "dumb-init"
	some a in s.initArgs
	a in {"-c", "--single-child"}
}

_group(a) if {
	startswith(a, "-")
	contains(a, "g")
}
