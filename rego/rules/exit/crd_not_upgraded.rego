# METADATA
# title: Helm installs the chart's CRDs once and never upgrades them
# description: |
#   What lies in a chart's `crds/` folder is created by the first `helm install` and left alone from then on: `helm upgrade`
#   does not change it and `helm uninstall` does not delete it. A new version of the program then meets the old definitions,
#   and fields that they do not know are dropped without a word.
# related_resources:
#   - ref: https://helm.sh/docs/chart_best_practices/custom_resource_definitions/
#     description: Custom Resource Definitions in charts
# custom:
#   severity: note
#   confidence: high
#   kinds: [Unmanaged]
#   tags: [exit, Helm]
#   remediation: |
#     Say in the upgrade notes which command applies the new definitions, or render them from a template or a chart of their
#     own (with `helm.sh/resource-policy: keep`, so that uninstalling deletes no data).
package drainlint.rules.exit.crd_not_upgraded

violations contains {
	"at": first.at,
	"message": sprintf("helm upgrade leaves %s in crds/ as the first install has made %s, and helm uninstall leaves %s behind", [_what(crds), _them(crds), _them(crds)]),
	"change": "document `kubectl apply --server-side -f crds/` as part of upgrades, or render the definitions from a template with helm.sh/resource-policy: keep",
} if {
	crds := [o | some o in input.objects; o.unmanaged]
	first := crds[0]
}

_what(crds) := sprintf("the definition %s", [crds[0].name]) if count(crds) == 1

_what(crds) := sprintf("all %d definitions", [count(crds)]) if count(crds) > 1

_them(crds) := "it" if count(crds) == 1

_them(crds) := "them" if count(crds) > 1
