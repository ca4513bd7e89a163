package kube

import "testing"

func TestLifecycleOf(t *testing.T) {
	for _, tt := range []struct {
		apiVersion, kind string
		want             Lifecycle
	}{
		{"apps/v1", "Deployment", Lifecycle{Introduced: Version{1, 9}}},
		{"extensions/v1beta1", "Deployment", Lifecycle{Version{1, 1}, Version{1, 8}, Version{1, 16}, "apps/v1 Deployment"}},
		{"policy/v1beta1", "PodDisruptionBudget", Lifecycle{Version{1, 5}, Version{1, 21}, Version{1, 25}, "policy/v1 PodDisruptionBudget"}},
		{"batch/v1beta1", "CronJob", Lifecycle{Version{1, 8}, Version{1, 21}, Version{1, 25}, "batch/v1 CronJob"}},
		{"policy/v1beta1", "PodSecurityPolicy", Lifecycle{Version{1, 10}, Version{1, 21}, Version{1, 25}, ""}},
		{"policy/v1beta1", "PodSecurityPolicyList", Lifecycle{Version{1, 10}, Version{1, 21}, Version{1, 25}, ""}},
		{"autoscaling/v2beta2", "HorizontalPodAutoscaler", Lifecycle{Version{1, 12}, Version{1, 23}, Version{1, 26}, "autoscaling/v2 HorizontalPodAutoscaler"}},
		{"apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", Lifecycle{Version{1, 7}, Version{1, 16}, Version{1, 22}, "apiextensions.k8s.io/v1 CustomResourceDefinition"}},
		{"rbac.authorization.k8s.io/v1alpha1", "Role", Lifecycle{Version{1, 3}, Version{1, 17}, Version{1, 23}, "rbac.authorization.k8s.io/v1 Role"}},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", Lifecycle{}},
		{"argoproj.io/v1alpha1", "Rollout", Lifecycle{}},
		{"apps/v1", "Nothing", Lifecycle{}},
	} {
		if got := LifecycleOf(tt.apiVersion, tt.kind); got != tt.want {
			t.Errorf("%s %s: got %+v, want %+v", tt.apiVersion, tt.kind, got, tt.want)
		}
	}
}

func TestLifecycleIn(t *testing.T) {
	l := LifecycleOf("policy/v1beta1", "PodDisruptionBudget")
	for _, tt := range []struct {
		minor int
		want  Served
	}{{4, NotYetAPI}, {5, SupportedAPI}, {20, SupportedAPI}, {21, DeprecatedAPI}, {24, DeprecatedAPI}, {25, RemovedAPI}, {37, RemovedAPI}} {
		if got := l.In(Version{1, tt.minor}); got != tt.want {
			t.Errorf("1.%d: got %d, want %d", tt.minor, got, tt.want)
		}
	}
	if got := (Lifecycle{}).In(Default()); got != SupportedAPI {
		t.Errorf("a custom resource is always supported, got %d", got)
	}
}
