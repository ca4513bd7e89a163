# Privileges: why a pod may hold one, and what bounds it.
package drainlint.lib.privileges

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
