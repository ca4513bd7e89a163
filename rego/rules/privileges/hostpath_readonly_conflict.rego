# METADATA
# title: The program writes where its mount is read-only
# description: |
#   The configuration names a path to write (a tail database, a position file, a buffer), and the volume mount that holds
#   the path says `readOnly: true`. Opening the file fails with "read-only file system": the program exits and the pod
#   goes into a crash loop, or it goes on without what it should keep. A second mount below, writable and of its own
#   volume, is what such a program needs: a read-only tree with one writable folder in it.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#read-only-mounts
#     description: Read-only mounts
#   - ref: https://docs.fluentbit.io/manual/data-pipeline/inputs/tail
#     description: Fluent Bit, the tail input and its database
# custom:
#   severity: error
#   confidence: high
#   kinds: [ReadOnlyWrite]
#   tags: [privileges, hostPath]
#   remediation: |
#     Mount a volume of its own (an emptyDir, or a hostPath below /var/lib) writable at the folder that the program writes.
package drainlint.rules.privileges.hostpath_readonly_conflict

import data.drainlint.lib.refs
import data.drainlint.lib.words

violations contains {
	"at": refs.under(x.mount, ["readOnly"]),
	"message": sprintf("%s: %s is set to %s, which lies below the read-only mount of %s at %s: writing there fails", [words.any_container(w, c), x.key, x.path, _what(w, x), x.mountPath]),
	"proof": [
		{"text": sprintf("%s%s %s", [_source(x), x.key, x.path]), "at": x.at},
		{"text": sprintf("volume %s is mounted at %s with readOnly: true", [x.volume, x.mountPath]), "at": refs.under(x.mount, ["readOnly"])},
	],
	"change": sprintf("mount a writable volume of its own at the folder of %s, or set %s to a path on one", [x.path, x.key]),
} if {
	some w in input.workloads
	some c in w.containers
	some x in c.writes
	x.readOnly
}

_what(w, x) := sprintf("hostPath %s", [h.path]) if {
	some h in w.hostPaths
	h.volume == x.volume
} else := sprintf("volume %s", [x.volume])

_source(x) := sprintf("%s: ", [x.object]) if x.object != ""

_source(x) := "argument " if x.object == ""
