# RBAC: what a rule permits, as the authorizer of Kubernetes reads it (pkg/apis/rbac/v1/evaluation_helpers.go).
package drainlint.lib.rbac

# permits is true when a rule covers a verb on a resource (pods, pods/exec) of a group, for objects of any name.
permits(rule, group, resource, verb) if {
	count(rule.names) == 0
	_in(rule.groups, group)
	_in(rule.verbs, verb)
	_resource(rule.resources, resource)
}

_in(list, _) if "*" in list

_in(list, name) if name in list

_resource(list, _) if "*" in list

_resource(list, resource) if resource in list

# "*/exec" is the subresource of any resource; "pods/*" means nothing.
_resource(list, resource) if {
	[_, sub] := split(resource, "/")
	sprintf("*/%s", [sub]) in list
}

# everything is true for a rule that permits all there is.
everything(rule) if {
	count(rule.names) == 0
	"*" in rule.groups
	"*" in rule.resources
	"*" in rule.verbs
}
