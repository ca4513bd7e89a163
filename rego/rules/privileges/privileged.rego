# METADATA
# title: A privileged container owns the node
# description: |
#   `privileged: true` gives a container every capability and every device of the node and switches seccomp and AppArmor
#   off: whoever takes over its program can mount the node's disk and owns the node with all its pods. Container runtimes
#   apply it after the capability lists, so `drop: [ALL]` beside it changes nothing. Few programs need it: those that
#   load kernel modules, and those that publish mounts to other pods, because the API server grants Bidirectional mount
#   propagation to privileged containers only. An init container is privileged at each start of the pod.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
#     description: Pod Security Standards, privileged containers
#   - ref: https://kubernetes.io/docs/concepts/security/linux-kernel-security-constraints/#privileged-containers
#     description: Privileged containers
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#mount-propagation
#     description: Mount propagation
# custom:
#   severity: error
#   confidence: high
#   kinds: [Privileged]
#   tags: [privileges, container-escape]
#   security_severity: "8.8"
#   remediation: |
#     Remove privileged, drop all capabilities and add back those the program needs, and mount the devices and folders it
#     uses one by one.
package drainlint.rules.privileges.privileged

import data.drainlint.lib.privileges
import data.drainlint.lib.words

# Nothing explains it.
violations contains {
	"at": c.security.privileged.at,
	"message": sprintf("%s is privileged: it has all capabilities and devices of the node and no seccomp or AppArmor, so whoever takes it over owns the node", [words.any_container(w, c)]),
	"proof": _proof(c),
	"change": _change(c),
} if {
	some w in input.workloads
	some c in _privileged(w)
	not _reason(w, c)
}

violations contains {
	"at": c.security.privileged.at,
	"severity": "note",
	"message": sprintf("%s is privileged; %s", [words.any_container(w, c), _reason(w, c)]),
	"proof": _proof(c),
	"change": privileges.keep,
} if {
	some w in input.workloads
	some c in _privileged(w)
	_reason(w, c)
}

# Windows has no privileged containers: the API server refuses the field there.
_privileged(w) := [c |
	not w.pod.windows
	some c in w.containers
	c.security.privileged.value
]

_reason(w, c) := privileges.reason(w, c, "privileged", "privileged") if {
	privileges.reason(w, c, "privileged", "privileged")
} else := "it mounts with Bidirectional propagation, which the API server grants to privileged containers only" if {
	c.security.bidirectional
}

_proof(c) := array.concat(
	[{"text": _said(c), "at": c.security.privileged.at}],
	[{"text": "runtimes apply privileged after the capability lists: dropping has no effect", "at": d.at} | d := c.security.dropped[0]],
)

_said(c) := "privileged: true, at every start of the pod while the init container runs" if c.role == "init"

_said(c) := "privileged: true" if c.role != "init"

_change(c) := sprintf("remove privileged; for %s this suffices: %s", [c.profile.name, c.profile.instead]) if {
	c.profile.instead != ""
} else := "prepare the node outside the pod (its own configuration); kernel parameters that belong to the pod (net.*, kernel.shm*, kernel.msg*, kernel.sem, fs.mqueue.*) go into the pod's securityContext.sysctls" if {
	c.role == "init"
} else := "remove privileged; drop ALL capabilities, add back those the program needs, and mount the devices it uses"
