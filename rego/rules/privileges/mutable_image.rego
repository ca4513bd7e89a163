# METADATA
# title: The image can change under its name
# description: |
#   Without a tag an image means `latest`, and what that is changes with each push. The default pull policy of such an
#   image is Always, so pods that start at different times run different versions; with IfNotPresent each node keeps the
#   version it happened to pull first, and a restart does not update it. Either way there is no version to roll back to.
#   A fixed tag can be pushed again too: for an agent that holds privileges on every node a digest says exactly what runs.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/images/#image-names
#     description: Image names
#   - ref: https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
#     description: Default image pull policy
# custom:
#   severity: warning
#   confidence: high
#   kinds: [FloatingImage]
#   tags: [privileges, supply-chain, images]
#   security_severity: "5.0"
#   remediation: |
#     Name a version in the tag, for agents with privileges on the node also the digest (name:tag@sha256:...).
package drainlint.rules.privileges.mutable_image

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": c.image.at,
	"severity": _severity(w),
	"message": sprintf("%s: image %s has %s, so %s%s", [words.any_container(w, c), c.image.text, _lack(c.image), _consequence(c.image), _recorded(w)]),
	"proof": [{"text": _policy(c.image), "at": c.image.pullAt}],
	"change": sprintf("name a version: %s:VERSION, best with its digest", [_name(c.image)]),
} if {
	some w in input.workloads
	some c in w.containers
	_moving(c.image)
}

# A tag is only a name: it can be pushed again.
violations contains {
	"at": c.image.at,
	"severity": "note",
	"message": sprintf("%s: image %s has no digest, so a push to its tag runs on every node with this agent's privileges%s", [words.any_container(w, c), c.image.text, _recorded(w)]),
	"proof": _privileges(w, c),
	"change": sprintf("add the digest: %s@sha256:...", [c.image.text]),
} if {
	some w in input.workloads
	w.kind == "DaemonSet"
	some c in w.containers
	c.image.valid
	c.image.digest == ""
	not _moving(c.image)
	count(_privileges(w, c)) > 0
}

_moving(image) if {
	image.valid
	image.digest == ""
	image.tag in {"", "latest"}
}

# Hooks and tests run once, and roll out nothing.
_severity(w) := "note" if w.hook

_severity(w) := "note" if w.justified["mutable-image"]

_severity(w) := "warning" if {
	not w.hook
	not w.justified["mutable-image"]
}

_recorded(w) := sprintf("; %s", [privileges.recorded(w, "mutable-image")]) if {
	w.justified["mutable-image"]
} else := ""

_lack(image) := "no tag (it means latest)" if image.tag == ""

_lack(image) := "the moving tag latest" if image.tag == "latest"

_consequence(image) := "each node keeps the version it pulled first: nodes differ, and a restart does not update them" if {
	image.pullPolicy == "IfNotPresent"
} else := "each node runs whatever was loaded onto it under that name: nodes may differ" if {
	image.pullPolicy == "Never"
} else := "each start pulls whatever it means then, and there is no version to go back to"

_policy(image) := "imagePullPolicy is Always (the default for latest)" if image.pullPolicy == ""

_policy(image) := sprintf("imagePullPolicy is %s", [image.pullPolicy]) if image.pullPolicy != ""

_name(image) := trim_suffix(image.text, ":latest")

_privileges(w, c) := array.flatten([
	[{"text": "privileged: true", "at": c.security.privileged.at} | c.security.privileged.value],
	[{"text": "hostPID: true", "at": w.pod.hostPID.at} | w.pod.hostPID.value],
	[{"text": privileges.mount(m), "at": m.at} |
		some h in w.hostPaths
		not h.class in {"harmless", "lock", "logs"}
		some m in h.mounts
		m.container == c.name
	],
])
