# METADATA
# title: A path of the node is mounted writable although it is there to be read
# description: |
#   A volume mount is writable unless it says `readOnly: true`. On a hostPath that the program only reads, that turns a
#   takeover of the container into a change of the node, and a bug into damage that survives the pod. A program that
#   keeps state on the node needs one folder of its own for it, not the tree it reads.
#   Containers that are privileged are left out: they can remount whatever is read-only, so the flag binds nothing until
#   they are not, and rule privileged speaks about them.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
#     description: hostPath volumes
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#read-only-mounts
#     description: Read-only mounts
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [HostPath]
#   tags: [privileges, hostPath]
#   security_severity: "6.0"
#   remediation: |
#     Add readOnly: true to the mount, and give what the program writes a folder of its own (/var/lib/NAME).
package drainlint.rules.privileges.hostpath_writable

import data.drainlint.lib.privileges
import data.drainlint.lib.words

# One finding for each volume, at the first mount that needs the flag; the proof names the others.
violations contains {
	"at": mounts[0].at,
	"severity": _severity(w, mounts[0]),
	"message": sprintf("%s, container %s: hostPath %s is mounted writable, but %s%s", [
		words.workload(w),
		mounts[0].container,
		h.path,
		why,
		_explained(w),
	]),
	"proof": [{"text": privileges.mount(m), "at": m.at} | some m in mounts],
	"change": _change(h),
} if {
	some w in input.workloads
	not w.pod.windows
	some h in w.hostPaths
	not h.needWrite
	not _special(h)
	why := _why(h)
	mounts := [m | some m in h.mounts; not m.readOnly; not m.privileged]
	count(mounts) > 0
}

# Classes that are there to be read, as a whole and below.
_readable := {
	"root": "nothing needs to write everywhere",
	"var": "nothing needs to write everywhere below it",
	"etc": "it is the node's configuration",
	"login": "it decides who may log in to the node",
	"start": "it decides what the node runs as root",
	"kubernetes": "it holds the node's credentials for the cluster",
	"etcd": "it is the database of the cluster",
	"kubelet": "it holds what the kubelet keeps of every pod",
	"home": "it belongs to the node's users",
	"boot": "it holds the node's kernel",
	"proc": "it shows the node's processes",
	"sys": "it shows the node's devices",
	"modules": "it holds the node's kernel modules",
	"usr": "it holds the node's programs",
	"containers": "it holds the files of every container",
	"harmless": "it is there to be read",
}

# Classes that are there to be written, whatever a profile says of reading.
_writable := {"cni", "plugins", "lock", "dev", "bpf", "kernelfs", "udev", "run", "bus"}

_why(h) := _readable[h.class]

# A folder of one's own below /var/log is there to be written; the node's logs are there to be read.
_why(h) := "it holds the logs of others" if {
	h.class == "logs"
	h.whole
}

_why(h) := sprintf("the program only reads it: %s", [h.need]) if {
	h.need != ""
	not _readable[h.class]
	not h.class in _writable
	not _logs(h)
}

_logs(h) if {
	h.class == "logs"
	h.whole
}

# A socket or device takes commands on a read-only mount as well; a Bidirectional mount is there to change the node.
_special(h) if h.direct

_special(h) if h.path == "/dev/null"

_special(h) if h.type in {"Socket", "CharDevice", "BlockDevice"}

_special(h) if {
	some m in h.mounts
	m.propagation == "Bidirectional"
}

_severity(w, _) := "note" if w.justified["hostpath-writable"]

_severity(w, m) := "note" if _shipper(w, m)

_severity(w, m) := "warning" if {
	not w.justified["hostpath-writable"]
	not _shipper(w, m)
}

# A log shipper may keep its position file beside the logs, which its configuration decides.
_shipper(w, m) if {
	some h in w.hostPaths
	h.class == "logs"
	some own in h.mounts
	own.at == m.at
	some c in w.containers
	c.name == m.container
	c.profile.class == "telemetry"
}

_explained(w) := sprintf("; %s", [privileges.recorded(w, "hostpath-writable")]) if {
	w.justified["hostpath-writable"]
} else := ""

_change(h) := "add readOnly: true to the mount; a position file goes to a folder of its own (/var/lib/NAME)" if {
	h.class == "logs"
} else := "add readOnly: true to the mount; give what the program writes a folder of its own (/var/lib/NAME)"
