# METADATA
# title: The container can change its own program files
# description: |
#   Without `readOnlyRootFilesystem: true` a process may write anywhere in the container: a takeover can replace programs
#   and leave tools behind, and files that a program writes outside its volumes fill the node's disk and are lost at each
#   restart. What must be written gets an emptyDir of its own, often /tmp only.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
#     description: Configure a Security Context
# custom:
#   severity: note
#   confidence: high
#   kinds: [WritableRoot]
#   tags: [privileges]
#   security_severity: "3.0"
#   remediation: |
#     Set securityContext.readOnlyRootFilesystem to true and mount an emptyDir where the program writes.
package drainlint.rules.privileges.writable_root_filesystem

import data.drainlint.lib.privileges

violations contains {
	"at": cs[0].security.readOnlyRootFilesystem.at,
	"message": sprintf("%s can write to %s own root filesystem, program files included%s", [privileges.subject(w, cs), privileges.keeps(cs, "its", "their"), _explained(w)]),
	"proof": [{"text": sprintf("container %s: readOnlyRootFilesystem is %s", [c.name, _value(c)]), "at": c.security.readOnlyRootFilesystem.at} | some c in cs],
	"change": "set readOnlyRootFilesystem: true and mount an emptyDir where the program writes (/tmp)",
} if {
	some w in input.workloads
	not w.pod.windows
	cs := [c | some c in w.containers; not c.security.readOnlyRootFilesystem.value]
	count(cs) > 0
}

_value(c) := "false" if c.security.readOnlyRootFilesystem.set

_value(c) := "not set (false by default)" if not c.security.readOnlyRootFilesystem.set

_explained(w) := sprintf("; %s", [privileges.recorded(w, "writable-root-filesystem")]) if {
	w.justified["writable-root-filesystem"]
} else := ""
