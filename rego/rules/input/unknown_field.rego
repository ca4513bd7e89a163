# METADATA
# title: The field does not exist at this place
# description: |
#   The type of the object has no such field, or the assumed Kubernetes version does not use it yet. The API server drops
#   what it does not know, and refuses the whole object when the client asks for strict field validation, as kubectl does
#   by default. Where it is dropped, the object works as if the line had never been written: a grace period, a hook or
#   a security setting that everybody believes in is not there. A field that only a newer Kubernetes uses is a note that
#   names the version.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
#     description: Kubernetes API concepts, field validation
#   - ref: https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/
#     description: Feature gates
# custom:
#   severity: warning
#   confidence: high
#   kinds: [UnknownField]
#   tags: [input, schema]
#   remediation: |
#     Move the field to the place where it belongs, correct its spelling, or remove it.
package drainlint.rules.input.unknown_field

import data.drainlint.lib.words

# A field that no version of the type has.
violations contains {
	"at": u.at,
	"severity": _severity(u),
	"message": sprintf(
		"%s: %s has no field %s, so the API server drops it or refuses the object%s",
		[words.named(o), u.parent, u.field, _hint(u)],
	),
	"proof": [{"text": sprintf("field %s", [words.path(u.at)]), "at": u.at}],
	"change": _change(u),
} if {
	some o in input.objects
	some u in o.unknown
	u.gate == ""
}

# A field that later versions use.
violations contains {
	"at": u.at,
	"severity": "note",
	"message": sprintf(
		"%s: Kubernetes %s drops the field %s of %s, which is in use from %s on",
		[words.named(o), _assumed, u.field, u.parent, u.since],
	),
	"proof": _gate(u),
	"change": sprintf("deploy to Kubernetes %s or later (--kube-version %s), or remove the field", [u.since, u.since]),
} if {
	some o in input.objects
	some u in o.unknown
	u.since != ""
}

# A field that only clusters with a feature gate use: whether this one does is not in the files.
violations contains {
	"at": u.at,
	"severity": "warning",
	"message": sprintf(
		"%s: the API server drops the field %s of %s unless the feature gate %s is on, which is off by default in Kubernetes %s",
		[words.named(o), u.field, u.parent, u.gate, _assumed],
	),
	"proof": _gate(u),
	"change": sprintf("turn on %s on API servers and kubelets, or remove the field", [u.gate]),
} if {
	some o in input.objects
	some u in o.unknown
	u.gate != ""
	u.since == ""
}

_assumed := words.version(input.settings.kubeVersion)

_severity(u) := "error" if u.critical

_severity(u) := "warning" if not u.critical

_hint(u) := sprintf("; it belongs at %s", [u.suggestion]) if u.suggestion != ""

_hint(u) := "" if u.suggestion == ""

_change(u) := sprintf("write it as %s", [u.suggestion]) if u.suggestion != ""

_change(u) := "remove the field, or correct its name" if u.suggestion == ""

_gate(u) := [
	{"text": sprintf("field %s", [words.path(u.at)]), "at": u.at},
	{"text": sprintf("feature gate %s; assumed version: Kubernetes %s", [u.gate, _assumed])},
]
