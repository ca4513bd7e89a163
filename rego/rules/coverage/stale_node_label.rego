# METADATA
# title: A label or taint that clusters no longer set
# description: |
#   `node-role.kubernetes.io/master` is gone: as a label since Kubernetes 1.24, as a taint since 1.25. What selects it finds no
#   node, what avoids it avoids nothing, what tolerates only it does not run on the control plane.
#   `failure-domain.beta.kubernetes.io/zone` and `region` are deprecated since 1.17; only cloud controllers keep setting them.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/labels-annotations-taints/#failure-domainbetakubernetesiozone
#     description: Well-Known Labels, Annotations and Taints
#   - ref: https://github.com/kubernetes/enhancements/issues/2067
#     description: Rename the kubeadm "master" label and taint
# custom:
#   severity: warning
#   confidence: high
#   kinds: [StaleLabel]
#   tags: [coverage, scheduling]
#   remediation: |
#     Use node-role.kubernetes.io/control-plane, topology.kubernetes.io/zone and topology.kubernetes.io/region.
package drainlint.rules.coverage.stale_node_label

import data.drainlint.lib.nodes
import data.drainlint.lib.words

violations contains {
	"at": l.at,
	"severity": _severity(l),
	"message": sprintf("%s: %s", [words.workload(w), _effect(l)]),
	"proof": [],
	"change": sprintf("use %s", [nodes.replaced[l.key]]),
} if {
	some w in input.workloads
	some l in w.pod.scheduling.labels
	nodes.replaced[l.key]
	_gone(l.key, 24)
	not _beside(w, l)
}

violations contains {
	"at": t.at,
	"severity": _toleration_severity(w),
	"message": sprintf("%s tolerates %s, which clusters no longer set since 1.25, and not %s: %s", [words.workload(w), t.key, nodes.control_plane, _toleration_effect(w)]),
	"proof": [],
	"change": sprintf("add the same toleration for %s", [nodes.control_plane]),
} if {
	some w in input.workloads
	some t in w.pod.scheduling.tolerations
	t.key == nodes.master
	_gone(t.key, 25)
	every other in w.pod.scheduling.tolerations {
		not _newer(other)
	}
}

_toleration_severity(w) := "warning" if w.kind == "DaemonSet"

_toleration_severity(w) := "note" if w.kind != "DaemonSet"

_toleration_effect(w) := "control plane nodes run without it" if w.kind == "DaemonSet"

_toleration_effect(w) := "it cannot run on control plane nodes" if w.kind != "DaemonSet"

_newer(t) if t.key == nodes.control_plane

_newer(t) if {
	t.key == ""
	t.exists
}

# The zone labels are kept by cloud controllers, whatever the version.
_gone(key, _) if key != nodes.master

_gone(key, minor) if {
	key == nodes.master
	nodes.since(input.settings.kubeVersion, minor)
}

# An alternative with the new key, or the same condition on it.
_beside(w, l) if {
	some other in w.pod.scheduling.labels
	other.from == l.from
	other.key == nodes.replaced[l.key]
	other.operator == l.operator
	l.from != "nodeSelector"
}

_severity(l) := "warning" if _strict(l)

_severity(l) := "note" if not _strict(l)

_strict(l) if {
	l.key == nodes.master
	l.from in {"nodeSelector", "required"}
}

_effect(l) := sprintf("its selector asks for the label %s, which no cluster sets since 1.24: no node fits", [l.key]) if {
	_strict(l)
	not _avoids(l)
} else := sprintf("its affinity avoids the label %s, which no cluster sets since 1.24: it avoids nothing", [l.key]) if {
	l.key == nodes.master
	_avoids(l)
} else := sprintf("it prefers the label %s, which no cluster sets since 1.24: the preference has no effect", [l.key]) if {
	l.key == nodes.master
} else := sprintf("%s is deprecated since 1.17, and only cloud controllers still set it: elsewhere %s", [l.key, _without(l)])

_avoids(l) if l.operator in {"NotIn", "DoesNotExist"}

_without(l) := "no node fits" if {
	l.from in {"nodeSelector", "required"}
	not _avoids(l)
} else := "it spreads nothing" if {
	l.from == "topology"
} else := "the rule has no effect"
