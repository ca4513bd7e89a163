package kube

import "testing"

func budgetCases() []refuseCase {
	pdb := func(spec string) string {
		return "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: " + spec
	}
	hpa := func(spec string) string {
		return "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}, " + spec + "}"
	}
	return []refuseCase{
		{name: "budget", in: pdb("{minAvailable: 1, selector: {matchLabels: {app: web}}}")},
		{name: "empty budget", in: pdb("{}")},
		{name: "a name that no workload could have", in: "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: Web}\nspec: {minAvailable: 1}"},
		{name: "a name with a slash", in: "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a/b}\nspec: {minAvailable: 1}", want: []string{"name-invalid metadata.name"}},
		{name: "null limit", in: pdb("{maxUnavailable: null, minAvailable: 50%}")},
		{name: "both", in: pdb("{maxUnavailable: 1, minAvailable: 1}"), want: []string{"budget-two-limits spec.minAvailable"}},
		{name: "above 100%", in: pdb("{maxUnavailable: 101%}"), want: []string{"percentage-above-100 spec.maxUnavailable"}},
		{name: "0 and 100%", in: pdb("{minAvailable: 100%}")},
		{name: "max 0", in: pdb("{maxUnavailable: 0}")},
		{name: "negative", in: pdb("{minAvailable: -1}"), want: []string{"negative-number spec.minAvailable"}},
		{name: "quoted number", in: pdb("{minAvailable: '1'}"), want: []string{"not-a-percentage spec.minAvailable"}},
		{name: "fraction", in: pdb("{minAvailable: 12.5%}"), want: []string{"not-a-percentage spec.minAvailable"}},
		{name: "selector", in: pdb("{minAvailable: 1, selector: {matchLabels: {app: 'a b'}}}"), want: []string{"label-invalid spec.selector.matchLabels.app"}},
		{name: "eviction policy", in: pdb("{minAvailable: 1, unhealthyPodEvictionPolicy: Always}"), want: []string{"unsupported-value spec.unhealthyPodEvictionPolicy"}},
		{name: "eviction policy before 1.27 is dropped", in: pdb("{minAvailable: 1, unhealthyPodEvictionPolicy: Always}"), release: "1.26"},

		{name: "scaler", in: hpa("minReplicas: 2, maxReplicas: 2")},
		{name: "scaler without maximum", in: hpa("minReplicas: 2"), want: []string{"max-replicas-missing spec"}},
		{name: "scaler with maximum 0", in: hpa("maxReplicas: 0"), want: []string{"max-replicas-too-low spec.maxReplicas"}},
		{name: "scaler upside down", in: hpa("minReplicas: 3, maxReplicas: 2"), want: []string{"min-above-max-replicas spec.maxReplicas"}},
		{name: "scaler with minimum 0 before 1.37", in: hpa("minReplicas: 0, maxReplicas: 2"), release: "1.36", want: []string{"min-replicas-too-low spec.minReplicas"}},
		{name: "scaler with negative minimum", in: hpa("minReplicas: -1, maxReplicas: 2"), want: []string{"min-replicas-too-low spec.minReplicas"}},
		{name: "scaler without target", in: "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 2, scaleTargetRef: {kind: Deployment}}", want: []string{"scale-target-missing spec.scaleTargetRef"}},
	}
}

func TestRefuseBudgets(t *testing.T) { runRefuse(t, budgetCases()) }
