# METADATA
# title: Nobody has written down why the pod holds this privilege
# description: |
#   Privileges stay long after their reason is gone, because nobody dares to remove what nobody explains. Neither the
#   profile of a known program nor an annotation `drainlint.dev/justify.RULE` says why this pod is privileged, shares a
#   namespace of the node, mounts a sensitive path or adds a capability that reaches the node. An annotation with the
#   reason turns the finding about the privilege into a note that quotes it.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/
#     description: Pod Security Standards
# custom:
#   severity: note
#   confidence: high
#   kinds: [Privileged, HostNamespace, HostPath, AddedCapability]
#   tags: [privileges]
#   remediation: |
#     Add an annotation drainlint.dev/justify.RULE with the reason to the workload or its pod template, or remove the
#     privilege.
package drainlint.rules.privileges.unjustified_privilege

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": found[0].at,
	"message": sprintf("%s holds %s with no reason recorded", [words.workload(w), concat(", ", [f.text | some f in found])]),
	"proof": [{"text": sprintf("%s: no annotation drainlint.dev/justify.%s", [f.text, f.rule]), "at": f.at} | some f in found],
	"change": sprintf("remove it, or add the annotation drainlint.dev/justify.%s with the reason", [found[0].rule]),
} if {
	some w in input.workloads
	not w.pod.windows
	not w.hook
	not w.justified["unjustified-privilege"]
	found := [f | some f in _held(w); not w.justified[f.rule]]
	count(found) > 0
}

_held(w) := array.flatten([
	[{"rule": "privileged", "text": sprintf("privileged (container %s)", [c.name]), "at": c.security.privileged.at} |
		some c in w.containers
		c.security.privileged.value
		not c.security.bidirectional
		not privileges.needed(c, "privileged")
	],
	[{"rule": "host-namespace", "text": n.name, "at": n.switch.at} |
		some n in [{"name": "hostPID", "switch": w.pod.hostPID}, {"name": "hostIPC", "switch": w.pod.hostIPC}, {"name": "hostNetwork", "switch": w.pod.hostNetwork}]
		n.switch.value
		not privileges.pod_reason(w, "host-namespace", n.name)
		not _of_network(w, n.name)
	],
	[{"rule": "runtime-socket", "text": sprintf("socket %s", [h.path]), "at": h.at} |
		some h in w.hostPaths
		h.direct
		count(h.mounts) > 0
		count([c | some c in privileges.mounters(w, h); privileges.needed(c, "runtimeSocket")]) == 0
	],
	[{"rule": "hostpath-sensitive", "text": sprintf("hostPath %s", [h.path]), "at": h.at} |
		some h in w.hostPaths
		_sensitive(h)
		not _publishes(h)
		count(h.mounts) > 0
		h.need == ""
	],
	[{"rule": "dangerous-capability", "text": sprintf("%s (container %s)", [a.name, c.name]), "at": a.at} |
		some c in w.containers
		not c.security.privileged.value
		some a in c.security.added
		_high(w, a.name)
		not privileges.needed(c, sprintf("cap:%s", [a.name]))
		not privileges.needed(c, "privileged")
	],
])

_high(_, name) if name in {"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO", "DAC_READ_SEARCH", "BPF", "SYS_BOOT"}

_high(w, "SYS_PTRACE") if w.pod.hostPID.value

_high(w, "NET_ADMIN") if w.pod.hostNetwork.value

# Volume drivers publish there.
_publishes(h) if {
	h.class == "kubelet"
	some m in h.mounts
	m.propagation == "Bidirectional"
}

_of_network(w, "hostNetwork") if {
	some c in w.containers
	c.profile.class in {"network", "proxy"}
}

_sensitive(h) if {
	h.whole
	h.class in {"root", "var", "etc", "home", "boot", "dev", "proc", "run"}
	not h.direct
}

_sensitive(h) if h.class in {"login", "start", "kubernetes", "etcd", "kubelet"}
