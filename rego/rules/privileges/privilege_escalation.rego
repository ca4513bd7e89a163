# METADATA
# title: Programs may gain privileges
# description: |
#   Without `allowPrivilegeEscalation: false` a setuid program or a file capability in the image gives a process more than
#   the container was started with: the way from an ordinary user to uid 0. With it the kernel's no_new_privs flag is
#   set for every process. Programs that drop root by themselves are not disturbed by it; sudo, su and ping with a file
#   capability are.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
#     description: Pod Security Standards, privilege escalation
#   - ref: https://docs.kernel.org/userspace-api/no_new_privs.html
#     description: The no_new_privs flag
# custom:
#   severity: note
#   confidence: high
#   kinds: [Escalating]
#   tags: [privileges]
#   security_severity: "4.0"
#   remediation: |
#     Set securityContext.allowPrivilegeEscalation to false in each container.
package drainlint.rules.privileges.privilege_escalation

import data.drainlint.lib.privileges
import data.drainlint.lib.refs

violations contains {
	"at": cs[0].security.allowPrivilegeEscalation.at,
	"severity": _severity(w, cs),
	"message": sprintf("%s may gain privileges from setuid programs and file capabilities of the image%s", [privileges.subject(w, cs), _explained(w)]),
	"proof": [{"text": sprintf("container %s: allowPrivilegeEscalation is %s", [c.name, _value(c)]), "at": c.security.allowPrivilegeEscalation.at} | some c in cs],
	"change": sprintf("set allowPrivilegeEscalation: false in securityContext%s", [privileges.keeps(cs, "", " of each")]),
} if {
	some w in input.workloads
	not w.pod.windows
	cs := [c | some c in w.containers; _open(c)]
	count(cs) > 0
}

# A privileged container and one with SYS_ADMIN always may: the field has no effect there, or the API server refuses it.
_open(c) if {
	c.security.allowPrivilegeEscalation.value
	not c.security.privileged.value
	not refs.refused(c.security.allowPrivilegeEscalation.at)
	not "privileged" in object.keys(c.profile.needs)
	every a in c.security.added {
		not a.name in {"SYS_ADMIN", "ALL"}
	}
}

# Only for a user other than root is there something to gain, and only where the node is in reach does it weigh more. What
# user an image sets is not known.
_severity(w, cs) := "warning" if {
	privileges.node_agent(w)
	not w.justified["privilege-escalation"]
	some c in cs
	privileges.reaches(w, c)
	not privileges.root(c)
} else := "note"

_value(c) := "true" if c.security.allowPrivilegeEscalation.set

_value(c) := "not set (true by default)" if not c.security.allowPrivilegeEscalation.set

_explained(w) := sprintf("; %s", [privileges.recorded(w, "privilege-escalation")]) if {
	w.justified["privilege-escalation"]
} else := ""
