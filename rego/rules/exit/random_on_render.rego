# METADATA
# title: The chart renders something else each time
# description: |
#   Random texts, fresh keys and certificates, and the clock make every `helm upgrade` a change, also where nothing was
#   changed: in a pod template it replaces all pods, in a Secret it replaces the password or key that running pods, and
#   perhaps a database, still use. GitOps controllers, which render again and again, never come to rest.
# related_resources:
#   - ref: https://helm.sh/docs/howto/charts_tips_and_tricks/#automatically-roll-deployments
#     description: Automatically roll Deployments
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Random]
#   tags: [exit, Helm]
#   remediation: |
#     Take a checksum of the configuration instead of the clock; let the user provide secrets, create them in a hook that runs
#     once, or keep what `lookup` finds in the cluster.
package drainlint.rules.exit.random_on_render

import data.drainlint.lib.words

violations contains {
	"at": fields[0].at,
	"message": sprintf("%s is rendered with a new value each time%s: every upgrade %s, also when nothing was changed", [words.named(o), _count(fields), _effect(o)]),
	"proof": [{"text": sprintf("%s differs on each rendering", [words.path(f.at)]), "at": f.at} | some f in array.slice(fields, 0, 3)],
	"change": _change(o),
} if {
	some o in input.objects
	not o.hook
	fields := [f | some f in o.random; _deployed(o, f)]
	count(fields) > 0
}

# Only what pods run or read: a random name makes another object on purpose, labels of the object itself change nothing.
_deployed(o, f) if {
	f.template
	o.kind in {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"}
}

_deployed(o, f) if {
	o.kind in {"Secret", "ConfigMap"}
	f.at.path[0] in {"data", "stringData", "binaryData"}
}

_effect(o) := "replaces the secret under the pods that use it" if o.kind == "Secret"

_effect(o) := "changes the configuration" if o.kind == "ConfigMap"

_effect(o) := "replaces all its pods" if not o.kind in {"Secret", "ConfigMap"}

_change(o) := "let the user provide the secret, create it in a hook that runs once, or keep what lookup finds" if o.kind == "Secret"

_change(o) := "render a value that stays, such as a checksum of the configuration" if o.kind != "Secret"

_count(fields) := sprintf(" in %d fields", [count(fields)]) if count(fields) > 1

_count(fields) := "" if count(fields) == 1
