# METADATA
# title: The trap cannot run while the program does
# description: |
#   A shell runs a trap only when no child is in the foreground. `trap handler TERM; app` waits for app, so the handler runs after the program
#   has ended by itself or been killed. A trap that signals another process than the program, a shell in between or another part of a pipeline, does
#   not reach it either.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: error
#   confidence: high
#   kinds: [Shell, ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     Start the program in the background, keep its process id, pass the signal on from the trap, and wait again after the trap:
#     `trap 'kill -TERM "$pid"' TERM; app & pid=$!; wait "$pid"; wait "$pid"`. Or let exec replace the shell.
package drainlint.rules.signals.trap_cannot_run

import data.drainlint.lib.processes
import data.drainlint.lib.words

violations contains {
	"at": s.trapAt,
	"severity": s.weight,
	"message": sprintf("%s%s: the program never sees the stop signal and is killed at the end of the grace period", [s.who, _why(s.shell)]),
	"proof": [{"text": "the program is started here", "at": s.shell.at}],
	"change": "start the program in the background, pass the signal on to its process id from the trap, and wait again after the trap",
	"flow": processes.flow(s),
} if {
	some s in processes.long
	s.init == ""
	s.shell.used
	s.shell.stays == "yes"
	s.shell.trap in {"blocked", "misses"}
}

_why(s) := sprintf("the trap cannot run while the shell waits for %q in the foreground", [words.short(s.program)]) if s.trap == "blocked"

_why(s) := sprintf("the trap signals another process than %q", [words.short(s.program)]) if s.trap == "misses"
