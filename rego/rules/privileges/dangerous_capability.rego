# METADATA
# title: A capability is added that reaches the node
# description: |
#   Some capabilities are the node by another name: SYS_ADMIN mounts and enters namespaces, SYS_MODULE loads code into the
#   kernel, SYS_RAWIO writes memory and disks past every permission. Others open one door: the memory of other processes,
#   every file whatever its mode, the node's network. Since 5.8 the kernel has BPF and PERFMON, so that eBPF programs need
#   no SYS_ADMIN any more. A user other than root gets a capability through a program file that carries it only, which
#   lowers the weight of the finding and does not remove it.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/capabilities.7.html
#     description: capabilities(7)
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
#     description: Pod Security Standards, capabilities
# custom:
#   severity: warning
#   confidence: high
#   kinds: [AddedCapability]
#   tags: [privileges, capabilities, container-escape]
#   security_severity: "7.5"
#   remediation: |
#     Remove the capability, take the lesser one that the program really uses, or record why it is needed.
package drainlint.rules.privileges.dangerous_capability

import data.drainlint.lib.privileges
import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": a.at,
	"severity": _severity(w, c, a.name, weight),
	"message": sprintf("%s adds %s%s", [words.any_container(w, c), a.name, _meaning(w, c, a.name)]),
	"proof": [{"text": sprintf("the process may run as root: %s", [_user(c)]), "at": c.security.runAsUser.at} | not privileges.non_root(c)],
	"change": _advice(w, c, a.name),
} if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
	not c.security.privileged.value # it has them all, and rule privileged says so
	some a in c.security.added
	not refs.refused(a.at)
	weight := _weight(w, a.name)
}

# _capabilities says what each opens, and what does instead where something does.
_capabilities := {
	"ALL": {"weight": "error", "opens": "every capability there is, so whoever takes it over owns the node", "instead": "add the capabilities that the program uses by name"},
	"SYS_ADMIN": {"weight": "error", "opens": "mounts, namespaces and devices, with which a takeover leaves the container", "instead": "for eBPF add BPF and PERFMON (kernel 5.8 and newer), for reading events PERFMON"},
	"SYS_MODULE": {"weight": "error", "opens": "the node's kernel to code of its own", "instead": "load the module on the node (/etc/modules-load.d), or use the program's eBPF mode"},
	"SYS_RAWIO": {"weight": "error", "opens": "raw memory, ports and disks of the node", "instead": "mount the one device that the program reads"},
	"SYS_BOOT": {"weight": "warning", "opens": "the node to a reboot, into another kernel too", "instead": "remove it"},
	"DAC_READ_SEARCH": {"weight": "warning", "opens": "every file it can reach whatever its mode, and files of the node outside its mounts by handle", "instead": "run as the group that may read the files (supplementalGroups)"},
	"SYS_PTRACE": {"weight": "warning", "opens": "memory and environment of every process it sees", "instead": "remove it; /proc shows names and times without it"},
	"BPF": {"weight": "warning", "opens": "the kernel to eBPF programs of its own, which see what all processes of the node do", "instead": "remove it where the program has a mode without eBPF"},
	"PERFMON": {"weight": "note", "opens": "tracing of the whole node, kernel memory included", "instead": "remove it where the program has a mode without eBPF"},
	"NET_ADMIN": {"weight": "warning", "opens": "routes, firewall and interfaces of the node", "instead": "remove hostNetwork, so that it reaches the pod's own network only"},
	"SYS_TIME": {"weight": "warning", "opens": "the node's clock, which certificates and logs rely on", "instead": "run the time service on the node"},
	"MAC_ADMIN": {"weight": "warning", "opens": "the rules of the node's mandatory access control", "instead": "remove it"},
	"MAC_OVERRIDE": {"weight": "warning", "opens": "a way past the node's mandatory access control", "instead": "remove it"},
	"CHECKPOINT_RESTORE": {"weight": "note", "opens": "checkpoints of other processes", "instead": "remove it"},
	"SYSLOG": {"weight": "note", "opens": "the kernel's log and its addresses", "instead": "read /dev/kmsg on the node"},
	"SYS_RESOURCE": {"weight": "note", "opens": "limits and quotas of the node", "instead": "raise the one limit on the node"},
}

_weight(w, name) := _capabilities[name].weight if _in_reach(w, name)

# Within the pod alone these two are harmless: rule capability-without-effect says that they reach nothing else.
_in_reach(w, "NET_ADMIN") if w.pod.hostNetwork.value

_in_reach(w, "SYS_PTRACE") if w.pod.hostPID.value

_in_reach(w, "SYS_PTRACE") if w.pod.shareProcessNamespace.value

_in_reach(_, name) if not name in {"NET_ADMIN", "SYS_PTRACE"}

_severity(w, c, name, _) := "note" if _reason(w, c, name)

_severity(w, c, name, weight) := weight if {
	not _reason(w, c, name)
	not _limited(w, c)
}

_severity(w, c, name, weight) := _lesser[weight] if {
	not _reason(w, c, name)
	_limited(w, c)
}

# In a user namespace of its own a capability holds for what belongs to that namespace.
_limited(w, _) if w.pod.userNamespace

_limited(_, c) if privileges.non_root(c)

_lesser := {"error": "warning", "warning": "note", "note": "note"}

_reason(w, c, name) := privileges.reason(w, c, "dangerous-capability", sprintf("cap:%s", [name])) if {
	privileges.reason(w, c, "dangerous-capability", sprintf("cap:%s", [name]))
} else := sprintf("%s may have it in place of privileged, which it needs: %s", [c.profile.name, c.profile.needs.privileged]) if {
	name != "ALL"
	c.profile.needs.privileged
}

_meaning(w, c, name) := sprintf("; %s", [_reason(w, c, name)]) if {
	_reason(w, c, name)
} else := sprintf(", which opens %s", [_capabilities[name].opens])

_user(c) := "runAsUser is 0" if privileges.root(c)

_user(c) := "runAsUser and runAsNonRoot are not set" if not privileges.root(c)

_advice(w, c, name) := privileges.keep if _reason(w, c, name)

_advice(w, c, name) := _capabilities[name].instead if not _reason(w, c, name)
