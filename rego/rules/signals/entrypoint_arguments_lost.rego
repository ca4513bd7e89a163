# METADATA
# title: Arguments do not reach the program
# description: |
#   Shell form of ENTRYPOINT becomes `/bin/sh -c "..."`. CMD and the pod's args are put behind that string and become `$0`, `$1` and so on of the
#   shell; a string that does not use them drops them without a word. The program runs without its flags.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: error
#   confidence: high
#   kinds: [LostArguments]
#   tags: [signals, Dockerfile]
#   remediation: |
#     Write ENTRYPOINT in exec form, or end its string with `exec app "$@"` behind a word for $0.
package drainlint.rules.signals.entrypoint_arguments_lost

import data.drainlint.lib.words

violations contains {
	"at": c.process.argsAt,
	"severity": _severity(c),
	"message": sprintf("%s: args reach nothing: the image's ENTRYPOINT is a shell with a command string, which takes them for $0, $1 ... and does not use them%s", [words.any_container(w, c), _guessed(c)]),
	"proof": [object.union({"text": sprintf("ENTRYPOINT runs %s", [concat(" ", c.process.image.entrypoint)])}, {"at": a | some k in ["at"]; a := c.process.image[k]})],
	"change": "write ENTRYPOINT in exec form: [\"program\", \"argument\"]",
} if {
	some w in input.workloads
	some c in w.containers
	count(c.process.command) == 0
	count(c.process.args) > 0
	c.process.image.dropsArgs
}

violations contains {
	"at": im.cmdAt,
	"severity": "warning",
	"message": "CMD reaches nothing: ENTRYPOINT is a shell with a command string, which takes it for $0, $1 ... and does not use it",
	"proof": [{"text": "ENTRYPOINT is a command string", "at": im.instruction}],
	"change": "write ENTRYPOINT in exec form: [\"program\", \"argument\"]",
} if {
	some im in input.images
	not im.windows
	not im.broken
	im.dropsArgs
	im.cmdAt
}

_severity(c) := "warning" if c.process.image.guessed

_severity(c) := "error" if not c.process.image.guessed

_guessed(c) := " (image matched by name)" if c.process.image.guessed

_guessed(c) := "" if not c.process.image.guessed
