# METADATA
# title: A patch replaces a list of containers instead of merging into it
# description: |
#   Kustomize knows by which key to merge a list only for the types of Kubernetes itself. In a patch of a custom resource a
#   list replaces the one it meets, and what the base says there, hooks, probes and resources among it, is gone.
# related_resources:
#   - ref: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/openapi/
#     description: openapi
# custom:
#   severity: error
#   confidence: high
#   kinds: [PatchFault]
#   tags: [input, Kustomize]
#   remediation: |
#     Name the type's schema under `openapi`, or change single fields with a JSON 6902 patch.
package drainlint.rules.input.patch_replaces_list

violations contains {
	"at": p.at,
	"message": sprintf("the patch replaces the containers of %s instead of merging into them, which loses %s", [p.object, p.what]),
	"change": "name the schema of the type under openapi, or change single fields with a JSON 6902 patch",
} if {
	some p in input.patches
	p.issue == "replaces-list"
}
