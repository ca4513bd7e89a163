# METADATA
# title: Some input could not be analysed
# description: |
#   A file, chart, overlay or Dockerfile could not be read, rendered or understood, so nothing is known about what it
#   holds: no finding there does not mean that all is well. The place is where reading stopped. What a lenient reader
#   accepts (such as a repeated key, where the last one wins) is a warning, and so is a chart whose default values lack
#   something it requires, when another value set renders; everything else makes the run incomplete, with exit code 2.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/#required-fields
#     description: Objects in Kubernetes, required fields
#   - ref: https://helm.sh/docs/chart_template_guide/debugging/
#     description: Debugging Helm templates
# custom:
#   severity: error
#   confidence: high
#   kinds: [Problem]
#   tags: [input]
#   remediation: |
#     Correct the input at the place shown. What is no Kubernetes input at all belongs under exclude in the configuration.
package drainlint.rules.input.cannot_analyse

violations contains {
	"at": p.at,
	"severity": _severity(p),
	"message": _message(p),
	"proof": [],
	"change": p.change,
} if {
	some p in input.problems
}

_severity(p) := "warning" if p.warning

_severity(p) := "error" if not p.warning

_message(p) := sprintf("%s; the rest of this input was analysed", [p.message]) if p.partial

_message(p) := p.message if not p.partial
