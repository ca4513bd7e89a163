# Links: when "selects nothing" proves something.
package drainlint.lib.links

import data.drainlint.lib.words

# complete is true when the Unit shows all pods of a namespace: nothing is missing, no operator makes pods, and some workload
# is meant to live there. The cluster's own pods are in kube-system, whatever a Unit adds.
complete(namespace) if {
	namespace != "kube-system"
	not input.unit.partial
	input.unit.podsElsewhere == ""
	count(_candidates(namespace)) > 0
}

# nearest are the workloads that might have been meant, as proofs.
nearest(namespace) := array.slice([{"text": sprintf("labels of the pods of %s differ", [words.workload(w)]), "at": w.at} | some w in _candidates(namespace)], 0, 3)

_candidates(namespace) := [w |
	some w in input.workloads
	w.namespace == namespace
	w.runs == "service"
]
