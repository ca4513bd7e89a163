# METADATA
# title: runAsNonRoot refuses the image's user
# description: |
#   `runAsNonRoot: true` without runAsUser makes the kubelet look at the image: with no USER, or root, it refuses to start
#   the container; with a name it does too, because it cannot tell which uid a name stands for. The pod stays in
#   CreateContainerConfigError, and a rollout stops there.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
#     description: Configure a Security Context
# custom:
#   severity: error
#   confidence: high
#   kinds: [RootUser]
#   tags: [privileges]
#   remediation: |
#     Set runAsUser to the number of the image's user, or USER to a number in the Dockerfile.
package drainlint.rules.privileges.nonroot_cannot_start

import data.drainlint.lib.words

violations contains {
	"at": c.security.runAsNonRoot.at,
	"severity": _severity(c),
	"message": sprintf("%s cannot start: runAsNonRoot is true and runAsUser is not set, but %s", [words.any_container(w, c), _fault(c.user)]),
	"proof": [{"text": sprintf("%s: USER %s", [c.user.from, _name(c.user)]), "at": c.user.at}],
	"change": _change(c.user),
} if {
	some w in input.workloads
	not w.pod.windows
	some c in w.containers
	c.security.runAsNonRoot.value
	not c.security.runAsUser.set
	c.user.known
	_fault(c.user)
}

_fault(user) := "the image sets no user, so it runs as root" if user.name == ""

_fault(user) := sprintf("the image's USER is %s, which is root", [user.name]) if {
	user.numeric
	user.id == 0
}

_fault(user) := sprintf("the image's USER is the name %s, and the kubelet cannot tell whether that is root", [user.name]) if {
	user.name != ""
	not user.numeric
}

_severity(c) := "warning" if c.user.guessed

_severity(c) := "error" if not c.user.guessed

_name(user) := "is not set" if user.name == ""

_name(user) := user.name if user.name != ""

_change(user) := "set runAsUser to the number of that user, or USER to a number in the Dockerfile" if {
	not user.numeric
	user.name != ""
} else := "set runAsUser to a number above 0 that the image can run as, or take a variant of the image that does not run as root"
