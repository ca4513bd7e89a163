# METADATA
# title: ENTRYPOINT clears the CMD that it needs
# description: |
#   An ENTRYPOINT in a derived image clears the CMD of its base. Where ENTRYPOINT only prepares and then runs what follows it (`exec "$@"`, an init), nothing follows any more:
#   the container ends at once, or starts something else than the base did.
# related_resources:
#   - ref: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
#     description: pid_namespaces(7), the init process of a PID namespace
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of Pods
# custom:
#   severity: warning
#   confidence: high
#   kinds: [LostCmd]
#   tags: [signals, Dockerfile]
#   remediation: |
#     Repeat CMD below ENTRYPOINT.
package drainlint.rules.signals.inherited_cmd_reset

violations contains {
	"at": im.instruction,
	"severity": "error",
	"message": sprintf("this ENTRYPOINT clears the CMD of %s (%s) and runs what follows it, which is nothing now", [im.lostCmd.from, concat(" ", im.lostCmd.words)]),
	"proof": [{"text": sprintf("CMD of %s is %s", [im.lostCmd.from, concat(" ", im.lostCmd.words)]), "at": im.at}],
	"change": sprintf("repeat it below: CMD %s", [im.lostCmd.words]),
} if {
	some im in input.images
	not im.windows
	not im.broken
	im.lostCmd.needed
}
