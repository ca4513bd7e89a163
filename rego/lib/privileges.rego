# Privileges: why a pod may hold one, and what bounds it.
package drainlint.lib.privileges

import data.drainlint.lib.words

# recorded is the reason that an annotation drainlint.dev/justify.<rule> gives; undefined when there is none.
recorded(w, rule) := sprintf("recorded reason: %s", [w.justified[rule]])

# needed is why the container's program needs a privilege, from its profile; undefined when it does not.
needed(c, privilege) := sprintf("%s needs it: %s", [c.profile.name, c.profile.needs[privilege]])

# reason is why a container's privilege is expected: a recorded reason, else the profile's; undefined when nothing
# explains it.
reason(w, c, rule, privilege) := recorded(w, rule) if {
	w.justified[rule]
} else := needed(c, privilege)

# pod_reason is reason for a privilege of the whole pod: the first container that needs it speaks.
pod_reason(w, rule, privilege) := recorded(w, rule) if {
	w.justified[rule]
} else := [needed(c, privilege) | some c in w.containers; c.profile.needs[privilege]][0]

# path_reason is why a host path is mounted: a recorded reason, else the profile's; undefined when nothing explains it.
path_reason(w, h, rule) := recorded(w, rule) if {
	w.justified[rule]
} else := sprintf("the program needs it: %s", [h.need]) if {
	h.need != ""
}

# keep is what to do about a privilege that is explained.
keep := "keep it as long as the reason holds; pin the image by digest, so that nothing else gets this privilege"

# mounters are the containers that mount a host path.
mounters(w, h) := [c | some m in h.mounts; some c in w.containers; c.name == m.container]

# non_root is true when the files rule out that the container's processes start as uid 0.
non_root(c) if c.security.runAsUser.value > 0

non_root(c) if {
	c.security.runAsNonRoot.value
	c.security.runAsUser.value != 0
}

# root is true when the files say that the container's processes start as uid 0.
root(c) if c.security.runAsUser.value == 0

# mount says who mounts what where.
mount(m) := sprintf("container %s mounts %s at %s, read-only", [m.container, m.path, m.mountPath]) if m.readOnly

mount(m) := sprintf("container %s mounts %s at %s, writable", [m.container, m.path, m.mountPath]) if not m.readOnly

# node_agent is a DaemonSet that stays: whatever it holds, it holds on every node.
node_agent(w) if {
	w.kind == "DaemonSet"
	w.runs == "service"
}

# reaches is true where a takeover of the container reaches the node: its folders or its namespaces.
reaches(w, c) if {
	some h in w.hostPaths
	some m in h.mounts
	m.container == c.name
}

reaches(w, _) if w.pod.hostNetwork.value

reaches(w, _) if w.pod.hostPID.value

reaches(w, _) if w.pod.hostIPC.value

# subject names the containers of one finding about a pod.
subject(w, cs) := words.any_container(w, cs[0]) if count(cs) == 1

subject(w, cs) := sprintf("%s, containers %s", [words.workload(w), concat(", ", [c.name | some c in cs])]) if count(cs) > 1

# keeps is the verb that goes with subject.
keeps(cs, one, many) := words.plural(count(cs), one, many)

# default_capabilities are those of containerd and Docker.
default_capabilities := {
	"CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID", "SETFCAP", "SETPCAP", "NET_BIND_SERVICE",
	"SYS_CHROOT", "KILL", "AUDIT_WRITE",
}

# bounded is true when a capability is outside the container's bounding set, where no program can have it.
bounded(c, name) if {
	not c.security.privileged.value
	not _adds(c, name)
	not _kept(c, name)
}

_adds(c, name) if {
	some a in c.security.added
	a.name in {name, "ALL"}
}

_kept(c, name) if {
	name in default_capabilities
	not c.security.dropsAll
	every d in c.security.dropped {
		d.name != name
	}
}
