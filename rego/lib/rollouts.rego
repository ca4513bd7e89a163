# Rollouts: how many pods a rolling update may take away, and why.
package drainlint.lib.rollouts

import data.drainlint.lib.pods
import data.drainlint.lib.refs
import data.drainlint.lib.words

# knob is the field that decides how many pods are away: maxUnavailable, or the maxSurge that leaves nothing else. Where
# neither is set it is the place where maxUnavailable would stand.
knob(w) := w.rollout.maxSurge.at if {
	not w.rollout.maxUnavailable.set
	w.rollout.maxSurge.set
} else := w.rollout.maxUnavailable.at

# arithmetic is how maxUnavailable becomes a number of pods: "maxUnavailable 50% of 3 replicas, rounded down, is 1".
arithmetic(w) := sprintf("maxUnavailable %s of %s, rounded down, and maxSurge %s are both 0, so one pod may be unavailable", [
	_raw(w.rollout.maxUnavailable),
	words.replicas(w),
	_raw(w.rollout.maxSurge),
]) if {
	w.rollout.fenced
} else := sprintf("maxUnavailable %s of %s, rounded down, is %d", [
	_raw(w.rollout.maxUnavailable),
	words.replicas(w),
	w.rollout.maxUnavailable.absolute,
]) if {
	w.rollout.maxUnavailable.percent
} else := sprintf("maxUnavailable %s of %s", [_raw(w.rollout.maxUnavailable), words.replicas(w)])

# proof lists the numbers of a rolling update with their places.
proof(w) := [
	{"text": arithmetic(w), "at": knob(w)},
	{"text": words.replicas_from(w), "at": w.replicas.at},
]

_raw(a) := a.raw if a.set

_raw(a) := sprintf("%s (the default)", [a.raw]) if not a.set

# surges is true where a rolling update starts new pods before old ones stop.
surges(w) if {
	w.rollout.type == "RollingUpdate"
	regex.match(`^[1-9][0-9]*%?$`, w.rollout.maxSurge.raw)
}

# exclusive is what may allow no second pod beside the first: volume claims not known to be shared, ports of the node, and
# programs that may run only once.
exclusive(w) := array.flatten([
	[{"text": _claim(v), "at": v.at} | some v in w.pod.volumes; v.type == "persistentVolumeClaim"; not _shared(v)],
	[{"text": sprintf("host port %d allows one pod on a node", [p.hostPort]), "at": _port_at(p)} | some c in w.containers; some p in c.ports; p.hostPort > 0],
	[{"text": "hostNetwork allows one pod on a node", "at": w.pod.hostNetwork.at} | w.pod.hostNetwork.value],
	[{"text": sprintf("%s: %s", [c.profile.name, c.profile.single]), "at": c.process.argsAt} | some c in w.containers; c.profile.single != ""],
])

_claim(v) := sprintf("volume claim %s may allow one pod only", [v.claim]) if count(v.accessModes) == 0

_claim(v) := sprintf("volume claim %s is %s", [v.claim, concat(", ", v.accessModes)]) if count(v.accessModes) > 0

_shared(v) if {
	some mode in v.accessModes
	mode in {"ReadWriteMany", "ReadOnlyMany"}
}

# host_ports are the ports of the node that a pod holds while it runs, as proofs. With hostNetwork the API server copies
# every containerPort into hostPort of the pod, not of the template.
host_ports(w) := [{"text": text, "at": _port_at(p)} |
	some c in pods.running(w)
	some p in c.ports
	text := _host_port(w, p)
]

_port_at(p) := refs.under(p.at, ["hostPort"]) if p.hostPort > 0

_port_at(p) := refs.under(p.at, ["containerPort"]) if p.hostPort == 0

_host_port(_, p) := sprintf("hostPort %d", [p.hostPort]) if p.hostPort > 0

_host_port(w, p) := sprintf("hostNetwork makes containerPort %d a port of the node", [p.number]) if {
	p.hostPort == 0
	w.pod.hostNetwork.value
}

# host_port_names is "port 80", or "ports 80, 443": the first three of what host_ports lists.
host_port_names(w) := sprintf("%s %s%s", [
	words.plural(count(numbers), "port", "ports"),
	concat(", ", [sprintf("%d", [n]) | some n in array.slice(numbers, 0, 3)]),
	_others(count(numbers) - 3),
]) if {
	numbers := [_number(w, p) | some c in pods.running(w); some p in c.ports]
	count(numbers) > 0
}

_number(_, p) := p.hostPort if p.hostPort > 0

_number(w, p) := p.number if {
	p.hostPort == 0
	w.pod.hostNetwork.value
}

_others(n) := sprintf(" and %d more", [n]) if n > 0

_others(n) := "" if n <= 0
