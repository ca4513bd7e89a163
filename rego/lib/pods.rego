# Pods: which containers of a workload a rule speaks about.
package drainlint.lib.pods

# running are the containers that run for the life of the pod: main containers and native sidecars.
running(w) := [c | some c in w.containers; c.role != "init"]

# stays_up is true for workloads that are meant to serve or watch until they are replaced.
stays_up(w) if {
	w.runs == "service"
	replicated(w)
}

# replicated is false for workloads scaled to zero.
replicated(w) if w.replicas.from == "node"

replicated(w) if w.replicas.value > 0

# need is the reason of the container's profile for a privilege.
need(c, privilege) := c.profile.needs[privilege]
