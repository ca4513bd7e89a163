# METADATA
# title: The container's mounts reach the node
# description: |
#   With `mountPropagation: Bidirectional` whatever is mounted inside the container appears on the node, and in every pod
#   that mounts the same folder. A mount that is not taken away when the container ends stays there, keeps the volume
#   busy, and blocks the deletion of pods. CSI drivers publish volumes this way; others need HostToContainer at most,
#   which shows later mounts of the node to the container.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#mount-propagation
#     description: Mount propagation
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Bidirectional]
#   tags: [privileges, mounts]
#   security_severity: "5.5"
#   remediation: |
#     Use HostToContainer to see mounts of the node, and leave mountPropagation out where the folder has none.
package drainlint.rules.privileges.mount_propagation

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(m.at, ["mountPropagation"]),
	"severity": _severity(w, h, m),
	"message": sprintf("%s, container %s: what is mounted below %s appears on the node at %s and stays there if nothing takes it away%s", [
		words.workload(w),
		m.container,
		m.mountPath,
		m.path,
		_explained(w, h, m),
	]),
	"proof": [{"text": sprintf("%s, Bidirectional", [privileges.mount(m)]), "at": m.at}],
	"change": _change(w, h, m),
} if {
	some w in input.workloads
	not w.pod.windows
	some h in w.hostPaths
	some m in h.mounts
	m.propagation == "Bidirectional"
	m.privileged # otherwise the API server refuses it: invalid-value
	not refs.refused(m.at)
}

# A storage program publishes mounts; so does what stands beside a CSI registrar, or mounts the folders that the kubelet
# keeps for it.
_reason(w, h, m) := privileges.recorded(w, "mount-propagation") if {
	w.justified["mount-propagation"]
} else := "a bpf filesystem is mounted to stay" if {
	h.class == "bpf"
} else := _publishers(w, m)[0] if {
	count(_publishers(w, m)) > 0
}

_publishers(w, m) := array.flatten([
	[sprintf("%s publishes volumes", [c.profile.name]) | some c in w.containers; c.profile.class == "storage"; c.name == m.container],
	[sprintf("it is a volume driver: %s stands beside it", [c.profile.name]) | some c in w.containers; c.profile.class == "storage"; c.name != m.container],
	["it mounts the folder of volume plugins, as CSI drivers do" | some h in w.hostPaths; _plugins(h)],
])

_plugins(h) if {
	h.class == "plugins"
	contains(h.path, "/plugins")
}

_severity(w, h, m) := "note" if _reason(w, h, m)

_severity(w, h, m) := "warning" if not _reason(w, h, m)

_explained(w, h, m) := sprintf("; %s", [_reason(w, h, m)]) if {
	_reason(w, h, m)
} else := ""

_change(w, h, m) := privileges.keep if {
	_reason(w, h, m)
} else := "use HostToContainer, or remove mountPropagation"
