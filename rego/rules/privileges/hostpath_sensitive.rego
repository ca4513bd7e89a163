# METADATA
# title: A sensitive path of the node is mounted
# description: |
#   A hostPath gives a pod part of the node, past every limit of its own filesystem. Some parts are the node: with
#   `/etc`, `/root`, `/boot` or `/` writable a program can add what the node runs or whom it lets in; `/etc/kubernetes`
#   and `/var/lib/etcd` hold the cluster's keys and data, `/var/lib/kubelet` the tokens and secrets of every pod on the
#   node. A read-only mount keeps them from being changed, not from being read: uid 0 in the container reads whatever uid
#   0 may read on the node. How much it weighs follows from the path, from whether it is writable, and from the user.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
#     description: hostPath volumes
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
#     description: Pod Security Standards, hostPath volumes
# custom:
#   severity: error
#   confidence: medium
#   kinds: [HostPath]
#   tags: [privileges, hostPath]
#   security_severity: "8.2"
#   remediation: |
#     Mount the one folder or file that the program reads, read-only, and run it as a user other than 0.
package drainlint.rules.privileges.hostpath_sensitive

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": h.at,
	"severity": _severity(w, h, weight),
	"message": sprintf("%s mounts hostPath %s %s%s", [words.workload(w), h.path, _how(h), _meaning(w, h)]),
	"proof": array.concat([{"text": privileges.mount(m), "at": m.at} | some m in h.mounts], _bounds(w, h)),
	"change": _advice(w, h),
} if {
	some w in input.workloads
	not w.pod.windows
	some h in w.hostPaths
	count(h.mounts) > 0 # the kubelet sets up no volume that nothing mounts
	not h.direct # runtime-socket speaks
	weight := _classes[h.class][_extent(h)][_how(h)]
}

# _classes says what lies below each class of paths and what a mount of it weighs: "whole" for the top of the class,
# "below" for something under it. What is missing is silent: it is harmless, made to be shared with pods (cni, plugins,
# udev, lock, bpf), or, where only a writable mount harms, the business of hostpath-writable (modules, usr, logs).
_classes := {
	"root": {
		"holds": "every file of the node, the keys and secrets of all its pods among them",
		"whole": {"writable": "error", "read-only": "warning"},
	},
	"var": {
		"holds": "the state of the kubelet and of every container, pods' secrets and tokens among it",
		"whole": {"writable": "error", "read-only": "warning"},
	},
	"etc": {
		"holds": "the node's configuration",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "note", "read-only": "note"},
	},
	"login": {
		"holds": "who may log in to the node, and with which key",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "error", "read-only": "warning"},
	},
	"start": {
		"holds": "what the node runs as root by itself",
		"whole": {"writable": "error"},
		"below": {"writable": "error"},
	},
	"kubernetes": {
		"holds": "the node's credentials for the cluster and the pods it starts by itself",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "error", "read-only": "warning"},
	},
	"etcd": {
		"holds": "the data of the cluster, all Secrets among it",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "error", "read-only": "warning"},
	},
	"kubelet": {
		"holds": "the tokens and secrets of every pod on the node",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "error", "read-only": "warning"},
	},
	"home": {
		"holds": "the homes of the node's users, with their keys and start files",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "note", "read-only": "note"},
	},
	"boot": {
		"holds": "the kernel and what is started with it",
		"whole": {"writable": "error", "read-only": "note"},
		"below": {"writable": "error", "read-only": "note"},
	},
	"dev": {
		"holds": "the node's devices and terminals, which a read-only mount does not protect",
		"whole": {"writable": "warning", "read-only": "warning"},
		"below": {"writable": "note", "read-only": "note"},
	},
	"proc": {
		"holds": "every process of the node and the kernel's switches, core_pattern and sysrq among them",
		"whole": {"writable": "error", "read-only": "warning"},
		"below": {"writable": "warning", "read-only": "note"},
	},
	"sys": {
		"holds": "the node's devices and kernel settings",
		"whole": {"writable": "warning", "read-only": "note"},
		"below": {"writable": "note"},
	},
	"kernelfs": {
		"holds": "switches of the kernel",
		"whole": {"writable": "warning", "read-only": "note"},
		"below": {"writable": "warning", "read-only": "note"},
	},
	"bus": {
		"holds": "sockets through which the node's services take commands",
		"whole": {"writable": "warning", "read-only": "warning"},
		"below": {"writable": "warning", "read-only": "warning"},
	},
	"run": {
		"holds": "the sockets of every service of the node",
		"whole": {"writable": "error", "read-only": "warning"},
	},
	"containers": {
		"holds": "the files of every container on the node",
		"whole": {"writable": "note", "read-only": "note"},
	},
}

_extent(h) := "whole" if h.whole

_extent(h) := "below" if not h.whole

_how(h) := "read-only" if h.readOnly

_how(h) := "writable" if not h.readOnly

_severity(w, h, _) := "note" if _reason(w, h)

_severity(w, h, weight) := weight if {
	not _reason(w, h)
	not _bounded(w, h)
}

_severity(w, h, weight) := _lesser[weight] if {
	not _reason(w, h)
	_bounded(w, h)
}

_lesser := {"error": "warning", "warning": "note", "note": "note"}

# A user other than 0 reaches only what the node lets everybody reach. A privileged container reaches all of the node
# without the mount, too: rule privileged says so, and the mount adds little to it.
_bounded(w, h) if {
	every c in privileges.mounters(w, h) {
		_bound(c)
	}
}

_bound(c) if c.security.privileged.value

_bound(c) if privileges.non_root(c)

_bounds(w, h) := [{"text": text, "at": at} |
	some c in privileges.mounters(w, h)
	[text, at] := _user(c)
]

_user(c) := [sprintf("container %s is privileged and reaches the node anyway", [c.name]), c.security.privileged.at] if {
	c.security.privileged.value
} else := [sprintf("container %s runs as uid %d", [c.name, c.security.runAsUser.value]), c.security.runAsUser.at] if {
	c.security.runAsUser.value >= 0
} else := [sprintf("container %s does not run as root", [c.name]), c.security.runAsNonRoot.at] if {
	c.security.runAsNonRoot.value
} else := [sprintf("container %s runs as the user of its image, which may be root", [c.name]), c.at]

_reason(w, h) := privileges.path_reason(w, h, "hostpath-sensitive") if {
	privileges.path_reason(w, h, "hostpath-sensitive")
} else := "Bidirectional propagation publishes volumes there" if {
	h.class == "kubelet"
	some m in h.mounts
	m.propagation == "Bidirectional"
}

# What lies there is said only where nothing explains the mount.
_meaning(w, h) := sprintf("; %s", [_reason(w, h)]) if {
	_reason(w, h)
} else := sprintf(", which holds %s", [_classes[h.class].holds])

_change(h) := "mount only the folder or file below it that the program reads, with readOnly: true, and run as a user other than 0" if {
	not h.readOnly
} else := "mount only the folder or file below it that the program reads, and run as a user other than 0"

_advice(w, h) := privileges.keep if _reason(w, h)

_advice(w, h) := _change(h) if not _reason(w, h)
