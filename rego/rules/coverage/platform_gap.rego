# METADATA
# title: Nodes of one platform run without the DaemonSet
# description: |
#   The inventory has nodes whose operating system or architecture the DaemonSet does not serve: its selector names other
#   platforms, or its image is not built for theirs, so that the pod is created and fails to start. The platforms of
#   the image come from `coverage` in the configuration or from FROM --platform of a Dockerfile of the run; where nothing tells
#   them, nothing is said. Where the configuration does not declare which nodes are meant, another operating system is a note:
#   the pod may well have a counterpart for it.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-arch
#     description: kubernetes.io/arch
# custom:
#   severity: warning
#   confidence: high
#   kinds: [PlatformGap]
#   tags: [coverage, DaemonSet]
#   remediation: |
#     Build the image for the platform and select it, or run a second DaemonSet for it; exclude the nodes with a reason under
#     coverage in the configuration if they are meant to run without.
package drainlint.rules.coverage.platform_gap

import data.drainlint.lib.coverage

violations contains {
	"at": gap.at,
	"severity": coverage.platform_severity(c, gap, "warning"),
	"message": sprintf("%s does not work on %s: %s", [coverage.workload(c), coverage.nodes(gap), gap.reason]),
	"proof": coverage.proof(c, gap),
	"change": _change(gap),
} if {
	some c in coverage.reaching
	some gap in c.gaps
	coverage.platform(gap)
}

violations contains {
	"at": gap.at,
	"message": sprintf("%s gets pods that cannot run on %s: %s", [coverage.workload(c), coverage.nodes(gap), gap.reason]),
	"proof": [{"text": sprintf("node %s", [n.name])} | some n in array.slice(gap.nodes, 0, 10)],
	"change": "leave the nodes out with a nodeSelector on kubernetes.io/os and kubernetes.io/arch, or build the image for them",
} if {
	some c in input.cluster.coverage
	some gap in c.misfits
}

_change(gap) := "build the image for the platform, leave the nodes out with a nodeSelector and exclude them with a reason under coverage in the configuration" if gap.cause == "image"

_change(gap) := "serve the platform too (here, or with a second DaemonSet), or exclude the nodes with a reason under coverage in the configuration" if gap.cause != "image"
