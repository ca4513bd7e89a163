# METADATA
# title: The sidecar stops before the application it serves
# description: |
#   Ordinary containers of a pod get the stop signal at the same moment, so a proxy or log shipper may be gone while the application still drains through it. A native sidecar (an
#   init container with restartPolicy Always) gets its signal after the main containers have ended, but its preStop hook runs at the very beginning: a hook that asks it to quit undoes the order.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Sidecar]
#   tags: [termination]
#   remediation: |
#     Make it a native sidecar without a hook that ends it, or let its preStop hook wait as long as the application needs.
package drainlint.rules.termination.sidecar_dies_first

import data.drainlint.lib.budget
import data.drainlint.lib.words

# A native sidecar whose hook ends it at the beginning.
violations contains {
	"at": c.preStop.handler,
	"message": sprintf("%s: hooks of native sidecars run first, so %q ends it while the main containers still run%s", [words.any_container(w, c), c.preStop.quits, _needs(w)]),
	"proof": [{"text": "the hook ends the sidecar", "at": c.preStop.at}, {"text": words.grace(w.pod.grace), "at": w.pod.grace.at}],
	"change": "remove the hook: a native sidecar gets its stop signal after the main containers have ended",
} if {
	some w in input.workloads
	w.runs != "job"
	some c in w.containers
	c.role == "sidecar"
	c.preStop.quits != ""
	not _waits(w, c)
}

# An ordinary container that others talk through.
violations contains {
	"at": c.at,
	"message": sprintf("%s: it gets its stop signal together with the application beside it and may be gone while that still drains through it", [words.container(w, c)]),
	"proof": [{"text": sprintf("container %s is %s", [c.name, c.profile.name]), "at": c.image.at}, {"text": "it is an ordinary container without a preStop hook", "at": c.at}],
	"change": "make it a native sidecar (an init container with restartPolicy: Always), or let its preStop hook wait until the application has ended",
} if {
	some w in input.workloads
	w.runs != "job"
	w.pod.grace.value > 0
	some c in w.containers
	c.helper
	c.profile.class == "proxy"
	not c.profile.metricsOnly
	c.profile.keepsAccepting == ""
	not c.preStop.set
	not c.drain.known == "exact"
	c.drain.delay == 0
	_talks(w, c)
}

# It carries the application's own calls, not only the traffic towards it, when the application goes on working after its
# signal: a hook or a drain says so.
_talks(w, c) if {
	some main in w.containers
	main.role == "main"
	main.name != c.name
	not main.helper
	budget.hook_seconds(main) > 0
}

_talks(w, c) if {
	some main in w.containers
	main.role == "main"
	main.name != c.name
	not main.helper
	main.drain.known in {"exact", "unlimited"}
}

_waits(w, c) if {
	c.preStop.duration.known in {"exact", "lower-bound"}
	longest := max([budget.hook_seconds(main) | some main in w.containers; main.role == "main"])
	c.preStop.duration.seconds >= longest
	c.preStop.duration.seconds > 0
}

_needs(w) := sprintf(" (their hook takes %s)", [words.seconds(longest)]) if {
	longest := max([budget.hook_seconds(main) | some main in w.containers; main.role == "main"])
	longest > 0
} else := ""
