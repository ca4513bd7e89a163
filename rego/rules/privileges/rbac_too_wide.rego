# METADATA
# title: The pod's account may do more than its program needs
# description: |
#   Whoever takes over a pod has its ServiceAccount. Some permissions are the cluster by another name: everything on
#   everything, `escalate`, `bind` and `impersonate`, which give out rights that the account itself lacks, and `get` on
#   all Secrets, among which are other accounts' credentials. `pods/exec` and `nodes/proxy` run commands in any pod, and
#   who writes webhook configurations or CRDs sees and changes what others create. On a node agent the token lies on
#   every node. Aggregated roles, bindings to groups and the roles that Kubernetes brings are followed.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/rbac-good-practices/
#     description: Role Based Access Control good practices
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
#     description: Using RBAC authorization
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Granted]
#   tags: [privileges, rbac]
#   security_severity: "7.0"
#   remediation: |
#     Name the resources and verbs that the program uses, in Roles of the namespaces where that is enough; for Secrets that
#     are only got, in resourceNames.
package drainlint.rules.privileges.rbac_too_wide

import data.drainlint.lib.privileges
import data.drainlint.lib.rbac
import data.drainlint.lib.words

# One finding for each rule of a role: it is the line to edit, whoever has it.
violations contains {
	"at": at,
	"severity": _worst({s | some g in grants; some s in g.severities}),
	"message": sprintf("%s lets %s %s%s%s", [
		grants[0].rule.role,
		concat(", ", {words.workload(g.workload) | some g in grants}),
		concat(", ", sort({p.may | some g in grants; some p in g.powers})),
		_where(grants),
		_explained(grants),
	]),
	"proof": array.concat(
		[{"text": _text(grants[0].rule), "at": at}],
		[{"text": sprintf("%s grants it to ServiceAccount %s of %s", [g.rule.binding, g.workload.account.name, words.workload(g.workload)]), "at": g.rule.bindingAt} | some g in grants],
	),
	"change": concat("; ", sort({p.change | some g in grants; some p in g.powers})),
} if {
	some at in {g.rule.at | some g in _grants}
	grants := [g | some g in _grants; g.rule.at == at]
}

# _grants are the rules that give a workload one of the powers, each with what they weigh for it.
_grants contains {"workload": w, "rule": r, "powers": powers, "severities": severities, "reason": _said(w, powers)} if {
	some w in input.workloads
	w.account.automount # no token in the pod otherwise
	some r in w.account.rules
	powers := _powers(r)
	count(powers) > 0
	severities := {_severity(w, p) | some p in powers}
}

_powers(r) := [{"key": "everything", "cluster": r.cluster, "may": "do everything", "change": "name the groups, resources and verbs that the program uses"}] if {
	rbac.everything(r)
} else := array.flatten([
	[{"key": "become", "cluster": r.cluster, "may": "give itself any right (escalate, bind, impersonate or tokens of other accounts)", "change": "remove escalate, bind, impersonate and serviceaccounts/token"} | _becomes(r)],
	[{"key": "secrets", "may": "read all Secrets", "change": _secrets(r)} | r.cluster; _any(r, "", ["secrets"], ["get", "list", "watch"])],
	[{"key": "exec", "may": "run commands in any pod (pods/exec)", "change": "remove pods/exec and pods/attach"} | r.cluster; _any(r, "", ["pods/exec", "pods/attach"], ["create", "get"])],
	[{"key": "nodes", "may": "reach the kubelet's whole API, commands in pods included (nodes/proxy)", "change": "grant nodes/metrics, nodes/stats or nodes/log in place of nodes/proxy"} | r.cluster; _any(r, "", ["nodes/proxy"], ["get", "create"])],
	[{"key": "webhooks", "may": "see and change what others create (webhook configurations)", "change": "name the webhook configuration in resourceNames"} |
		r.cluster
		_any(r, "admissionregistration.k8s.io", ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"], ["create", "update", "patch"])
	],
	[{"key": "crds", "may": "change CustomResourceDefinitions", "change": "install CRDs with the chart instead of from the program, or name them in resourceNames"} |
		r.cluster
		_any(r, "apiextensions.k8s.io", ["customresourcedefinitions"], ["update", "patch", "delete"])
	],
	[{"key": "wildcard", "may": "write every resource of its groups (resources: *)", "change": "name the resources and verbs that the program uses"} |
		r.cluster
		"*" in r.resources
		count(r.names) == 0
		some verb in ["*", "create", "update", "patch", "delete"]
		verb in r.verbs
		some group in ["*", "", "apps", "batch", "rbac.authorization.k8s.io", "networking.k8s.io"]
		group in r.groups
	],
])

# With resourceNames, only a list or watch of one name is allowed: controllers cache all.
_secrets(r) := "grant them in Roles of the namespaces that the program needs; with resourceNames a list or watch of all of them is refused" if {
	_any(r, "", ["secrets"], ["list", "watch"])
} else := "name the Secrets in resourceNames, or grant them in a Role of one namespace"

_becomes(r) if _any(r, "rbac.authorization.k8s.io", ["roles", "clusterroles"], ["escalate", "bind"])

_becomes(r) if {
	r.cluster
	_any(r, "", ["users", "groups", "serviceaccounts"], ["impersonate"])
}

_becomes(r) if {
	r.cluster
	_any(r, "", ["serviceaccounts/token"], ["create"])
}

_any(r, group, resources, verbs) if {
	some resource in resources
	some verb in verbs
	rbac.permits(r, group, resource, verb)
}

# Everything within one namespace is that namespace alone. A hook runs once.
_severity(w, p) := "note" if _why(w, p)

_severity(w, p) := "note" if {
	not _why(w, p)
	w.hook
}

_severity(w, p) := "note" if {
	not _why(w, p)
	not w.hook
	_usual(w, p)
}

_severity(w, p) := "error" if {
	not _why(w, p)
	not w.hook
	not _usual(w, p)
	_gives_cluster(w, p)
}

_severity(w, p) := "warning" if {
	not _why(w, p)
	not w.hook
	not _usual(w, p)
	not _gives_cluster(w, p)
}

# Whoever has the token of one node has the cluster. Whether an unknown program needs the Secrets is not known.
_gives_cluster(w, p) if {
	privileges.node_agent(w)
	p.key in {"everything", "become"}
}

_gives_cluster(w, p) if {
	privileges.node_agent(w)
	p.key == "secrets"
	some c in w.containers
	c.profile.class in {"telemetry", "security"}
}

_usual(_, p) if p.cluster == false

# Ingresses serve with the certificates in Secrets; volume drivers mount with the credentials in them.
_usual(w, p) if {
	p.key == "secrets"
	some c in w.containers
	c.profile.class in {"proxy", "network", "storage"}
}

# Operators create for others what they may not have themselves.
_reason(w) := privileges.recorded(w, "rbac-too-wide") if {
	w.justified["rbac-too-wide"]
} else := _controllers(w)[0] if {
	count(_controllers(w)) > 0
}

# _why is the reason for one power: that of the workload, else the need of a program's profile.
_why(w, p) := _reason(w) if {
	_reason(w)
} else := [privileges.needed(c, sprintf("rbac:%s", [p.key])) | some c in w.containers; c.profile.needs[sprintf("rbac:%s", [p.key])]][0]

_said(w, powers) := _why(w, powers[0]) if {
	every p in powers {
		_why(w, p)
	}
} else := ""

# On every node a token weighs more than what the program is.
_controllers(w) := array.flatten([
	[sprintf("%s is known as a controller", [c.profile.name]) | some c in w.containers; c.profile.class == "controller"],
	["an operator or GitOps program by its name" | some c in w.containers; _operator(w.name, c)],
	["it writes the status of resources, as controllers do" | some r in w.account.rules; _controls(r)],
]) if {
	w.kind != "DaemonSet"
} else := []

_controls(r) if {
	some resource in r.resources
	some part in ["/status", "/finalizers"]
	endswith(resource, part)
	some verb in ["update", "patch", "*"]
	verb in r.verbs
}

_operator(name, _) if contains(name, "operator")

_operator(name, _) if contains(name, "controller")

_operator(name, _) if contains(name, "cert-manager")

_operator(_, c) if contains(c.image.repository, "operator")

_operator(_, c) if contains(c.image.repository, "controller")

# GitOps programs apply what others write.
_operator(_, c) if contains(c.image.repository, "/argoproj/")

_operator(_, c) if contains(c.image.repository, "/fluxcd/")

_worst(severities) := "error" if "error" in severities

_worst(severities) := "warning" if {
	"warning" in severities
	not "error" in severities
}

_worst(severities) := "note" if {
	not "warning" in severities
	not "error" in severities
}

_where(grants) := " in every namespace" if {
	some g in grants
	g.rule.cluster
} else := " in its namespace"

# Where nothing but explained ones remain, the first reason is said.
_explained(grants) := sprintf("; %s", [[g.reason | some g in grants][0]]) if {
	every g in grants {
		g.reason != ""
	}
} else := ""

_text(r) := sprintf("%s: %s on %s of %s", [r.role, concat(", ", r.verbs), concat(", ", r.resources), concat(", ", _groups(r))])

_groups(r) := [_group(g) | some g in r.groups]

_group("") := "the core group"

_group(g) := g if g != ""
