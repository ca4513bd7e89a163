package kube

import (
	"slices"
	"testing"
)

func TestKinds(t *testing.T) {
	kinds := Kinds()
	for _, want := range []string{"Pod", "Deployment", "Job", "Service", "PodDisruptionBudget", "Ingress", "HorizontalPodAutoscaler", "ClusterRole", "StorageClass", "PriorityClass", "ValidatingWebhookConfiguration", "CustomResourceDefinition", "Lease"} {
		if !slices.Contains(kinds, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, not := range []string{"PodList", "DeleteOptions", "WatchEvent", "PodExecOptions"} {
		if slices.Contains(kinds, not) {
			t.Errorf("%s is no object that files hold", not)
		}
	}
}
