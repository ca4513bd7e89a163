# METADATA
# title: Exec form that is no valid JSON is run in a shell
# description: |
#   Docker takes `CMD [...]` for exec form only when the brackets hold a JSON array of strings. Single quotes, a trailing comma or an
#   unquoted variable make it shell form without a word: `/bin/sh -c '["app", ...]'` looks for a program named `[app,`, or a shell stays
#   PID 1.
# related_resources:
#   - ref: https://docs.docker.com/reference/dockerfile/#shell-and-exec-form
#     description: Shell and exec form
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
# custom:
#   severity: error
#   confidence: high
#   kinds: [BrokenForm]
#   tags: [signals, Dockerfile]
#   remediation: |
#     Write a JSON array: double quotes, no trailing comma, no variables outside quotes. Exec form expands no variables at all: where
#     one is needed, write `["sh", "-c", "exec app --port $PORT"]`.
package drainlint.rules.signals.json_form_broken

violations contains {
	"at": im.instruction,
	"message": "this is meant to be exec form but is no valid JSON, so Docker runs the text, brackets and all, in a shell",
	"change": "write a JSON array of strings in double quotes; where a variable is needed, [\"sh\", \"-c\", \"exec app --port $PORT\"]",
} if {
	some im in input.images
	im.broken
	not im.windows
}
