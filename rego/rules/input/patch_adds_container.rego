# METADATA
# title: A patch adds a container that cannot run
# description: |
#   Strategic merge finds the container to change by its name. An entry without a name empties the list or adds a nameless
#   container; one whose name the object does not have becomes a second container, without an image, and the one that was
#   to be changed stays as it is.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
#     description: Strategic merge patches
# custom:
#   severity: error
#   confidence: high
#   kinds: [PatchFault]
#   tags: [input, Kustomize]
#   remediation: Give the entry the name of the container that it is for.
package drainlint.rules.input.patch_adds_container

violations contains {
	"at": p.at,
	"message": _message(p),
	"change": "give the entry the name of the container that it is for",
} if {
	some p in input.patches
	p.issue == "adds-container"
}

_message(p) := sprintf("the patch of %s has a container without a name, so kustomize cannot merge it: the list loses its containers or gets one that is refused", [p.object]) if p.what == ""

_message(p) := sprintf("%s has no container %s, so the patch adds one, without an image, instead of changing one", [p.object, p.what]) if p.what != ""
