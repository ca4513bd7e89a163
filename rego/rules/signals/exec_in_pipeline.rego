# METADATA
# title: exec replaces a child of the shell only
# description: |
#   In a pipeline, a subshell or the background, `exec` replaces a process that the shell has already forked. The shell stays PID 1 and, without a
#   trap, ignores the stop signal: the program never sees it.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Shell, ImageShell]
#   tags: [signals, shell, pid-1, Dockerfile]
#   remediation: |
#     Let exec replace the shell itself. Instead of `exec app | tee log`, let the program write to standard output, or write
#     `exec app > >(tee log)` with bash.
package drainlint.rules.signals.exec_in_pipeline

import data.drainlint.lib.processes
import data.drainlint.lib.words

violations contains {
	"at": s.shell.at,
	"severity": _severity(s),
	"message": sprintf("%s%q replaces only a child of the shell: the shell stays PID 1 and ignores the stop signal, so the program never sees it", [s.who, words.short(sprintf("exec %s", [s.shell.program]))]),
	"proof": [processes.starts(s)],
	"change": "let exec replace the shell itself, outside of pipelines, subshells and the background: the program may write to standard output; with bash, `exec app > >(tee log)`",
	"flow": processes.flow(s),
} if {
	some s in processes.long
	s.init == ""
	s.shell.subshellExec
	s.shell.stays == "yes"
	s.shell.forwards == "no"
}

_severity(s) := "note" if s.weight == "note"

_severity(s) := "warning" if s.weight != "note"
