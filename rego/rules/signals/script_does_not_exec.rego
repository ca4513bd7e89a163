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
#   kinds: [ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     End the script with `exec program "$@"`. Where something must run after it, start it in the background, pass the signal on from a
#     trap, and wait again after the trap.
package drainlint.rules.signals.script_does_not_exec

import data.drainlint.lib.images

violations contains {
	"at": im.process.at,
	"severity": _severity(im.process),
	"message": sprintf("the script is PID 1 and starts %s as a child (%s) %s", [images.program(im.process), im.process.reason, images.outcome(im.process)]),
	"proof": [{"text": sprintf("the image starts %s", [concat(" ", im.argv)]), "at": im.instruction}],
	"change": images.change(im.process),
} if {
	some im in images.shells
	im.script != ""
	images.stays(im)
	im.process.trap in {"none", "ignores", "unknown", "ends"}
}

# What a trap does that is not in the script is not known. Where commands follow the program, the script may be a job that
# ends by itself.
_severity(s) := "note" if {
	s.forwards == "unknown"
} else := "note" if {
	s.reason == "a command follows"
} else := "warning"
