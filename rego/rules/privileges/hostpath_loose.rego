# METADATA
# title: A hostPath does not say what it expects on the node
# description: |
#   Without a `type` nothing is checked: where the path is missing the container runtime creates a directory there, also
#   when a socket or a file was meant. The service that comes later cannot bind its socket or write its file at that
#   name, and the pod reads an empty folder instead of failing. `DirectoryOrCreate` does the same through the kubelet; on
#   a path that exists as a socket or file its check fails, and the pod never starts.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
#     description: hostPath volume types
# custom:
#   severity: error
#   confidence: high
#   kinds: [LooseHostPath]
#   tags: [privileges, hostPath]
#   security_severity: "3.0"
#   remediation: |
#     Set type to what must be there (Socket, File, Directory); use DirectoryOrCreate and FileOrCreate only for what the
#     program itself keeps on the node.
package drainlint.rules.privileges.hostpath_loose

import data.drainlint.lib.privileges
import data.drainlint.lib.words

# A directory type never fits a socket, a file or a device.
violations contains {
	"at": h.typeAt,
	"severity": _severity(w, "error"),
	"message": sprintf("%s: hostPath %s is a %s by its name, but its type is %s: where it exists the pod never starts (it is no directory)%s%s", [
		words.workload(w),
		h.path,
		h.looks,
		h.type,
		_created(h),
		_recorded(w),
	]),
	"proof": _mounts(h),
	"change": sprintf("set type: %s", [_types[h.looks]]),
} if {
	some [w, h] in _mounted
	h.looks != "folder"
	h.type in {"Directory", "DirectoryOrCreate"}
}

# Nothing is checked: a directory takes the place of what is missing. One finding for all of a pod that weigh the same.
violations contains {
	"at": loose[0].at,
	"severity": _severity(w, weight),
	"message": sprintf("%s: hostPath %s %s no type: on a node without %s the container runtime creates a directory of that name%s%s", [
		words.workload(w),
		concat(", ", [h.path | some h in loose]),
		words.plural(count(loose), "has", "have"),
		_these(loose),
		_blocks(loose[0]),
		_recorded(w),
	]),
	"proof": [{"text": sprintf("hostPath %s, a %s by its name, without type", [h.path, h.looks]), "at": h.at} | some h in loose],
	"change": sprintf("set type: %s", [concat(" or ", {_types[h.looks] | some h in loose})]),
} if {
	some w in input.workloads
	some weight in ["warning", "note"]
	loose := [h |
		some h in w.hostPaths
		_mounted[[w, h]]
		h.looks != "folder"
		h.type == ""
		not h.path in _files
		_weight(h) == weight
	]
	count(loose) > 0
}

_these(loose) := sprintf("this %s", [loose[0].looks]) if count(loose) == 1

_these(loose) := "one of them" if count(loose) > 1

# Folders, all of a pod in one finding: what is missing becomes an empty folder.
violations contains {
	"at": loose[0].at,
	"severity": "note",
	"message": sprintf("%s: hostPath %s %s no type: where a folder is missing on a node, an empty one is created and the program finds nothing in it%s", [
		words.workload(w),
		concat(", ", [h.path | some h in loose]),
		words.plural(count(loose), "has", "have"),
		_recorded(w),
	]),
	"proof": [{"text": sprintf("hostPath %s without type", [h.path]), "at": h.at} | some h in loose],
	"change": "set type: Directory for a folder of the node, DirectoryOrCreate for one that the program keeps for itself",
} if {
	some w in input.workloads
	loose := [h |
		some h in w.hostPaths
		_mounted[[w, h]]
		h.looks == "folder"
		h.type == ""
		not _there(h)
		not _own(h)
	]
	count(loose) > 0
}

# Files that every node has.
_files := {"/etc/os-release", "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/hosts", "/etc/hostname", "/etc/machine-id", "/proc/mounts", "/dev/null", "/dev/urandom", "/dev/kmsg"}

# Folders that every node has; proc and sys cannot get new ones.
_there(h) if h.class in {"root", "var", "harmless", "proc", "sys", "kernelfs", "bpf"}

_there(h) if {
	h.whole
	h.class in {"etc", "dev", "boot", "usr", "run", "home", "kubelet", "logs"}
}

# The kubelet makes these itself.
_there(h) if h.path in {sprintf("/var/lib/kubelet/%s", [d]) | some d in ["pods", "plugins", "plugins_registry", "device-plugins", "pod-resources"]}

# A folder that the program keeps for itself is meant to be created.
_own(h) if {
	h.class == "other"
	not h.readOnly
}

_own(h) if {
	h.class == "run"
	not h.whole
	not h.readOnly
}

# A folder of the node that the pod only reads is not the pod's to create.
violations contains {
	"at": h.typeAt,
	"severity": "note",
	"message": sprintf("%s: hostPath %s of type DirectoryOrCreate belongs to the node: where it is missing, the pod creates an empty folder that stays, and reads nothing%s", [
		words.workload(w),
		h.path,
		_recorded(w),
	]),
	"proof": _mounts(h),
	"change": "set type: Directory, so that a node without it shows at once",
} if {
	some [w, h] in _mounted
	h.looks == "folder"
	h.type == "DirectoryOrCreate"
	h.readOnly
	h.class != "other"
	h.whole
	not _there(h)
}

# More of the node than the program is known to need.
violations contains {
	"at": h.at,
	"severity": "note",
	"message": sprintf("%s: hostPath %s is wider than what its program needs: %s%s", [words.workload(w), h.path, concat(", ", h.enough), _recorded(w)]),
	"proof": _mounts(h),
	"change": sprintf("mount %s in place of %s", [concat(" and ", h.enough), h.path]),
} if {
	some [w, h] in _mounted
	count(h.enough) > 0
}

# The kubelet sets up no volume that nothing mounts.
_mounted contains [w, h] if {
	some w in input.workloads
	not w.pod.windows
	some h in w.hostPaths
	count(h.mounts) > 0
}

_types := {"socket": "Socket", "file": "File", "device": "CharDevice"}

# Files and devices that every node has are there; sockets and lock files come and go with the service that makes them.
_weight(h) := "note" if h.class == "harmless"

_weight(h) := "note" if {
	h.looks == "device"
	h.class != "harmless"
}

_weight(h) := "warning" if {
	h.looks != "device"
	h.class != "harmless"
}

_severity(w, _) := "note" if w.justified["hostpath-loose"]

_severity(w, weight) := weight if not w.justified["hostpath-loose"]

_created(h) := sprintf(", where it is missing a directory is created and no service can put its %s there", [h.looks]) if h.type == "DirectoryOrCreate"

_created(h) := "" if h.type == "Directory"

_blocks(h) := ", and the service that comes later cannot bind its socket there" if h.looks == "socket"

_blocks(h) := ", and no program can write the file any more" if h.looks == "file"

_blocks(h) := "" if h.looks == "device"

_recorded(w) := sprintf("; %s", [privileges.recorded(w, "hostpath-loose")]) if {
	w.justified["hostpath-loose"]
} else := ""

_mounts(h) := [{"text": privileges.mount(m), "at": m.at} | some m in h.mounts]
