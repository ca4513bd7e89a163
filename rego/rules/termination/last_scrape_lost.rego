# METADATA
# title: The last metrics of the agent are not scraped
# description: |
#   An agent that stops at once takes along what it counted since the last scrape, and what it has not flushed. A delay of one scrape interval before the stop signal keeps it.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container Lifecycle Hooks
# custom:
#   severity: note
#   confidence: low
#   kinds: [Scraped]
#   tags: [termination]
#   remediation: |
#     Give the agent a preStop delay of 10 to 15 s and a grace period of 60 s.
package drainlint.rules.termination.last_scrape_lost

import data.drainlint.lib.budget
import data.drainlint.lib.words

violations contains {
	"at": w.pod.grace.at,
	"message": sprintf("%s: its metrics are scraped, and nothing delays its stop signal, so what it counted since the last scrape is lost with each restart", [words.workload(w)]),
	"proof": array.concat([{"text": sprintf("container %s has the metrics port %s", [c.name, p.name]), "at": p.at} | some c in w.containers; some p in c.ports; _metrics(p)], [{"text": words.grace(w.pod.grace), "at": w.pod.grace.at}]),
	"change": "add a preStop delay of 10 to 15 s and set terminationGracePeriodSeconds to 60",
} if {
	some w in input.workloads
	w.agent
	w.kind == "DaemonSet"
	w.scraped
	w.pod.grace.value <= 30
	w.pod.grace.value > 0
	some scraped in w.containers
	some port in scraped.ports
	_metrics(port)
	scraped.profile.class in {"telemetry", "security"}
	not scraped.profile.metricsOnly # an exporter reads the state when it is asked
	every c in [c | some c in w.containers; c.role == "main"] {
		not c.preStop.set
		not _drains(c)
	}
}

_drains(c) if budget.drain_seconds(c) >= 0

_metrics(p) if regex.match(`metric|^prom`, p.name)
