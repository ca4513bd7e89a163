# METADATA
# title: The pod holds a token that it has no use for
# description: |
#   Every pod gets a token of its ServiceAccount unless `automountServiceAccountToken` is false. The account `default` is
#   shared by all pods of a namespace: what is granted to it for one is granted to all, and nobody can tell their requests
#   apart. A token without RBAC still authenticates against the API server, from any place it is carried to.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/
#     description: Configure Service Accounts for Pods
# custom:
#   severity: note
#   confidence: high
#   kinds: [IdleToken]
#   tags: [privileges, rbac]
#   security_severity: "4.0"
#   remediation: |
#     Set automountServiceAccountToken to false where the program does not talk to the API server, else give it a
#     ServiceAccount of its own.
package drainlint.rules.privileges.default_service_account

import data.drainlint.lib.privileges
import data.drainlint.lib.words

violations contains {
	"at": w.account.at,
	"severity": _severity(w),
	"message": sprintf("%s runs as the ServiceAccount default, which all pods of the namespace share, and mounts its token%s%s", [words.workload(w), _on(w), _explained(w)]),
	"proof": array.concat(
		[{"text": sprintf("serviceAccountName is %s", [_named(w)]), "at": w.account.at}],
		[{"text": sprintf("%s grants it %s", [r.binding, r.role]), "at": r.bindingAt} | some r in w.account.rules],
	),
	"change": "set automountServiceAccountToken: false, or a ServiceAccount of its own if the program talks to the API server",
} if {
	some w in input.workloads
	w.account.automount
	w.account.name == "default"
}

# Its own account, defined here, to which nothing here grants anything.
violations contains {
	"at": w.account.at,
	"severity": "note",
	"message": sprintf("%s mounts the token of ServiceAccount %s, to which nothing here grants anything%s", [words.workload(w), w.account.name, _explained(w)]),
	"proof": [{"text": "no RoleBinding or ClusterRoleBinding of these files names it", "at": w.account.at}],
	"change": "set automountServiceAccountToken: false, unless the account gets its rights elsewhere",
} if {
	some w in input.workloads
	w.account.automount
	w.account.name != "default"
	w.account.defined
	not w.account.bound
	not input.unit.partial
}

_severity(w) := "warning" if {
	privileges.node_agent(w)
	not w.justified["default-service-account"]
} else := "note"

_on(w) := " on every node" if privileges.node_agent(w)

_on(w) := "" if not privileges.node_agent(w)

_named(w) := "default" if w.account.set

_named(w) := "not set (default)" if not w.account.set

_explained(w) := sprintf("; %s", [privileges.recorded(w, "default-service-account")]) if {
	w.justified["default-service-account"]
} else := ""
