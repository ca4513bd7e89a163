# METADATA
# title: The Service selects no pod
# description: |
#   The selector of the Service matches the labels of no pod template that is deployed with it, so the Service has no
#   endpoint and every connection to it fails.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/#does-the-service-have-any-endpointslices
#     description: Debug Services
# custom:
#   severity: note
#   confidence: medium
#   kinds: [EmptyService]
#   tags: [rollout, traffic]
#   remediation: |
#     Give the selector labels that the pod template has.
package drainlint.rules.rollout.service_selects_nothing

import data.drainlint.lib.links
import data.drainlint.lib.refs

violations contains {
	"at": s.selectorAt,
	"message": sprintf("Service %s has no endpoint: no pod template deployed with it has the labels %s", [s.name, s.selectorText]),
	"proof": links.nearest(s.namespace),
	"change": "use labels of spec.template.metadata.labels in the selector",
} if {
	not input.unit.single
	some s in input.services
	s.selector
	s.type != "ExternalName"
	count(s.workloads) == 0
	links.complete(s.namespace)
	not refs.refused(s.at)
	not input.objects[s.object].hook
}
