# METADATA
# title: Something stays behind when the release is uninstalled
# description: |
#   `helm uninstall` leaves objects with `helm.sh/resource-policy: keep`, and hook objects that no delete policy removes. An
#   object with a finalizer stays until the controller of the finalizer removes it, and hangs when that controller is gone
#   first. Folders that a hostPath volume creates stay on every node.
# related_resources:
#   - ref: https://helm.sh/docs/topics/charts_hooks/#hook-deletion-policies
#     description: Hook deletion policies
#   - ref: https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource
#     description: Tell Helm not to uninstall a resource
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
#     description: Finalizers
# custom:
#   severity: note
#   confidence: high
#   kinds: [Leftover, HostPath]
#   tags: [exit, Helm]
#   remediation: |
#     Say in the notes of the release what stays and how to remove it; give hooks the delete policy hook-succeeded.
package drainlint.rules.exit.left_behind

import data.drainlint.lib.words

violations contains {
	"at": l.at,
	"message": sprintf("%s %s", [words.named(input.objects[l.object]), _stays(l)]),
	"proof": [],
	"change": _change(l),
} if {
	some l in input.leftovers
}

# A folder of its own, not one that every node has anyway.
violations contains {
	"at": h.at,
	"message": sprintf("%s creates %s on every node it runs on, and nothing removes it", [words.workload(w), h.path]),
	"proof": [{"text": sprintf("type is %s", [h.type]), "at": h.typeAt}],
	"change": "say in the notes of the release how to remove it",
} if {
	some w in input.workloads
	w.runs == "service"
	some h in w.hostPaths
	h.type in {"DirectoryOrCreate", "FileOrCreate"}
	not h.readOnly
	count(h.mounts) > 0
	_own(h)
}

# Of class other every path is a top.
_own(h) if h.class == "other"

_own(h) if {
	h.class in {"etc", "plugins", "logs"}
	not h.whole
}

_stays(l) := "stays after helm uninstall (helm.sh/resource-policy: keep)" if l.why == "keep"

_stays(l) := sprintf("is a hook (%s) that no delete policy removes: it stays after helm uninstall", [l.what]) if l.why == "hook"

_stays(l) := sprintf("stays until the controller of finalizer %s removes it, and hangs when that is gone first", [l.what]) if l.why == "finalizer"

_change(l) := "say in the notes of the release how to remove it" if l.why == "keep"

_change(l) := "set helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded" if l.why == "hook"

_change(l) := "say in the notes of the release what to remove first" if l.why == "finalizer"
