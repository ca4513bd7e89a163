# METADATA
# title: Without its pods the webhook locks the cluster
# description: |
#   With `failurePolicy: Fail` the API server refuses a request when nobody answers the webhook. One that matches the
#   creation of pods in its own namespace keeps its own pods from coming back; one that matches pods or their owners in
#   kube-system, or nodes, leases and endpoints, stops the cluster from repairing itself. A drain is enough.
#   A conversion webhook and an aggregated API with one replica take all objects of their kinds with them.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
#     description: Admission Webhook Good Practices
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy
#     description: Failure policy
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Webhook]
#   tags: [exit, webhook, availability]
#   remediation: |
#     Exclude kube-system and the webhook's own namespace with namespaceSelector (kubernetes.io/metadata.name), run two
#     replicas, or set failurePolicy to Ignore.
package drainlint.rules.exit.webhook_locks_cluster

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": w.failAt,
	"severity": _severity(w),
	"message": sprintf("webhook %s fails %s%s while nobody answers: %s", [w.name, concat(", ", array.slice(w.resources, 0, 3)), _where(w), _outcome(w)]),
	"proof": array.concat([{"text": sprintf("its rules match %s", [concat(", ", w.resources)]), "at": w.ruleAt}], _pods(w)),
	"change": "exclude kube-system and its own namespace with namespaceSelector (kubernetes.io/metadata.name NotIn), or set failurePolicy: Ignore",
} if {
	some w in input.webhooks
	w.type == "admission"
	w.service != ""
	_vital(w)
	_caught(w)
	not refs.refused(w.at)
}

violations contains {
	"at": w.failAt,
	"message": sprintf("webhook %s fails %s while %s does not answer: a fault outside the cluster stops what runs inside", [w.name, concat(", ", array.slice(w.resources, 0, 3)), w.url]),
	"proof": [{"text": sprintf("its rules match %s", [concat(", ", w.resources)]), "at": w.ruleAt}],
	"change": "set failurePolicy: Ignore, or leave out what the cluster needs to recover",
} if {
	some w in input.webhooks
	w.type == "admission"
	w.url != ""
	_vital(w)
	not refs.refused(w.at)
}

# One finding for all kinds that the same pod answers for.
violations contains {
	"at": first.at,
	"message": sprintf("%s%s: %s, and one pod answers: while it is moved, %s", [
		words.named(input.objects[first.object]),
		_more(count(same) - 1),
		_task(first),
		_loss(first),
	]),
	"proof": _pods(first),
	"change": "run at least two replicas of what answers",
} if {
	some i, first in input.webhooks
	first.type in {"conversion", "api"}
	_alone(first)
	same := [j | some j, w in input.webhooks; _together(w, first)]
	i == min(same)
}

_together(a, b) if {
	a.type == b.type
	a.namespace == b.namespace
	a.service == b.service
}

_more(0) := ""

_more(n) := sprintf(" and %d more", [n]) if n > 0

_vital(w) if {
	w.fail
	not w.conditional
	count(w.resources) > 0
}

_caught(w) if w.own

_caught(w) if w.system

_alone(w) if {
	count(w.workloads) > 0
	every i in w.workloads {
		input.workloads[i].replicas.from != "node"
		input.workloads[i].replicas.value == 1
	}
}

# Nothing brings back the only pod that could allow its own return.
_severity(w) := "error" if _locks(w)

_severity(w) := "warning" if not _locks(w)

_locks(w) if {
	w.own
	w.createsPods
	_alone(w)
}

_where(w) := " in its own namespace and kube-system" if {
	w.own
	w.system
}

_where(w) := " in its own namespace" if {
	w.own
	not w.system
}

_where(w) := " in kube-system" if {
	not w.own
	w.system
}

_outcome(w) := "its own pods cannot come back" if {
	w.own
	w.createsPods
} else := "the cluster cannot repair itself" if {
	w.system
} else := "what runs there cannot be changed"

_task(w) := "a webhook converts its objects" if w.type == "conversion"

_task(w) := "a pod serves this API" if w.type == "api"

_loss(w) := "no object of the kind can be read or written in another version than it is stored in" if w.type == "conversion"

_loss(w) := "its objects cannot be read, and no namespace can be deleted" if w.type == "api"

_pods(w) := [{"text": words.replicas_from(o), "at": o.replicas.at} | some i in w.workloads; o := input.workloads[i]]
