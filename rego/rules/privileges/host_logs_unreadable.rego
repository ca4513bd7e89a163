# METADATA
# title: The agent cannot read the logs that it mounts
# description: |
#   The files below /var/log/containers are links to /var/log/pods: who mounts the first alone finds links that lead
#   nowhere. The container runtime writes the files as root with mode 0640, group root, so another user needs the group 0
#   or, as an effective capability, DAC_READ_SEARCH, which a user other than root gets only through a program file that
#   carries it. The agent starts, and ships nothing.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/logging/
#     description: Logging architecture
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [HostLogs]
#   tags: [privileges, hostPath, monitoring]
#   remediation: |
#     Mount /var/log (or /var/log/pods beside /var/log/containers), and add group 0 in supplementalGroups or run as uid 0
#     with DAC_READ_SEARCH alone.
package drainlint.rules.privileges.host_logs_unreadable

import data.drainlint.lib.privileges
import data.drainlint.lib.words

# Links without their targets.
violations contains {
	"at": h.at,
	"severity": _severity(w, "warning"),
	"message": sprintf("%s, container %s mounts /var/log/containers without /var/log/pods, where its links lead: no log can be opened%s", [words.workload(w), m.container, _explained(w)]),
	"proof": [{"text": privileges.mount(m), "at": m.at}],
	"change": "mount /var/log/pods as well, at /var/log/pods (or /var/log as a whole)",
} if {
	some [w, h] in _logs
	some m in h.mounts
	m.path == "/var/log/containers"
	not _targets(w, m.container)
}

# Another user. Which group it starts with is known where runAsGroup says it; without, it is that of the image's user
# database, and 0 for a uid that has no entry there.
violations contains {
	"at": c.security.runAsUser.at,
	"severity": _severity(w, _weight(c)),
	"message": sprintf("%s reads %s as uid %d%s, but the runtime writes logs for root and group 0 only (mode 0640)%s", [words.any_container(w, c), h.path, c.security.runAsUser.value, _group(c), _explained(w)]),
	"proof": array.concat([{"text": privileges.mount(m), "at": m.at} | some m in h.mounts; m.container == c.name], [{"text": sprintf("runAsUser is %d", [c.security.runAsUser.value]), "at": c.security.runAsUser.at}]),
	"change": "add 0 to supplementalGroups in the pod's securityContext, or run as uid 0 with all capabilities but DAC_READ_SEARCH dropped",
} if {
	some w in input.workloads
	some c in w.containers
	c.role != "init"
	h := [p | some p in w.hostPaths; [w, p] in _logs; _reads(p, c)][0]
	c.security.runAsUser.value > 0
	not _in_group(c)
	not _capable(c)
}

_reads(h, c) if {
	some m in h.mounts
	m.container == c.name
}

_logs contains [w, h] if {
	some w in input.workloads
	w.agent
	not w.pod.windows
	some h in w.hostPaths
	_of_pods(h)
}

_of_pods(h) if h.path in {"/var/log/pods", "/var/log/containers"}

_of_pods(h) if {
	h.path in {"/var/log", "/var/log/"}
	h.class == "logs"
}

_targets(w, container) if {
	some h in w.hostPaths
	some m in h.mounts
	m.container == container
	m.path in {"/", "/var", "/var/log", "/var/log/pods"}
}

_in_group(c) if 0 in c.security.groups

_in_group(c) if c.security.runAsGroup.value == 0

# A file capability is needed; a program whose profile needs the capability has it from its image.
_capable(c) if c.profile.needs["cap:DAC_READ_SEARCH"]

_capable(c) if {
	some e in c.execs
	some name in e.caps
	name in {"DAC_READ_SEARCH", "DAC_OVERRIDE", "ALL"}
}

_capable(c) if c.security.privileged.value

_weight(c) := "warning" if {
	c.security.runAsGroup.value > 0
	not _maybe_capable(c)
} else := "note"

_maybe_capable(c) if {
	some a in c.security.added
	a.name in {"DAC_READ_SEARCH", "DAC_OVERRIDE", "ALL"}
}

_group(c) := sprintf(" and gid %d", [c.security.runAsGroup.value]) if c.security.runAsGroup.value > 0

_group(c) := ", with the group of its image" if c.security.runAsGroup.value < 0

_severity(w, _) := "note" if w.justified["host-logs-unreadable"]

_severity(w, weight) := weight if not w.justified["host-logs-unreadable"]

_explained(w) := sprintf("; %s", [privileges.recorded(w, "host-logs-unreadable")]) if {
	w.justified["host-logs-unreadable"]
} else := ""
