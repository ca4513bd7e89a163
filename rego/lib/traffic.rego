# Traffic: what the rules about endpoint removal share.
package drainlint.lib.traffic

import data.drainlint.lib.pods
import data.drainlint.lib.rollouts
import data.drainlint.lib.signals

# racing are the served main containers of a workload that may stop listening before traffic has stopped coming.
# There is no endpoint removal for host ports, and with a grace period of 0 grace-zero speaks.
racing(w) := [c |
	w.served
	not w.exposed
	pods.stays_up(w)
	w.pod.grace.value > 0
	some c in w.containers
	c.role == "main"
	c.served
	c.profile.keepsAccepting == ""
	not signals.swallowed(w, c)
]

# targeted is true where a traffic port of a Service is a declared port of the container; a served container that is
# not targeted is one of several candidates.
targeted(w, services, c) if {
	some link in w.services
	some p in services[link.service].ports
	p.traffic
	some declared in c.ports
	p.target in {declared.name, sprintf("%d", [declared.number])}
}

# delay_needed is the preStop delay in seconds that endpoint removal needs before the workload.
delay_needed(w, settings) := settings.loadBalancerDelay if w.podTargets

delay_needed(w, settings) := settings.ingressDelay if {
	not w.podTargets
	w.front in {"ingress", "gateway"}
}

delay_needed(w, settings) := settings.serviceDelay if {
	not w.podTargets
	not w.front in {"ingress", "gateway"}
}

# front names where traffic comes from.
front(w) := sprintf("the load balancer of %s", [w.frontName]) if _balanced(w)

front(w) := w.frontName if not _balanced(w)

_balanced(w) if w.podTargets

_balanced(w) if w.front == "load-balancer"

# hook says how to write a delay that is long enough in the assumed Kubernetes version: the sleep action is on by default
# from 1.30 on.
hook(w, settings) := sprintf("add a preStop hook that waits: lifecycle.preStop.sleep.seconds: %d", [ceil(delay_needed(w, settings))]) if {
	_has_sleep(settings.kubeVersion)
} else := sprintf(`add a preStop hook that waits: lifecycle.preStop.exec.command: ["sleep", "%d"]`, [ceil(delay_needed(w, settings))])

_has_sleep(v) if v.major > 1

_has_sleep(v) if v.minor >= 30

# alone is true where no other pod can take over while one is being removed: a delay then moves the outage, and no more.
alone(w) if w.kind == "Pod"

alone(w) if {
	w.rollout.type == "Recreate"
	w.replicas.value <= 1 # of several pods the others serve while one is drained
}

alone(w) if {
	w.replicas.from in {"spec", "default"}
	w.replicas.value == 1
	not _surges(w)
}

# A claim that one node may hold keeps the second pod from any other node.
alone(w) if {
	w.kind == "Deployment"
	w.replicas.from in {"spec", "default"}
	w.replicas.value == 1
	some v in w.pod.volumes
	v.type == "persistentVolumeClaim"
	v.accessModes in {["ReadWriteOnce"], ["ReadWriteOncePod"]}
}

# Clients of a node-local Service reach the pod of their node and no other.
alone(w) if {
	w.kind == "DaemonSet"
	w.nodeLocal
	not rollouts.surges(w)
}

# The new pod comes first only where the old one may not go before it.
_surges(w) if {
	w.rollout.type == "RollingUpdate"
	w.rollout.maxSurge.absolute > 0
	not _goes_first(w)
}

_goes_first(w) if w.rollout.maxUnavailable.absolute >= w.replicas.value
