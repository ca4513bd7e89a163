# METADATA
# title: The image does not have what the preStop hook runs
# description: |
#   An exec hook runs a program of the image. Images built from scratch, distroless and static ones have no shell, no sleep, no curl: the hook fails at once, with an event that
#   nobody reads, and the stop signal follows without the delay.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: error
#   confidence: high
#   kinds: [MissingTool]
#   tags: [termination, preStop]
#   remediation: |
#     Use the sleep action of the hook, which the kubelet performs itself (on by default since Kubernetes 1.30), or an image that has the program.
package drainlint.rules.termination.prestop_cannot_run

import data.drainlint.lib.words

violations contains {
	"at": c.preStop.handler,
	"severity": _severity(c.preStop),
	"message": sprintf("%s: the preStop hook runs %q, which the image does not have: the hook fails and the stop signal follows at once%s", [words.any_container(w, c), c.preStop.missing, _guessed(c)]),
	"proof": [{"text": c.preStop.missingWhy, "at": c.image.at}],
	"change": _change(c.preStop),
} if {
	some w in input.workloads
	some c in w.containers
	c.preStop.missing != ""
}

_severity(h) := "error" if h.missingCertain

_severity(h) := "warning" if not h.missingCertain

_guessed(c) := " (image matched by name)" if c.process.image.guessed

_guessed(c) := "" if not c.process.image.guessed

_change(h) := sprintf("let the kubelet wait: sleep: {seconds: %v}%s", [h.duration.seconds, _since]) if {
	h.duration.known in {"exact", "lower-bound"}
	h.duration.seconds > 0
}

_change(h) := "use an image that has it, or the sleep action where the hook only waits" if not h.duration.seconds > 0

_since := "" if input.settings.kubeVersion.minor >= 30

_since := " (on by default since Kubernetes 1.30)" if input.settings.kubeVersion.minor < 30
