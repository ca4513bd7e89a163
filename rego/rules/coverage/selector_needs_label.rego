# METADATA
# title: The agent runs only on nodes that somebody has labelled
# description: |
#   Kubernetes and its cloud providers set some labels on every node. This selector asks for another one: a node that
#   nobody labels, for example one that an autoscaler adds, runs without the agent, and nothing reports it.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/labels-annotations-taints/
#     description: Well-Known Labels, Annotations and Taints
# custom:
#   severity: note
#   confidence: medium
#   kinds: [OwnLabel]
#   tags: [coverage, DaemonSet]
#   remediation: |
#     Make sure that whatever creates nodes sets the label.
package drainlint.rules.coverage.selector_needs_label

import data.drainlint.lib.pods
import data.drainlint.lib.words

violations contains {
	"at": l.at,
	"message": sprintf("%s runs only on nodes with the label %s, which no cluster sets by itself: a node without it has no agent, and nothing reports that", [words.workload(w), l.key]),
	"proof": [],
	"change": "make sure that whatever creates nodes sets the label",
} if {
	not input.cluster # coverage-gap knows
	some w in input.workloads
	w.kind == "DaemonSet"
	pods.stays_up(w)
	some i, l in w.pod.scheduling.labels
	_own(l)
	every earlier in array.slice(w.pod.scheduling.labels, 0, i) {
		not _again(earlier, l)
	}
}

_own(l) if {
	l.needed
	not l.elsewhere
	domain := split(l.key, "/")[0]
	not _set_by_itself(domain)
}

# Node feature discovery is an add-on.
_set_by_itself(domain) if {
	domain != "feature.node.kubernetes.io"
	some known in _known
	_within(domain, known)
}

_again(earlier, l) if {
	_own(earlier)
	earlier.key == l.key
}

_within(domain, known) if domain == known

_within(domain, known) if endswith(domain, concat("", [".", known]))

# Domains of labels that Kubernetes, a cloud provider or a node autoscaler sets.
_known := [
	"kubernetes.io", "k8s.io", "amazonaws.com", "eksctl.io", "cloud.google.com", "azure.com", "digitalocean.com", "oraclecloud.com", "linode.com",
	"ibm-cloud.kubernetes.io", "karpenter.sh", "k8s.aws", "openshift.io", "rancher.io", "k3s.io", "talos.dev", "alibabacloud.com", "hetzner.cloud",
	"scaleway.com", "vultr.com", "castai.io",
]
