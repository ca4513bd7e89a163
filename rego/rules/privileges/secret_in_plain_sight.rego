# METADATA
# title: A credential stands in the files as text
# description: |
#   A password in an env value, an argument or a ConfigMap is readable for everybody who may read the files, the object in
#   the API server, or (arguments) the process list of the node, and it cannot be rotated without a rollout. Reports
#   never repeat the value.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/secret/
#     description: Secrets
#   - ref: https://kubernetes.io/docs/concepts/security/secrets-good-practices/
#     description: Good practices for Kubernetes Secrets
# custom:
#   severity: warning
#   confidence: medium
#   kinds: [PlainSecret]
#   tags: [privileges, secrets]
#   security_severity: "6.5"
#   remediation: |
#     Put the value into a Secret and refer to it (valueFrom.secretKeyRef, or a mounted file), and replace the credential:
#     this one is known.
package drainlint.rules.privileges.secret_in_plain_sight

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": s.at,
	"severity": _severity(w, s),
	"message": sprintf("%s: %s %s as text%s%s", [words.any_container(w, c), _what(s), _holds(s), _reader(s), _explained(w, s)]),
	"proof": [],
	"change": _change(s),
} if {
	some w in input.workloads
	some c in w.containers
	some s in c.secrets
}

_what(s) := sprintf("env %s", [s.name]) if s.where == "env"

_what(s) := sprintf("argument %s", [s.name]) if s.where == "argument"

_what(s) := sprintf("%s, setting %s,", [s.object, s.name]) if s.where == "config"

_holds(s) := "holds a URL with its password" if s.url

_holds(s) := "holds a credential" if not s.url

_reader(s) := ", which every process list of the node shows" if {
	s.where == "argument"
} else := ""

_change(s) := "take it from a Secret: valueFrom.secretKeyRef" if {
	s.where == "env"
} else := "let the program read it from a file of a mounted Secret, or from an environment variable with secretKeyRef"

_severity(w, _) := "note" if w.justified["secret-in-plain-sight"]

# What only tests of the chart install opens nothing.
_severity(w, s) := "note" if {
	not w.justified["secret-in-plain-sight"]
	s.test
}

_severity(w, s) := "warning" if {
	not w.justified["secret-in-plain-sight"]
	not s.test
}

_explained(w, s) := sprintf("; %s", [privileges.recorded(w, "secret-in-plain-sight")]) if {
	w.justified["secret-in-plain-sight"]
} else := "; it comes from values with which the chart is tested" if {
	s.test
} else := ""
