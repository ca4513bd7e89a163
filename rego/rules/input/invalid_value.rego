# METADATA
# title: The API server refuses the object
# description: |
#   The API server validates each object before it stores it. This one fails: a required field is missing, a value is out
#   of range, or fields contradict each other. Nothing of the object is applied; in a release of many objects, those
#   before it are. The checks follow the validation code of the assumed Kubernetes version with its default feature gates.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/
#     description: Kubernetes API reference
#   - ref: https://kubernetes.io/docs/reference/using-api/api-concepts/
#     description: Kubernetes API concepts
# custom:
#   severity: error
#   confidence: high
#   kinds: [Refusal]
#   tags: [input, validation]
#   remediation: |
#     Change the value as shown; a dry run on the server (kubectl apply --dry-run=server) confirms it.
package drainlint.rules.input.invalid_value

import data.drainlint.lib.words

violations contains {
	"at": r.at,
	"message": sprintf("%s is refused by the API server: %s", [words.named(o), r.reason]),
	"proof": [{"text": _field(r), "at": r.at}],
	"change": r.change,
} if {
	some o in input.objects
	some r in o.refused
	not _left_open(r)
}

# A chart may leave a value empty for its user to fill.
_left_open(r) if {
	input.unit.kind == "helm"
	r.empty
}

_field(r) := sprintf("field %s", [words.path(r.at)]) if words.path(r.at) != ""

_field(r) := "the object itself" if words.path(r.at) == ""
