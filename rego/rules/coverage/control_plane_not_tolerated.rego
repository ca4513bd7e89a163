# METADATA
# title: The agent does not run on control plane nodes
# description: |
#   Control plane nodes have the taint `node-role.kubernetes.io/control-plane:NoSchedule`. A DaemonSet without a toleration for
#   it leaves them unwatched, which are the nodes that matter most. The older key `node-role.kubernetes.io/master` is no
#   longer set since Kubernetes 1.25.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/labels-annotations-taints/#node-role-kubernetes-io-control-plane-taint
#     description: The control-plane taint
# custom:
#   severity: note
#   confidence: medium
#   kinds: [NoControlPlane]
#   tags: [coverage, DaemonSet]
#   remediation: |
#     Add a toleration with key node-role.kubernetes.io/control-plane, operator Exists, effect NoSchedule; or say with a
#     nodeSelector which nodes are meant.
package drainlint.rules.coverage.control_plane_not_tolerated

import data.drainlint.lib.nodes
import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(w.pod.at, ["tolerations"]),
	"message": sprintf("%s tolerates no control plane taint, so control plane nodes run without it", [words.workload(w)]),
	"proof": [{"text": sprintf("tolerates %s, which clusters no longer set since 1.25", [t.key]), "at": t.at} | some t in w.pod.scheduling.tolerations; t.key == nodes.master],
	"change": "add a toleration: key node-role.kubernetes.io/control-plane, operator Exists, effect NoSchedule",
} if {
	not input.cluster # coverage-gap knows
	some w in input.workloads
	w.kind == "DaemonSet"
	pods.stays_up(w)
	not w.pod.windows
	not w.pod.scheduling.chosen
	not _tolerated(w)
}

_tolerated(w) if {
	some t in w.pod.scheduling.tolerations
	t.effect in {"", "NoSchedule"}
	_covers(t)
}

_covers(t) if {
	t.exists
	t.key == ""
}

_covers(t) if {
	t.key == nodes.control_plane
	_any_value(t)
}

_covers(t) if {
	t.key == nodes.master
	not nodes.since(input.settings.kubeVersion, 25)
}

# The taint has no value.
_any_value(t) if t.exists

_any_value(t) if t.value == ""
