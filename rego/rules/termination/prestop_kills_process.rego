# METADATA
# title: The preStop hook kills
# description: |
#   `kill -9` ends a program without its drain, and does nothing at all to PID 1 of its own container. `pkill` and `killall` find programs by name: in a pod that shares its process
#   namespace they hit other containers, with hostPID the programs of the node.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: high
#   kinds: [KillingHook]
#   tags: [termination, preStop]
#   remediation: |
#     Leave the stop signal to the kubelet, and let the hook only wait.
package drainlint.rules.termination.prestop_kills_process

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": c.preStop.duration.at,
	"severity": severity,
	"message": sprintf("%s: the preStop hook runs `%s`, which %s", [words.container(w, c), k.text, why]),
	"proof": [{"text": "the preStop hook", "at": c.preStop.at}],
	"change": "let the hook wait only: the kubelet sends the stop signal afterwards",
} if {
	some w in input.workloads
	some c in pods.running(w)
	some k in c.preStop.kills
	[severity, why] := _does(w, k)
}

_does(w, k) := ["error", sprintf("signals every %q of the node, since hostPID is true", [k.name])] if {
	w.pod.hostPID.value
	k.name != ""
} else := ["warning", sprintf("also signals every %q of the other containers, since the pod shares its process namespace", [k.name])] if {
	w.pod.shareProcessNamespace.value
	k.name != ""
	count(pods.running(w)) > 1
} else := ["warning", "does nothing: PID 1 cannot be killed from within its own namespace"] if {
	k.signal == "KILL"
	k.pid1
	not w.pod.shareProcessNamespace.value
	not w.pod.hostPID.value
} else := ["warning", "ends the program without its drain"] if {
	k.signal == "KILL"
}
