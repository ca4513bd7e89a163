# METADATA
# title: The preStop hook is never delivered
# description: |
#   The kubelet has no implementation of tcpSocket hooks: they fail at once. An httpGet hook is sent by the kubelet, so host localhost is the node itself, unless the pod uses the host network; in a pod with
#   the host network the kubelet knows no address unless host is set. No hook runs when a container ends by itself, as those of a Job do.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: error
#   confidence: high
#   kinds: [RemoteHook]
#   tags: [termination, preStop]
#   remediation: |
#     Leave host out (or set 127.0.0.1 with hostNetwork), use a port that exists, or use an exec hook or the sleep action.
package drainlint.rules.termination.prestop_never_runs

import data.drainlint.lib.words

violations contains {
	"at": c.preStop.handler,
	"message": sprintf("%s: %s, and the stop signal follows at once", [words.any_container(w, c), why]),
	"proof": [{"text": "the preStop hook", "at": c.preStop.at}, {"text": sprintf("hostNetwork is %v", [w.pod.hostNetwork.value]), "at": w.pod.hostNetwork.at}],
	"change": change,
} if {
	some w in input.workloads
	some c in w.containers
	[why, change] := _never(w, c.preStop)
}

violations contains {
	"at": c.preStop.at,
	"severity": "warning",
	"message": sprintf("%s: no hook runs when a container of a %s ends by itself: this one runs only when the pod is deleted", [words.container(w, c), w.kind]),
	"proof": [{"text": "the preStop hook", "at": c.preStop.at}],
	"change": "do at the end of the program what the hook is to do",
} if {
	some w in input.workloads
	w.kind in {"Job", "CronJob"}
	some c in w.containers
	c.role == "main"
	c.preStop.set
	c.preStop.type == "exec"
	c.preStop.duration.known == "exact"
	c.preStop.duration.seconds == 0
}

_never(_, h) := ["the kubelet does not implement tcpSocket hooks: it fails", "use an exec or httpGet hook, or the sleep action"] if h.type == "tcpSocket"

_never(w, h) := [sprintf("the kubelet sends the hook to %s, which is the node and not the pod", [h.host]), "leave host out: the hook then goes to the pod's own address"] if {
	h.type == "httpGet"
	not w.pod.hostNetwork.value
	_loopback(h.host)
}

_never(w, h) := ["in a pod with the host network the kubelet knows no address to send the hook to", "set host: 127.0.0.1"] if {
	h.type == "httpGet"
	w.pod.hostNetwork.value
	h.host == ""
}

_never(_, h) := [sprintf("no container declares the port %q that the hook is sent to", [h.port]), "use the number or the name of a declared port"] if {
	h.type == "httpGet"
	not h.portKnown
}

_loopback(host) if host in {"localhost", "127.0.0.1", "::1"}
