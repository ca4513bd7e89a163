# METADATA
# title: Default capabilities are not dropped
# description: |
#   Without `drop: [ALL]` a container keeps the capabilities that the runtime gives by default, among them NET_RAW,
#   DAC_OVERRIDE, SETUID, MKNOD and SYS_CHROOT. Few programs use any of them, and on a node agent, which sees folders of
#   the node, they widen what a takeover can do: DAC_OVERRIDE reads and writes files whatever their mode. Dropping a few
#   by name leaves the rest.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
#     description: Pod Security Standards, capabilities
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-capabilities-for-a-container
#     description: Set capabilities for a Container
# custom:
#   severity: note
#   confidence: high
#   kinds: [Capable]
#   tags: [privileges, capabilities]
#   security_severity: "4.0"
#   remediation: |
#     Set securityContext.capabilities.drop to [ALL] and add back, by name, those the program needs.
package drainlint.rules.privileges.capabilities_not_dropped

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _at(c),
	"severity": _severity(w, c),
	"message": sprintf("%s keeps %s, which %s%s", [words.any_container(w, c), _kept(c), _use(w), _explained(w, c)]),
	"proof": _proof(c),
	"change": _change(c),
} if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
	not c.security.dropsAll
	not c.security.privileged.value # capability lists have no effect there, and privileged says it
}

# A list that drops a few is the one to complete.
_at(c) := refs.under(c.security.at, ["capabilities", "drop"]) if count(c.security.dropped) > 0

_at(c) := c.security.at if count(c.security.dropped) == 0

# What makes it more than a note is what a takeover reaches: the node's folders or namespaces, with capabilities in effect.
_severity(w, c) := "warning" if {
	privileges.node_agent(w)
	not _explained_by(w, c)
	not privileges.non_root(c)
	privileges.reaches(w, c)
} else := "note"

_use(w) := "a takeover could use against the node" if privileges.node_agent(w)

_use(w) := "most programs need few of" if not privileges.node_agent(w)

_kept(c) := "the runtime's default capabilities" if count(c.security.dropped) == 0

_kept(c) := sprintf("all default capabilities but %s", [concat(", ", [d.name | some d in c.security.dropped])]) if count(c.security.dropped) > 0

# Needed capabilities do not explain the others: it is still worth a note what to add back.
_explained_by(w, _) := privileges.recorded(w, "capabilities-not-dropped")

_explained_by(w, c) := sprintf("%s needs %s only", [c.profile.name, concat(", ", _needed(c))]) if {
	not w.justified["capabilities-not-dropped"]
	count(_needed(c)) > 0
}

_explained(w, c) := sprintf("; %s", [_explained_by(w, c)]) if {
	_explained_by(w, c)
} else := ""

_needed(c) := sort([trim_prefix(privilege, "cap:") | some privilege, _ in c.profile.needs; startswith(privilege, "cap:")])

_proof(c) := array.concat(
	[{"text": sprintf("drop: %s is not ALL", [d.name]), "at": d.at} | some d in c.security.dropped],
	[{"text": sprintf("%s: %s", [name, c.profile.needs[sprintf("cap:%s", [name])]]), "at": c.image.at} | some name in _needed(c)],
)

_change(c) := sprintf("set capabilities.drop to [ALL] and add back %s", [concat(", ", _needed(c))]) if {
	count(_needed(c)) > 0
} else := sprintf("set capabilities.drop to [ALL]; the added %s stay", [concat(", ", [a.name | some a in c.security.added])]) if {
	count(c.security.added) > 0
} else := "set securityContext.capabilities.drop to [ALL] and add back only what the program needs"
