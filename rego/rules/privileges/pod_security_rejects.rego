# METADATA
# title: Pod Security refuses the pod in its Namespace
# description: |
#   The Namespace's labels ask for a level of the Pod Security Standards that the pod does not keep. With `enforce` the API
#   server refuses the pod: the workload is created, no pod of it ever is, and only the events of the controller say so;
#   pods that run already stay, until a rollout or a drain replaces them. With `warn` and `audit` it is said and done
#   nothing about. The evaluation is the admission plugin's own code.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-admission/
#     description: Pod Security Admission
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/
#     description: Pod Security Standards
# custom:
#   severity: error
#   confidence: high
#   kinds: [PodSecurity]
#   tags: [privileges, pod-security]
#   remediation: |
#     Change the pod as the list says, or move it into a Namespace whose level allows what it needs.
package drainlint.rules.privileges.pod_security_rejects

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": _place(w, p.faults[0]),
	"severity": _severity(p),
	"message": sprintf("%s: Namespace %s %s level %s, %s", [words.workload(w), p.namespace, _asks(p), p.level, _refuses(p)]),
	"proof": array.concat(
		[{"text": _fault(f), "at": _place(w, f)} | some f in p.faults],
		[{"text": sprintf("pod-security.kubernetes.io/%s: %s (policy %s)", [p.mode, p.level, p.version]), "at": p.at}],
	),
	"change": "change the pod so that it keeps the level, or run it in a Namespace of its own with the level that it needs",
} if {
	some w in input.workloads
	some p in w.podSecurity
	count(p.faults) > 0
	not _said(w, p)
}

# What enforce refuses needs no warning as well.
_said(w, p) if {
	p.mode != "enforce"
	some other in w.podSecurity
	other.mode == "enforce"
	other.faults == p.faults
}

_said(w, p) if {
	p.mode == "audit"
	some other in w.podSecurity
	other.mode == "warn"
	other.faults == p.faults
}

_severity(p) := "error" if p.mode == "enforce"

_severity(p) := "note" if p.mode != "enforce"

_asks(p) := "enforces" if p.mode == "enforce"

_asks(p) := sprintf("%ss at", [p.mode]) if p.mode != "enforce"

_refuses(p) := sprintf("so no pod of it is admitted: %s", [_reasons(p)]) if p.mode == "enforce"

_refuses(p) := sprintf("which the pod is above: %s", [_reasons(p)]) if p.mode != "enforce"

_reasons(p) := concat(", ", [f.reason | some f in p.faults])

_fault(f) := sprintf("%s: %s", [f.reason, f.detail]) if f.detail != ""

_fault(f) := f.reason if f.detail == ""

# The line to edit, by what the plugin names: a volume, a namespace, a container's or the pod's securityContext.
_place(w, f) := w.hostPaths[0].at if {
	contains(f.reason, "hostPath")
	count(w.hostPaths) > 0
} else := [n.at | some n in [w.pod.hostNetwork, w.pod.hostPID, w.pod.hostIPC]; n.value][0] if {
	f.reason == "host namespaces"
} else := [c.security.privileged.at | some c in w.containers; c.security.privileged.value][0] if {
	f.reason == "privileged"
} else := refs.under(w.pod.at, ["securityContext"]) if {
	f.reason in {"runAsNonRoot != true", "seccompProfile"}
} else := [c.security.at | some c in w.containers; contains(f.detail, sprintf("\"%s\"", [c.name]))][0] if {
	true
} else := w.pod.at
