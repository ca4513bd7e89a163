# METADATA
# title: Nothing keeps the container from running as root
# description: |
#   Without `runAsNonRoot: true` or a runAsUser above 0 the image decides, and most images run as root. Uid 0 in the
#   container is uid 0 on the node, unless the pod has its own user namespace: what it reaches there (mounted folders,
#   sockets) it reaches as root. `runAsNonRoot: true` beside `runAsUser: 0` contradicts itself: the kubelet refuses to
#   start the container.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
#     description: Pod Security Standards, running as non-root
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/user-namespaces/
#     description: User namespaces
# custom:
#   severity: note
#   confidence: high
#   kinds: [MayBeRoot]
#   tags: [privileges]
#   security_severity: "4.5"
#   remediation: |
#     Set runAsNonRoot to true, and runAsUser to a number above 0 where the image does not set one.
package drainlint.rules.privileges.runs_as_root

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": c.security.runAsUser.at,
	"severity": "error",
	"message": sprintf("%s cannot start: runAsNonRoot is true, but runAsUser is 0 (container's runAsUser breaks non-root policy)", [words.any_container(w, c)]),
	"proof": [
		{"text": "runAsUser: 0", "at": c.security.runAsUser.at},
		{"text": "runAsNonRoot: true", "at": c.security.runAsNonRoot.at},
	],
	"change": "set runAsUser to a number above 0, or remove runAsNonRoot",
} if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
	c.security.runAsNonRoot.value
	privileges.root(c)
	not refs.refused(c.security.at)
}

# What weighs more is root that the files say, on every node, with nothing that explains it.
violations contains {
	"at": c.security.runAsUser.at,
	"severity": "warning",
	"message": sprintf("%s runs as root on every node: %s", [words.any_container(w, c), _from(c)]),
	"proof": _reached(w, c),
	"change": "set runAsUser to a number above 0 and runAsNonRoot: true; give the user the groups that may read what it mounts",
} if {
	some w in input.workloads
	privileges.node_agent(w)
	some c in _open(w)
	_heavy(w, c)
}

# What the files say stands where they say it, what they leave open is one finding; what prepares the pod and ends has an
# advice of its own.
violations contains {
	"at": _place(w, cs),
	"severity": "note",
	"message": sprintf("%s %s as root%s%s", [privileges.subject(w, cs), _runs(cs), _purpose(cs[0]), _explained(w)]),
	"proof": array.concat(
		[{"text": sprintf("container %s: %s", [c.name, _from(c)]), "at": c.security.runAsUser.at} | some c in cs],
		[{"text": sprintf("fsGroup is %d", [w.pod.fsGroup.value]), "at": w.pod.fsGroup.at} | _grouped(w, cs[0])],
	),
	"change": _change(w, cs[0]),
} if {
	some w in input.workloads
	open := [c | some c in _open(w); not _heavy(w, c)]
	some key in {_key(c) | some c in open}
	cs := [c | some c in open; _key(c) == key]
}

_key(c) := [c.prepares, c.security.runAsUser.at] if {
	privileges.root(c)
} else := [c.prepares]

_runs(cs) := words.plural(count(cs), "runs", "run") if {
	privileges.root(cs[0])
} else := "may run"

_purpose(c) := ", to set the owner and mode of files before the others start" if c.prepares == "owner"

_purpose(c) := ", to set parameters of the kernel before the others start" if c.prepares == "kernel"

_purpose(c) := "" if c.prepares == ""

# fsGroup reaches no folder of the node.
_grouped(w, c) if {
	c.prepares == "owner"
	w.pod.fsGroup.value >= 0
	not _of_node(w, c)
}

_of_node(w, c) if {
	some h in w.hostPaths
	some m in h.mounts
	m.container == c.name
}

_change(w, c) := sprintf("leave this container out where fsGroup is enough: the kubelet already gives the volumes to group %d (not NFS, nor drivers without fsGroup support); else keep it: it ends before the others start", [w.pod.fsGroup.value]) if {
	_grouped(w, c)
} else := "set fsGroup in the pod's securityContext in place of this container, where the volume's driver supports it; else keep it: it ends before the others start" if {
	c.prepares == "owner"
	not _of_node(w, c)
} else := "keep it where the node needs it: it ends before the others start, and another user may not do this" if {
	c.prepares != ""
} else := "set runAsUser to a number above 0 and runAsNonRoot: true" if {
	privileges.root(c)
} else := "set runAsNonRoot: true, and runAsUser to a number above 0 where the image does not set one"

_heavy(w, c) if {
	privileges.node_agent(w)
	not w.justified["runs-as-root"]
	_root(c)
	privileges.reaches(w, c)
	c.role != "init"
}

_root(c) if privileges.root(c)

_root(c) if {
	c.security.runAsUser.value < 0
	c.user.known
	not c.user.guessed
	c.user.name in {"", "root", "0"}
}

_open(w) := [c |
	not w.pod.windows
	not w.pod.userNamespace # its uid 0 is nobody on the node
	some c in w.containers
	not privileges.non_root(c)
	not c.security.runAsNonRoot.value
	not c.security.privileged.value # root or not, it owns the node: rule privileged says so
	not _needs_root(c)
	not _other_user(c)
]

# What a program can only do as root: its profile needs a privilege that other users do not get.
_needs_root(c) if {
	some need, _ in c.profile.needs
	_of_root(need)
}

_of_root(need) if need in {"privileged", "runtimeSocket", "hostPID"}

_of_root(need) if startswith(need, "cap:")

_of_root(need) if startswith(need, "write:")

_of_root("path:/var/log")

_of_root("path:/")

_other_user(c) if {
	c.security.runAsUser.value < 0
	c.user.known
	not c.user.name in {"", "root"}
	not _zero(c.user)
}

_zero(user) if {
	user.numeric
	user.id == 0
}

_from(c) := "runAsUser is 0" if privileges.root(c)

_from(c) := sprintf("neither runAsNonRoot nor runAsUser is set, and %s sets USER %s", [c.user.from, _name(c.user)]) if {
	not privileges.root(c)
	c.user.known
}

_from(c) := "neither runAsNonRoot nor runAsUser is set, so the image decides" if {
	not privileges.root(c)
	not c.user.known
}

_name(user) := "root (none)" if user.name == ""

_name(user) := user.name if user.name != ""

_reached(w, c) := [{"text": privileges.mount(m), "at": m.at} |
	some h in w.hostPaths
	some m in h.mounts
	m.container == c.name
]

# Of several containers the pod's securityContext is the one place for all.
_place(w, cs) := refs.under(w.pod.at, ["securityContext"]) if {
	count(cs) > 1
	not privileges.root(cs[0])
} else := cs[0].security.runAsUser.at

_explained(w) := sprintf("; %s", [privileges.recorded(w, "runs-as-root")]) if {
	w.justified["runs-as-root"]
} else := ""
