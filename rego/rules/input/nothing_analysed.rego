# METADATA
# title: Nothing was analysed
# description: |
#   The folder holds no object with pods, no chart, no kustomization and no Dockerfile, so a clean exit would say more
#   than is known. GitOps objects (HelmRelease, Application) only point at charts and manifests that are elsewhere: the
#   pods they deploy are not in these files.
# related_resources:
#   - ref: https://fluxcd.io/flux/components/helm/helmreleases/
#     description: Flux HelmRelease
#   - ref: https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/
#     description: Argo CD Application
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Run]
#   tags: [input]
#   remediation: |
#     Point drainlint at the folder of the chart, the kustomization or the manifests that are deployed.
package drainlint.rules.input.nothing_analysed

violations contains {
	"at": input.run.first,
	"message": sprintf(
		"nothing was analysed: there are only GitOps objects (%s), and what they deploy is not in these files",
		[concat(", ", input.run.wrappers)],
	),
	"proof": [{"text": sprintf("objects seen: %d", [input.run.objects]), "at": input.run.first}],
	"change": "analyse the charts or manifests that these objects deploy",
} if {
	input.run.analysable == 0
	count(input.run.wrappers) > 0
}

violations contains {
	"at": input.run.first,
	"message": "nothing was analysed: no Kubernetes object, chart, kustomization or Dockerfile was found",
	"proof": [{"text": "the first file seen", "at": input.run.first}],
} if {
	input.run.analysable == 0
	count(input.run.wrappers) == 0
}
