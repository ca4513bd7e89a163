package kube

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Lifecycle says in which releases an API version of a kind is served. A zero Version means "none": never deprecated,
// never removed.
type Lifecycle struct {
	Introduced, Deprecated, Removed Version
	// Replacement is what to use instead, as "apps/v1 Deployment"; empty when there is none.
	Replacement string
}

// Served is the state of an API version in one release.
type Served int

// The states of an API version. Unknown kinds (custom resources) are SupportedAPI in every release.
const (
	SupportedAPI Served = iota
	NotYetAPI
	DeprecatedAPI
	RemovedAPI
)

// In tells whether v serves the API.
func (l Lifecycle) In(v Version) Served {
	switch {
	case !l.Removed.IsZero() && !v.Before(l.Removed):
		return RemovedAPI
	case !l.Deprecated.IsZero() && !v.Before(l.Deprecated):
		return DeprecatedAPI
	case v.Before(l.Introduced):
		return NotYetAPI
	}
	return SupportedAPI
}

// LifecycleOf reads the lifecycle that k8s.io/api declares for its types, and for kinds that have been deleted from it
// a small table. It is zero for custom resources.
func LifecycleOf(apiVersion, kind string) Lifecycle {
	if obj, ok := New(apiVersion, kind); ok {
		if l := declared(obj); l != (Lifecycle{}) {
			return l
		}
	}
	return deleted(apiVersion, kind)
}

// declared calls the methods that prerelease-lifecycle-gen writes; which of them exist differs from type to type.
func declared(obj any) Lifecycle {
	var l Lifecycle
	if o, ok := obj.(interface{ APILifecycleIntroduced() (major, minor int) }); ok {
		l.Introduced = version(o.APILifecycleIntroduced())
	}
	if o, ok := obj.(interface{ APILifecycleDeprecated() (major, minor int) }); ok {
		l.Deprecated = version(o.APILifecycleDeprecated())
	}
	if o, ok := obj.(interface{ APILifecycleRemoved() (major, minor int) }); ok {
		l.Removed = version(o.APILifecycleRemoved())
	}
	if o, ok := obj.(interface {
		APILifecycleReplacement() schema.GroupVersionKind
	}); ok {
		gvk := o.APILifecycleReplacement()
		l.Replacement = gvk.GroupVersion().String() + " " + gvk.Kind
	}
	return l
}

func version(major, minor int) Version { return Version{major, minor} }

// deleted covers API versions whose types have left k8s.io/api, were never in it, or carry no lifecycle there. Rows
// are from kubernetes.io/docs/reference/using-api/deprecation-guide, or from the changelog that the row names.
func deleted(apiVersion, kind string) Lifecycle {
	kind = strings.TrimSuffix(kind, "List")
	row := func(introduced, deprecated, removed int, replacement string) Lifecycle {
		if replacement != "" {
			replacement += " " + kind
		}
		return Lifecycle{Version{1, introduced}, Version{1, deprecated}, Version{1, removed}, replacement}
	}
	switch apiVersion + " " + kind {
	case "policy/v1beta1 PodSecurityPolicy":
		return row(10, 21, 25, "")
	case "extensions/v1beta1 PodSecurityPolicy": // changelogs 1.10 and 1.14
		return row(3, 10, 16, "policy/v1beta1")
	case "autoscaling/v2beta1 HorizontalPodAutoscaler": // deprecation: changelog 1.19
		return row(8, 19, 25, "autoscaling/v2")
	case "autoscaling/v2beta2 HorizontalPodAutoscaler": // deprecation: changelog 1.23
		return row(12, 23, 26, "autoscaling/v2")
	case "apiextensions.k8s.io/v1beta1 CustomResourceDefinition":
		return row(7, 16, 22, "apiextensions.k8s.io/v1")
	case "apiregistration.k8s.io/v1beta1 APIService":
		return row(7, 19, 22, "apiregistration.k8s.io/v1")
	case "batch/v2alpha1 CronJob": // changelog 1.21
		return row(5, 21, 21, "batch/v1")
	case "settings.k8s.io/v1alpha1 PodPreset": // changelog 1.20
		return row(6, 20, 20, "")
	case "auditregistration.k8s.io/v1alpha1 AuditSink": // changelogs 1.13 and 1.19
		return row(13, 19, 19, "")
	case "scheduling.k8s.io/v1alpha1 PriorityClass": // changelogs 1.14 and 1.23
		return row(8, 14, 23, "scheduling.k8s.io/v1")
	case "rbac.authorization.k8s.io/v1alpha1 Role", "rbac.authorization.k8s.io/v1alpha1 RoleBinding",
		"rbac.authorization.k8s.io/v1alpha1 ClusterRole",
		"rbac.authorization.k8s.io/v1alpha1 ClusterRoleBinding": // changelogs 1.17 and 1.23
		return row(3, 17, 23, "rbac.authorization.k8s.io/v1")
	}
	return Lifecycle{}
}
