# METADATA
# title: A capability setting has no effect
# description: |
#   `capabilities.add` fills the bounding set. A process of uid 0 gets what is in it; any other user gets a capability
#   only through a program file that carries it, and with `allowPrivilegeEscalation: false` only when every program of the
#   chain carries it: the first exec of a file without it (an init, a shell) empties the permitted set for good.
#   Kubernetes has no field for ambient capabilities. Beside `privileged: true` both lists are ignored, because container
#   runtimes apply privileged after them: `drop: [ALL]` there only looks like least privilege.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/capabilities.7.html
#     description: capabilities(7)
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-capabilities-for-a-container
#     description: Set capabilities for a Container
# custom:
#   severity: warning
#   confidence: high
#   kinds: [CapabilityList]
#   tags: [privileges, capabilities]
#   remediation: |
#     Give the program file the capability in the image (setcap), its init too where privilege escalation is off; remove
#     lists beside privileged, or rather privileged itself.
package drainlint.rules.privileges.capability_without_effect

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": lists[0].at,
	"severity": _unless_recorded(w, _promise(c)),
	"message": sprintf("%s is privileged, so its capability lists have no effect: it has all capabilities%s%s", [words.any_container(w, c), _says(c), _recorded(w)]),
	"proof": [{"text": "privileged: true, which runtimes apply after the lists", "at": c.security.privileged.at}],
	"change": "remove privileged and keep the lists; as long as it is privileged, remove the lists, which promise what is not so",
} if {
	some [w, c] in _containers
	c.security.privileged.value
	lists := array.concat(c.security.dropped, c.security.added)
	count(lists) > 0
}

# Every program of the chain is known, and the chain loses it.
violations contains {
	"at": a.at,
	"severity": _unless_recorded(w, "warning"),
	"message": sprintf("%s adds %s, but runs as %s and %s%s", [words.any_container(w, c), a.name, _user(c), _lost(c, a.name), _recorded(w)]),
	"proof": array.flatten([_chain(c), _escalation(c), [{"text": "the Dockerfile is taken for that of the image: it is the only one beside the manifest", "at": c.image.at} | c.execs[0].guessed]]),
	"change": sprintf("give %s the capability %s with setcap in the image, %s", [_first_without(c, a.name).program, a.name, _or(c)]),
} if {
	some [w, c] in _containers
	some a in _added(c)
	privileges.non_root(c)
	count(c.execs) > 0
	_lost(c, a.name)
}

# Nothing is known of the program files.
violations contains {
	"at": unknown[0].at,
	"severity": "note",
	"message": sprintf("%s adds %s, but runs as %s: it has effect only through a program file that carries it%s%s%s", [
		words.any_container(w, c),
		concat(", ", [a.name | some a in unknown]),
		_user(c),
		_every(c),
		_ports(unknown),
		_recorded(w),
	]),
	"proof": _escalation(c),
	"change": "make sure that the image gives the program file the capability (setcap), or remove it from the list",
} if {
	some [w, c] in _containers
	privileges.non_root(c)
	count(c.execs) == 0
	unknown := [a |
		some a in _added(c)
		not privileges.needed(c, sprintf("cap:%s", [a.name]))
	]
	count(unknown) > 0
}

# The capability acts on what the pod does not have.
violations contains {
	"at": a.at,
	"severity": "note",
	"message": sprintf("%s adds %s, which reaches only %s: %s%s", [words.any_container(w, c), a.name, own.reaches, own.field, _recorded(w)]),
	"proof": [],
	"change": sprintf("remove %s, unless the program uses it within the pod", [a.name]),
} if {
	some [w, c] in _containers
	some a in _added(c)
	not privileges.non_root(c)
	not privileges.needed(c, sprintf("cap:%s", [a.name]))
	own := _own(w)[a.name]
}

_own(w) := object.union(_alone(w), _unrouted(w))

_alone(w) := {} if w.pod.hostPID.value

_alone(w) := {} if {
	not w.pod.hostPID.value
	w.pod.shareProcessNamespace.value
}

_alone(w) := {"SYS_PTRACE": {"reaches": "the container's own processes", "field": "neither hostPID nor shareProcessNamespace is set"}} if {
	not w.pod.hostPID.value
	not w.pod.shareProcessNamespace.value
}

_unrouted(w) := {} if w.pod.hostNetwork.value

_unrouted(w) := {"NET_ADMIN": {"reaches": "the pod's own network", "field": "hostNetwork is not set"}} if not w.pod.hostNetwork.value

_containers contains [w, c] if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
}

# What the API server refuses belongs to invalid-value.
_added(c) := [a |
	not c.security.privileged.value
	some a in c.security.added
	not refs.refused(a.at)
]

# Dropping promises what is not so; adding is merely needless.
_promise(c) := "warning" if count(c.security.dropped) > 0

_promise(c) := "note" if count(c.security.dropped) == 0

_says(c) := sprintf(" although it drops %s", [concat(", ", [d.name | some d in c.security.dropped])]) if {
	count(c.security.dropped) > 0
} else := ", those it adds among them"

_user(c) := sprintf("uid %d", [c.security.runAsUser.value]) if {
	c.security.runAsUser.value > 0
} else := "a user other than root"

# Without privilege escalation each file of the chain must have it; otherwise the last one decides.
_lost(c, name) := sprintf("allowPrivilegeEscalation is false: %s has no file capability, so its exec empties the permitted set and no later program gets %s back", [_first_without(c, name).program, name]) if {
	not c.security.allowPrivilegeEscalation.value
	_first_without(c, name)
} else := sprintf("%s does not carry it: it gets no capability at exec", [_first_without(c, name).program]) if {
	c.security.allowPrivilegeEscalation.value
	not _carries(c.execs[count(c.execs) - 1], name)
}

_first_without(c, name) := [e | some e in c.execs; not _carries(e, name)][0]

_carries(e, name) if {
	some carried in e.caps
	carried in {name, "ALL"}
}

_chain(c) := [{"text": _exec(e), "at": e.at} | some e in c.execs]

_exec(e) := sprintf("%s has file capability %s", [e.program, concat(", ", e.caps)]) if count(e.caps) > 0

_exec(e) := sprintf("%s has no file capability", [e.program]) if count(e.caps) == 0

_escalation(c) := array.concat(
	[{"text": sprintf("the process runs as %s", [_user(c)]), "at": _user_at(c)}],
	[{"text": "allowPrivilegeEscalation: false sets no_new_privs", "at": c.security.allowPrivilegeEscalation.at} | not c.security.allowPrivilegeEscalation.value],
)

_user_at(c) := c.security.runAsUser.at if {
	c.security.runAsUser.set
} else := c.security.runAsNonRoot.at

_or(c) := "or start the program without it in front" if {
	count(c.execs) > 1
	not c.security.allowPrivilegeEscalation.value
} else := "or remove it from the list"

_every(c) := "" if c.security.allowPrivilegeEscalation.value

_every(c) := " (every one of the chain, because allowPrivilegeEscalation is false)" if not c.security.allowPrivilegeEscalation.value

_ports(list) := " (containerd 2.0 and Docker let any user bind ports below 1024 in the pod's own network)" if {
	some a in list
	a.name == "NET_BIND_SERVICE"
} else := ""

_recorded(w) := sprintf("; %s", [privileges.recorded(w, "capability-without-effect")]) if {
	w.justified["capability-without-effect"]
} else := ""

_unless_recorded(w, _) := "note" if w.justified["capability-without-effect"]

_unless_recorded(w, severity) := severity if not w.justified["capability-without-effect"]
