# METADATA
# title: The kernel refuses to start a program whose file capability the pod takes away
# description: |
#   A file with an effective capability (`setcap ...+ep`) asks for it at every exec. Where the capability is outside the
#   container's bounding set, because the pod drops ALL and does not add it back, the kernel refuses the exec with
#   "operation not permitted", for root too and whether or not the program would use it. The container never starts. A
#   file with `+p` only starts without the capability.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/capabilities.7.html
#     description: capabilities(7), safety checking for capability-dumb binaries
# custom:
#   severity: error
#   confidence: medium
#   kinds: [FileCaps]
#   tags: [privileges, capabilities]
#   remediation: |
#     Add the capability in capabilities.add, or build the image without setcap.
package drainlint.rules.privileges.exec_denied_by_capabilities

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": _at(c, lost[0]),
	"message": sprintf("%s cannot start: %s has the file capability %s (effective), which the pod %s, so its exec fails with \"operation not permitted\"", [
		words.any_container(w, c),
		e.program,
		concat(", ", lost),
		_how(c, lost[0]),
	]),
	"proof": array.concat(
		[{"text": sprintf("%s %s, effective", [_gives(e), concat(", ", e.caps)]), "at": e.at}],
		[{"text": "the Dockerfile is taken for that of the image: it is the only one beside the manifest", "at": c.image.at} | e.guessed],
	),
	"change": sprintf("add %s to capabilities.add, or build the image without setcap on %s", [concat(", ", lost), e.program]),
} if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
	some e in c.execs
	e.effective
	lost := [name | some name in e.caps; name != "ALL"; privileges.bounded(c, name)]
	count(lost) > 0
}

_dropped(c, name) := [d | some d in c.security.dropped; d.name in {name, "ALL"}]

_at(c, name) := _dropped(c, name)[0].at if {
	_dropped(c, name)[0]
} else := c.security.at

_how(c, name) := "drops and does not add" if {
	_dropped(c, name)[0]
} else := "does not add"

_gives(e) := sprintf("setcap gives %s", [e.program]) if e.guessed

_gives(e) := sprintf("the publisher's Dockerfile gives %s", [e.program]) if not e.guessed
