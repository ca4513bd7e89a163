# METADATA
# title: The kernel's confinement is switched off
# description: |
#   The runtime's default seccomp and AppArmor profiles keep a container from the system calls and files that escapes are
#   made of, and SELinux keeps it in its own type. `Unconfined` and `spc_t` take that away, with no other effect on a
#   program that works under the default. Without a seccompProfile a container runs unconfined too, unless the kubelet
#   has `seccompDefault`; on a node agent the profile is worth naming.
# related_resources:
#   - ref: https://kubernetes.io/docs/tutorials/security/seccomp/
#     description: Restrict a container's system calls with seccomp
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
#     description: Pod Security Standards, seccomp, AppArmor and SELinux
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Unconfined]
#   tags: [privileges, seccomp]
#   security_severity: "5.5"
#   remediation: |
#     Set seccompProfile.type (and appArmorProfile.type) to RuntimeDefault, or to a Localhost profile with what the program
#     needs beyond it.
package drainlint.rules.privileges.unconfined

import data.drainlint.lib.privileges
import data.drainlint.lib.refs

# A profile in the pod's securityContext is one line for all its containers.
violations contains {
	"at": place.at,
	"severity": _severity(w),
	"message": sprintf("%s %s without %s: %s%s", [_subject(w, place)[0], _subject(w, place)[1], place.what, place.lost, _explained(w)]),
	"proof": [{"text": place.text, "at": place.at}],
	"change": place.change,
} if {
	some w in input.workloads
	not w.pod.windows
	some place in {p | some c in w.containers; some p in _off(c)}
}

violations contains {
	"at": cs[0].security.seccompAt,
	"severity": "note",
	"message": sprintf("%s %s no seccompProfile: unless the kubelet has seccompDefault, every system call is allowed%s", [privileges.subject(w, cs), privileges.keeps(cs, "has", "have"), _explained(w)]),
	"proof": [{"text": sprintf("container %s: seccompProfile is not set", [c.name]), "at": c.security.seccompAt} | some c in cs],
	"change": "set seccompProfile: {type: RuntimeDefault} in the pod's securityContext",
} if {
	some w in input.workloads
	not w.pod.windows
	privileges.node_agent(w)
	cs := [c | some c in w.containers; c.security.seccomp == ""; not c.security.privileged.value]
	count(cs) > 0
}

# Privileged switches all of it off anyway, and rule privileged says so.
_off(c) := {p |
	not c.security.privileged.value
	some p in array.flatten([
		[{
			"at": refs.under(c.security.seccompAt, ["type"]), "what": "a seccomp filter", "lost": "every system call is allowed",
			"text": "seccompProfile.type: Unconfined", "change": "set seccompProfile.type: RuntimeDefault, or Localhost with a profile of its own",
		} |
			c.security.seccomp == "Unconfined"
		],
		[{
			"at": c.security.appArmorAt, "what": "AppArmor", "lost": "nothing confines which files and mounts it reaches",
			"text": "AppArmor profile: Unconfined", "change": "set appArmorProfile.type: RuntimeDefault, or Localhost with a profile of its own",
		} |
			c.security.appArmor == "Unconfined"
		],
		[{
			"at": refs.under(c.security.seLinuxAt, ["type"]), "what": "SELinux confinement (spc_t)", "lost": "it may do on the node what an unconfined process may",
			"text": "seLinuxOptions.type: spc_t", "change": "remove the type, or use one with the accesses that the program needs",
		} |
			c.security.seLinux == "spc_t"
		],
	])
}

_subject(w, place) := [privileges.subject(w, cs), privileges.keeps(cs, "runs", "run")] if {
	cs := [c | some c in w.containers; place in _off(c)]
}

_severity(w) := "note" if w.justified.unconfined

_severity(w) := "warning" if not w.justified.unconfined

_explained(w) := sprintf("; %s", [privileges.recorded(w, "unconfined")]) if {
	w.justified.unconfined
} else := ""
