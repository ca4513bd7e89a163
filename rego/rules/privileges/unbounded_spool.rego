# METADATA
# title: A node agent's buffer can fill the node's disk
# description: |
#   While its output is not reachable, an agent keeps what it collects on disk. An emptyDir without sizeLimit and a hostPath
#   have no end but that of the node's disk: then the kubelet evicts pods, applications among them, on every node at
#   once, because every node waits for the same output. A limit of the program itself, a sizeLimit or a limit for
#   ephemeral-storage ends it at the agent.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#emptydir
#     description: emptyDir volumes
#   - ref: https://docs.fluentbit.io/manual/administration/buffering-and-storage
#     description: Fluent Bit, buffering and storage
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [Spool]
#   tags: [privileges, storage, monitoring]
#   remediation: |
#     Limit the buffer in the program (storage.total_limit_size, total_limit_size), or set sizeLimit on the emptyDir or a
#     limit for ephemeral-storage.
package drainlint.rules.privileges.unbounded_spool

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": x.at,
	"severity": _severity(w),
	"message": sprintf("%s buffers at %s (%s) on %s %s: while its output is not reachable, the buffer fills the disk of every node%s", [
		words.any_container(w, c),
		x.path,
		x.key,
		_place(w, x),
		_limit(x),
		_explained(w),
	]),
	"proof": [
		{"text": sprintf("%s: %s %s", [x.object, x.key, x.path]), "at": x.at},
		{"text": sprintf("%s is mounted at %s%s", [_place(w, x), x.mountPath, _size(x)]), "at": x.mount},
	],
	"change": _change(x),
} if {
	some w in input.workloads
	privileges.node_agent(w)
	some c in w.containers
	some x in c.writes
	x.spool
	not x.bounded
	not x.readOnly
	_open(w, c, x)
}

_open(_, _, x) if x.volumeType == "hostPath"

_open(w, c, x) if {
	x.volumeType == "emptyDir"
	not c.resources.ephemeralLimit
	some v in w.pod.volumes
	v.name == x.volume
	not v.sizeLimit
	not v.memory # the memory limit ends it
}

_place(w, x) := sprintf("hostPath %s", [h.path]) if {
	some h in w.hostPaths
	h.volume == x.volume
} else := sprintf("emptyDir %s", [x.volume])

# Fluentd's file buffer has a default, which few nodes have room for.
_limit(x) := "with no limit but the program's default of 64 GB" if x.key == "path"

_limit(x) := "without a limit" if x.key != "path"

_size(x) := ", with no sizeLimit" if x.volumeType == "emptyDir"

_size(x) := "" if x.volumeType != "emptyDir"

_change(x) := "limit the buffer in the program's configuration (total_limit_size)" if {
	x.volumeType == "hostPath"
} else := "set sizeLimit on the emptyDir, a limit for ephemeral-storage, or a limit in the program's configuration"

_severity(w) := "note" if w.justified["unbounded-spool"]

_severity(w) := "warning" if not w.justified["unbounded-spool"]

_explained(w) := sprintf("; %s", [privileges.recorded(w, "unbounded-spool")]) if {
	w.justified["unbounded-spool"]
} else := ""
