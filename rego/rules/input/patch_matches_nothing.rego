# METADATA
# title: A patch or image of a kustomization matches nothing
# description: |
#   Kustomize says nothing when the target of a patch selects no object, or when an entry of `images` names an image that
#   nothing runs: the build succeeds, and what the patch was for (a grace period, a hook, a version) is not there.
# related_resources:
#   - ref: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
#     description: patches
# custom:
#   severity: error
#   confidence: high
#   kinds: [PatchFault]
#   tags: [input, Kustomize]
#   remediation: |
#     Correct kind, name and labels of the target (the name is a regular expression for the whole name), or delete the patch.
package drainlint.rules.input.patch_matches_nothing

violations contains {
	"at": p.at,
	"message": sprintf("the patch is for %s, and no object of this build is that: it changes nothing", [p.what]),
	"change": "correct the target, or delete the patch",
} if {
	some p in input.patches
	p.issue == "matches-nothing"
	not input.unit.partial
}

violations contains {
	"at": p.at,
	"severity": "warning",
	"message": sprintf("nothing in this build runs the image %s: the entry changes nothing", [p.what]),
	"change": "write the name as the container has it, registry included, or delete the entry",
} if {
	some p in input.patches
	p.issue == "unused-image"
	not input.unit.partial
}
