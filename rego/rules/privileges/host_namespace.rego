# METADATA
# title: The pod shares a namespace of the node
# description: |
#   `hostPID` shows every process of the node, with its command line, and lets root or SYS_PTRACE read environments,
#   memory and (through /proc/PID/root) files of all of them. `hostIPC` opens shared memory and message queues of the
#   node's processes. `hostNetwork` gives the pod the node's interfaces and its loopback, where services listen that trust
#   local callers, and no NetworkPolicy applies to it.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
#     description: Pod Security Standards, host namespaces
# custom:
#   severity: warning
#   confidence: high
#   kinds: [HostNamespace]
#   tags: [privileges, namespaces]
#   security_severity: "6.5"
#   remediation: |
#     Remove the field, or record why the program needs it.
package drainlint.rules.privileges.host_namespace

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": n.switch.at,
	"message": sprintf("%s: %s opens %s to the pod", [words.workload(w), n.name, n.opens]),
	"proof": _proof(w, n),
	"change": n.change,
} if {
	some w in input.workloads
	some n in _shared(w)
	not _reason(w, n)
}

violations contains {
	"at": n.switch.at,
	"severity": "note",
	"message": sprintf("%s uses %s; %s", [words.workload(w), n.name, _reason(w, n)]),
	"proof": _proof(w, n),
	"change": privileges.keep,
} if {
	some w in input.workloads
	some n in _shared(w)
	_reason(w, n)
}

# Windows has no host namespaces but those of HostProcess pods, which must set hostNetwork.
_shared(w) := [n |
	not w.pod.windows
	some n in [
		{
			"name": "hostPID", "switch": w.pod.hostPID,
			"opens": "every process of the node, with command line, environment and memory as far as its user and capabilities reach,",
			"change": "remove hostPID; to see the processes of this pod only, set shareProcessNamespace",
		},
		{
			"name": "hostIPC", "switch": w.pod.hostIPC,
			"opens": "shared memory and message queues of all processes of the node",
			"change": "remove hostIPC; containers of one pod share memory through an emptyDir of medium Memory",
		},
		{
			"name": "hostNetwork", "switch": w.pod.hostNetwork,
			"opens": "the node's interfaces and loopback services, past every NetworkPolicy,",
			"change": "remove hostNetwork; to be reached on the node's address, a hostPort or a Service is enough",
		},
	]
	n.switch.value
]

_reason(w, n) := privileges.pod_reason(w, "host-namespace", n.name) if {
	privileges.pod_reason(w, "host-namespace", n.name)
} else := [sprintf("%s serves the node's own network", [c.profile.name]) |
	n.name == "hostNetwork"
	some c in w.containers
	_serves_node(c)
][0]

# A CNI agent, a kube-proxy, an ingress; not a proxy that stands beside an application.
_serves_node(c) if c.profile.class == "network"

_serves_node(c) if {
	c.profile.class == "proxy"
	c.role == "main"
	not c.helper
}

_proof(w, n) := array.concat(
	[{"text": sprintf("%s: true", [n.name]), "at": n.switch.at}],
	[{"text": sprintf("container %s adds SYS_PTRACE, which reads the memory of all of them", [c.name]), "at": a.at} |
		n.name == "hostPID"
		some c in w.containers
		some a in c.security.added
		a.name in {"SYS_PTRACE", "ALL"}
	],
)
