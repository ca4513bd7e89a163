# METADATA
# title: readOnly leaves the filesystems mounted below writable
# description: |
#   `readOnly: true` makes one mount read-only: the top of the tree. What is mounted below it on the node (other disks, the
#   volumes of pods, tmpfs folders) comes along as it is, writable. `recursiveReadOnly: Enabled` makes all of it
#   read-only; it needs kernel 5.12, a runtime that knows it and mountPropagation None.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#recursive-read-only-mounts
#     description: Recursive read-only mounts
# custom:
#   severity: note
#   confidence: high
#   kinds: [ReadOnlyTree]
#   tags: [privileges, hostPath]
#   security_severity: "4.0"
#   remediation: |
#     Add recursiveReadOnly: Enabled (or IfPossible) to the mount, or mount the one folder that is needed.
package drainlint.rules.privileges.hostpath_readonly_not_recursive

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(mounts[0].at, ["readOnly"]),
	"message": sprintf("%s: hostPath %s is read-only at its top only: %s below it stay writable%s", [words.workload(w), h.path, _below[h.class], _recorded(w)]),
	"proof": [{"text": sprintf("%s; mountPropagation is %s", [privileges.mount(m), m.propagation]), "at": m.at} | some m in mounts],
	"change": _change(mounts),
} if {
	some w in input.workloads
	not w.pod.windows
	_known(input.settings.kubeVersion)
	some h in w.hostPaths
	h.whole
	_below[h.class]
	mounts := [m | some m in h.mounts; m.readOnly; not m.recursive; not m.privileged]
	count(mounts) > 0
}

# _below says what nodes have mounted below a path.
_below := {
	"root": "the node's other filesystems and the volumes of its pods",
	"var": "the volumes of pods and the filesystems of containers",
	"run": "tmpfs folders and network namespaces",
	"kubelet": "the volumes of pods",
	"containers": "the filesystems of containers",
	"dev": "shared memory, terminals and huge pages",
	"sys": "cgroups and the kernel's debug and eBPF filesystems",
}

# On by default since 1.31.
_known(v) if [v.major, v.minor] >= [1, 31]

_change(mounts) := "add recursiveReadOnly: Enabled to the mount" if {
	every m in mounts {
		m.propagation == "None"
	}
} else := "mount the one folder that is needed, or add recursiveReadOnly: Enabled and remove mountPropagation, which excludes it"

_recorded(w) := sprintf("; %s", [privileges.recorded(w, "hostpath-readonly-not-recursive")]) if {
	w.justified["hostpath-readonly-not-recursive"]
} else := ""
