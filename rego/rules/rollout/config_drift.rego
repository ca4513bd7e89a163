# METADATA
# title: A change of the configuration reaches no running pod
# description: |
#   Environment variables and files mounted with subPath are read when a container starts. A ConfigMap or Secret that keeps its
#   name changes nothing in the pod template, so no rollout follows: old pods keep the old values, pods that start later get
#   the new ones, and both run side by side under one version. An object that does not hold what is read is filled by others: it is not
#   judged.
# related_resources:
#   - ref: https://helm.sh/docs/howto/charts_tips_and_tricks/#automatically-roll-deployments
#     description: Automatically roll Deployments
#   - ref: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
#     description: configMapGenerator
# custom:
#   severity: note
#   confidence: high
#   kinds: [Drift]
#   tags: [rollout, configuration]
#   remediation: |
#     Let a generator put a hash of the content into the name, or add a checksum of it to the annotations of the pod template.
package drainlint.rules.rollout.config_drift

import data.drainlint.lib.words

violations contains {
	"at": c.at,
	"message": sprintf("%s reads %s %s when it starts; a change of it changes no pod template, so running pods keep the old values and new ones get the new", [words.workload(w), c.kind, c.name]),
	"proof": [{"text": sprintf("%s %s keeps its name", [c.kind, c.name]), "at": input.objects[c.object].at}],
	"change": "put a hash of the content into the name (configMapGenerator does), or a checksum into the annotations of the pod template",
} if {
	some w in input.workloads
	w.runs == "service"
	not w.hook
	some i, c in w.configs
	_drifts(c)
	every earlier in array.slice(w.configs, 0, i) {
		not _same(earlier, c)
	}
}

_drifts(c) if {
	c.held
	not c.tracked
	c.how in {"env", "subPath"}
}

# One finding for each object that a workload reads.
_same(a, b) if {
	_drifts(a)
	a.kind == b.kind
	a.name == b.name
}
