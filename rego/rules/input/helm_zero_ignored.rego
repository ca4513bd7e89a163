# METADATA
# title: A value of 0 or false never reaches the object
# description: |
#   Helm's `if`, `with` and `default` take 0 and false for "not set". A field that a template renders only behind such a test
#   keeps its default when the values say 0 or false, and nothing tells: a grace period of 0 becomes 30 seconds, a
#   mounted ServiceAccount token stays mounted.
# related_resources:
#   - ref: https://helm.sh/docs/chart_template_guide/control_structures/
#     description: Flow control in Helm templates
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Discarded]
#   tags: [input, Helm]
#   remediation: |
#     Test whether the value is there, not whether it is true: `{{- if not (kindIs "invalid" .Values.x) }}` or `hasKey`.
package drainlint.rules.input.helm_zero_ignored

import data.drainlint.lib.words

violations contains {
	"at": d.at,
	"message": sprintf("the values set %s to %s, but the template takes %s for \"not set\": %s gets %s", [d.field, d.value, d.value, words.named(o), _effect(d, instead)]),
	"proof": [{"text": sprintf("the value %s is set", [d.value]), "at": d.key}],
	"change": "test whether the value is there: {{- if not (kindIs \"invalid\" ...) }} or hasKey",
} if {
	some d in input.discarded
	o := input.objects[d.object]
	instead := _defaults[d.field][d.value]
	o.kind in _kinds
	_matters(d, o)
}

_kinds := {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob", "Pod", "HorizontalPodAutoscaler", "ServiceAccount"}

# What Kubernetes does where a field is absent, for the values that are something else.
_defaults := {
	"allowPrivilegeEscalation": {"false": "the default, true"},
	"automountServiceAccountToken": {"false": "the default, true"},
	"backoffLimit": {"0": "the default, 6"},
	"enableServiceLinks": {"false": "the default, true"},
	"failedJobsHistoryLimit": {"0": "the default, 1"},
	"maxSurge": {"0": "the default, 25%"},
	"maxUnavailable": {"0": "the default, 25%"},
	"minReadySeconds": {"0": ""},
	"parallelism": {"0": "the default, 1"},
	"replicas": {"0": "the default, 1"},
	"revisionHistoryLimit": {"0": "the default, 10"},
	"stabilizationWindowSeconds": {"0": "the default, 300 for scaling down"},
	"successfulJobsHistoryLimit": {"0": "the default, 3"},
	"terminationGracePeriodSeconds": {"0": "the default, 30"},
	"tolerationSeconds": {"0": "the default, which tolerates for ever"},
	"ttlSecondsAfterFinished": {"0": "the default, which keeps finished Jobs for ever"},
}

_effect(d, _) := d.fallback if d.fallback != ""

_effect(d, instead) := instead if d.fallback == ""

_matters(d, _) if d.fallback != ""

_matters(d, o) if {
	d.fallback == ""
	_defaults[d.field][d.value] != ""
	not _same_default(d.field, o.kind)
}

# The default of a DaemonSet's maxSurge is 0, and its maxUnavailable cannot be 0 without one.
_same_default("maxSurge", kind) if kind != "Deployment"

_same_default("maxUnavailable", kind) if kind != "Deployment"
