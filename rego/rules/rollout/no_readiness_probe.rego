# METADATA
# title: No readinessProbe gates traffic and rollouts
# description: |
#   A container without a readinessProbe counts as ready as soon as it runs (after its startupProbe, where it has one).
#   New pods get requests before they can answer, and a rollout goes on to the next pod although the new version cannot
#   serve. On a node agent nothing sends traffic, but readiness is what stops a rolling DaemonSet: without it a broken
#   version reaches every node. A livenessProbe does neither: it restarts.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/#readiness-probe
#     description: Readiness probe
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#     description: Perform a Rolling Update on a DaemonSet
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Unprobed]
#   tags: [rollout, probes, readiness]
#   remediation: |
#     Add a readinessProbe that succeeds only when the container can do its work.
package drainlint.rules.rollout.no_readiness_probe

import data.drainlint.lib.pods
import data.drainlint.lib.words

# A served container that is ready as soon as it runs.
violations contains {
	"at": c.at,
	"message": sprintf(
		"%s has no readinessProbe, so it gets requests as soon as %s, before it can answer them%s",
		[words.container(w, c), _ready(w), _rollout(w)],
	),
	"proof": _proof(w, c),
	"change": "add a readinessProbe that asks the serving port whether it can answer",
} if {
	some w in input.workloads
	some c in _served(w)
	not c.probes.startup.set
}

_ready(w) := "the other containers are ready" if {
	some other in w.containers
	other.role == "main"
	other.probes.readiness.set
} else := "it runs"

# The startupProbe keeps traffic away from a pod that starts; what is missing is the way out of rotation later.
violations contains {
	"at": c.at,
	"severity": "note",
	"message": sprintf(
		"%s has a startupProbe but no readinessProbe: once started it stays in rotation for ever, also when it cannot answer",
		[words.container(w, c)],
	),
	"proof": _proof(w, c),
	"change": "add a readinessProbe that asks the serving port whether it can answer",
} if {
	some w in input.workloads
	some c in _served(w)
	c.probes.startup.set
}

# Init containers do the work where the others only stay up, and a pod whose init containers fail is never ready.
_idle(main) if {
	every c in main {
		c.process.keepAlive
	}
}

# A rolling node agent that nothing but readiness could stop.
violations contains {
	"at": main[0].at,
	"severity": "note",
	"message": sprintf("%s: no container has a readinessProbe, so a rollout of a version that runs but does not work reaches every node", [words.workload(w)]),
	"proof": [{"text": "strategy RollingUpdate goes on as soon as the new pod is ready", "at": w.rollout.typeAt}],
	"change": sprintf("add a readinessProbe to container %s that fails while the agent cannot do its work", [main[0].name]),
} if {
	some w in input.workloads
	w.kind == "DaemonSet"
	not w.served
	pods.stays_up(w)
	w.rollout.type == "RollingUpdate"
	main := [c | some c in w.containers; c.role == "main"; not c.helper]
	not _idle(main)
	every c in main {
		not c.probes.readiness.set
		not c.probes.startup.set
	}
}

_rollout(w) := ", and a rollout goes on without waiting for it" if w.rollout.type == "RollingUpdate"

_rollout(w) := "" if w.rollout.type != "RollingUpdate"

_served(w) := [c |
	pods.stays_up(w)
	some c in w.containers
	c.role == "main"
	c.served
	not c.helper
	not c.probes.readiness.set
]

_proof(w, c) := array.concat(
	[{"text": sprintf("Service %s sends traffic to it", [s.name]), "at": s.at} | some s in w.services; s.traffic],
	[{"text": "the livenessProbe restarts the container and keeps no traffic away", "at": c.probes.liveness.at} | c.probes.liveness.set],
)
