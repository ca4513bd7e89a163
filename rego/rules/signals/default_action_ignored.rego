# METADATA
# title: PID 1 has no handler for the stop signal unless its program sets one
# description: |
#   The kernel gives PID 1 of a container no default action. Node.js, Python, Perl, sleep and tail end on SIGTERM elsewhere, but as PID 1 they ignore it unless the program
#   itself handles it, which the files do not show.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: note
#   confidence: low
#   kinds: [Bare]
#   tags: [signals, pid-1]
#   remediation: |
#     Handle SIGTERM in the program, or put tini or dumb-init in front of it.
package drainlint.rules.signals.default_action_ignored

import data.drainlint.lib.processes

violations contains {
	"at": s.at,
	"message": sprintf("%s%s is PID 1 and ignores %s unless its program handles it: then it is killed at the end of the grace period", [s.who, processes.name(s.program[0]), processes.signal(s)]),
	"proof": [processes.starts(s)],
	"change": "handle the signal in the program, or put tini or dumb-init in front of it",
} if {
	some s in processes.all
	s.init == ""
	s.weight != "note"
	_direct(s)
	_bare(s.program)
}

_direct(s) if not s.shell.used

_direct(s) if s.shell.stays == "no"

# Frameworks that handle the signal are run by these as python -m NAME; a script is the author's.
_bare(argv) if {
	processes.name(argv[0]) in {"node", "nodejs", "perl"}
	count(argv) > 1
}

_bare(argv) if {
	regex.match(`^python[0-9.]*$`, processes.name(argv[0]))
	some a in argv
	endswith(a, ".py")
}

_bare(argv) if processes.name(argv[0]) in {"sleep", "tail"}
