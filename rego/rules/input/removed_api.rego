# METADATA
# title: The API version is removed or deprecated
# description: |
#   Kubernetes serves each API version of a kind for a stated range of releases. Past its end the API server answers
#   "no matches for kind", so the object can be neither created nor updated, and a Helm release that holds it can no
#   longer be upgraded. A deprecated version still works, with a warning, until the release that removes it.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/using-api/deprecation-guide/
#     description: Deprecated API Migration Guide
#   - ref: https://helm.sh/docs/topics/kubernetes_apis/
#     description: Deprecated Kubernetes APIs in Helm releases
# custom:
#   severity: warning
#   confidence: high
#   kinds: [OldAPI]
#   tags: [input, versions]
#   remediation: |
#     Use the API version that replaces it, or name the Kubernetes version you deploy to with --kube-version.
package drainlint.rules.input.removed_api

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(o.at, ["apiVersion"]),
	"severity": "error",
	"message": sprintf(
		"%s: Kubernetes %s no longer serves %s %s, so the object cannot be applied",
		[words.named(o), words.version(input.settings.kubeVersion), o.apiVersion, o.kind],
	),
	"proof": _proof(o),
	"change": _change(o),
} if {
	some o in input.objects
	o.api.gone
}

violations contains {
	"at": refs.under(o.at, ["apiVersion"]),
	"severity": _weight(o),
	"message": sprintf("%s: %s %s is deprecated%s", [words.named(o), o.apiVersion, o.kind, _end(o)]),
	"proof": _proof(o),
	"change": _change(o),
} if {
	some o in input.objects
	o.api.old
	not o.api.gone
}

_end(o) := sprintf(" and cannot be applied from Kubernetes %s on", [o.api.removed]) if o.api.removed != ""

_end(o) := ", with no release set for its removal" if o.api.removed == ""

_weight(o) := "warning" if o.api.removed != ""

_weight(o) := "note" if o.api.removed == ""

_proof(o) := [
	{"text": sprintf("%s%s", [o.apiVersion, _life(o.api)]), "at": refs.under(o.at, ["apiVersion"])},
	{"text": sprintf("assumed version: Kubernetes %s", [words.version(input.settings.kubeVersion)])},
]

_life(api) := concat("", [
text |
	some [word, version] in [["deprecated", api.deprecated], ["removed", api.removed]]
	version != ""
	text := sprintf(", %s in %s", [word, version])
])

_change(o) := sprintf("use %s", [o.api.replacement]) if o.api.replacement != ""

_change(o) := "remove the object: no other version of this API is served" if {
	o.api.replacement == ""
	o.api.removed != ""
}

_change(o) := "look for its successor in the Kubernetes documentation before a release removes it" if {
	o.api.replacement == ""
	o.api.removed == ""
}
