# METADATA
# title: The container runtime's socket is mounted
# description: |
#   Whoever may talk to the container runtime can start a privileged container with the node's root filesystem: the
#   socket is root on the node. A read-only mount does not help, because it protects the file and not what is sent
#   through it. A folder above the socket holds it too: `/run`, `/var/run` (a link to `/run` on current hosts) and `/`.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
#     description: hostPath volumes
#   - ref: https://docs.docker.com/engine/security/#docker-daemon-attack-surface
#     description: Docker daemon attack surface
# custom:
#   severity: error
#   confidence: high
#   kinds: [HostPath]
#   tags: [privileges, hostPath, container-escape]
#   security_severity: "8.8"
#   remediation: |
#     Do not mount the socket. Read container metadata from the kubelet or the API server, and mount the one folder that
#     is needed instead of a tree that holds the socket.
package drainlint.rules.privileges.runtime_socket

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": h.at,
	"severity": _severity(w, h),
	"message": sprintf("%s: %s%s", [words.workload(w), _what(h), _meaning(w, h)]),
	"proof": [{"text": _mount(m), "at": m.at} | some m in h.mounts],
	"change": _advice(w, h),
} if {
	some w in input.workloads
	not w.pod.windows
	some h in w.hostPaths
	count(h.sockets) > 0
	count(h.mounts) > 0 # the kubelet sets up no volume that nothing mounts
}

# A mount of the socket, or of the folder that is there for one runtime, has no other purpose. A tree that holds every
# socket is mounted for something else, so it weighs what the container's user may do with them: the sockets belong to
# root. A privileged container reaches the node without them, which rule privileged says. /var holds one only where a
# distribution keeps it there.
_severity(w, h) := "note" if _reason(w, h)

_severity(w, h) := "error" if {
	not _reason(w, h)
	_meant(h)
}

_severity(w, h) := "error" if {
	_tree(w, h)
	_root(w, h)
}

_severity(w, h) := "warning" if {
	_tree(w, h)
	not _root(w, h)
	not _bounded(w, h)
}

_severity(w, h) := "note" if {
	_tree(w, h)
	not _root(w, h)
	_bounded(w, h)
}

_tree(w, h) if {
	not _reason(w, h)
	not _meant(h)
}

_meant(h) if h.direct

_meant(h) if {
	count(h.sockets) == 1
	h.class != "var"
}

_root(w, h) if {
	h.class != "var"
	some c in privileges.mounters(w, h)
	privileges.root(c)
	not c.security.privileged.value
}

_bounded(_, h) if h.class == "var"

_bounded(w, h) if {
	every c in privileges.mounters(w, h) {
		privileges.non_root(c)
	}
}

# A profile's need for a tree explains the sockets in it; only a need for the socket explains a mount of it.
_reason(w, h) := privileges.recorded(w, "runtime-socket") if {
	w.justified["runtime-socket"]
} else := _needs(w, h)[0] if {
	count(_needs(w, h)) > 0
} else := sprintf("the program needs the folder: %s", [h.need]) if {
	h.need != ""
	not _meant(h)
}

_needs(w, h) := [privileges.needed(c, "runtimeSocket") | some c in privileges.mounters(w, h)]

# What a socket gives is said only where nothing explains it.
_meaning(w, h) := sprintf("; %s", [_reason(w, h)]) if {
	_reason(w, h)
} else := ", and whoever may talk to it is root on the node" if {
	_meant(h)
} else := ", and whoever may talk to one is root on the node"

_what(h) := sprintf("hostPath %s is the socket of %s", [h.path, concat(", ", h.sockets)]) if {
	h.direct
} else := sprintf("hostPath %s holds the socket of %s", [h.path, concat(", ", h.sockets)]) if {
	count(h.sockets) == 1
} else := sprintf("hostPath %s holds the sockets of every container runtime", [h.path])

_mount(m) := sprintf("%s, which does not help: the socket still takes commands", [privileges.mount(m)]) if m.readOnly

_mount(m) := privileges.mount(m) if not m.readOnly

_change(h) := "do not mount the socket; read container metadata from the kubelet or the API server" if {
	_meant(h)
} else := "mount the one folder below it that the program reads, not the tree that holds the sockets"

_advice(w, h) := privileges.keep if _reason(w, h)

_advice(w, h) := _change(h) if not _reason(w, h)
