# METADATA
# title: The entrypoint script starts the program as a child
# description: |
#   The script is PID 1, and no shell spares itself the fork for the last command of a script in a file. Without `exec` the program is
#   a child that never gets the stop signal, and the shell, which has no default action as PID 1, ignores it.
# related_resources:
#   - ref: https://docs.docker.com/reference/dockerfile/#shell-and-exec-form
#     description: Shell and exec form
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Shell, ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     End the script with `exec program "$@"`. Where something must run after it, start it in the background, pass the signal on from a
#     trap, and wait again after the trap.
package drainlint.rules.signals.script_does_not_exec

import data.drainlint.lib.images
import data.drainlint.lib.processes

violations contains {
	"at": s.shell.at,
	"severity": _severity(s),
	"message": sprintf("%sthe script is PID 1 and starts %s as a child (%s) %s", [s.who, images.program(s.shell), s.shell.reason, images.outcome(s.shell)]),
	"proof": [processes.starts(s)],
	"change": images.change(s.shell),
	"flow": processes.flow(s),
} if {
	some s in processes.long
	s.init == ""
	s.script != ""
	s.shell.stays == "yes"
	s.shell.forwards != "yes"
	not s.shell.subshellExec
	s.shell.trap in {"none", "ignores", "unknown", "ends", "recurses"}
}

# What a trap does that is not in the script is not known. Where commands follow the program, the script may be a job that
# ends by itself.
_severity(s) := "note" if {
	s.shell.forwards == "unknown"
} else := "note" if {
	s.shell.reason == "a command follows"
} else := s.weight
