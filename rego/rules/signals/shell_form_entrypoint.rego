# METADATA
# title: Shell form of ENTRYPOINT keeps the stop signal from the program
# description: |
#   Docker runs shell form as `/bin/sh -c "..."`. Where that shell does not replace itself with the program, it is PID 1 and, without
#   a trap, ignores the stop signal; the program never sees it and is killed at the end of the grace period. Which shell replaces
#   itself for which command was measured: dash as Debian and Ubuntu ship it never does, bash does for a last simple command,
#   BusyBox ash for most last commands.
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
#     Write the instruction in exec form, or begin its command with exec.
package drainlint.rules.signals.shell_form_entrypoint

import data.drainlint.lib.images

violations contains v if some v in images.form("entrypoint", "ENTRYPOINT")

violations contains v if some v in images.depends("entrypoint", "ENTRYPOINT")
