package facts

import (
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Defaults of the strategies: semantics.md "Update strategies" in docs; k8s.io/kubernetes pkg/apis/apps/v1/defaults.go.
const (
	deploymentDefault = "25%"
	progressDeadline  = 600 // seconds
)

func deploymentRollout(w *Workload, d *appsv1.Deployment) {
	at := w.At.Child("spec", "strategy")
	r := &w.Rollout
	r.At, r.TypeAt, r.Type = at, at.Child("type"), string(d.Spec.Strategy.Type)
	if r.Type == "" {
		r.Type = "RollingUpdate"
	}
	r.Paused = d.Spec.Paused
	r.MinReadySeconds = Int{Value: int(d.Spec.MinReadySeconds), Set: d.Spec.MinReadySeconds != 0, At: w.At.Child("spec", "minReadySeconds")}
	r.Deadline = Int{Value: progressDeadline, At: w.At.Child("spec", "progressDeadlineSeconds")}
	if p := d.Spec.ProgressDeadlineSeconds; p != nil {
		r.Deadline.Value, r.Deadline.Set = int(*p), true
	}
	var unavailable, surge *intstr.IntOrString
	if ru := d.Spec.Strategy.RollingUpdate; ru != nil {
		unavailable, surge = ru.MaxUnavailable, ru.MaxSurge
	}
	r.MaxUnavailable = amount(unavailable, deploymentDefault, at.Child("rollingUpdate", "maxUnavailable"))
	r.MaxSurge = amount(surge, deploymentDefault, at.Child("rollingUpdate", "maxSurge"))
}

func statefulSetRollout(w *Workload, s *appsv1.StatefulSet) {
	at := w.At.Child("spec", "updateStrategy")
	r := &w.Rollout
	r.At, r.TypeAt, r.Type = at, at.Child("type"), string(s.Spec.UpdateStrategy.Type)
	if r.Type == "" {
		r.Type = "RollingUpdate"
	}
	r.MinReadySeconds = Int{Value: int(s.Spec.MinReadySeconds), Set: s.Spec.MinReadySeconds != 0, At: w.At.Child("spec", "minReadySeconds")}
	r.Partition = Int{At: at.Child("rollingUpdate", "partition")}
	var unavailable *intstr.IntOrString
	if ru := s.Spec.UpdateStrategy.RollingUpdate; ru != nil {
		if ru.Partition != nil {
			r.Partition.Value, r.Partition.Set = int(*ru.Partition), true
		}
		unavailable = ru.MaxUnavailable
	}
	r.MaxUnavailable = amount(unavailable, "1", at.Child("rollingUpdate", "maxUnavailable"))
	r.MaxSurge = amount(nil, "0", at.Child("rollingUpdate", "maxSurge"))
}

func daemonSetRollout(w *Workload, d *appsv1.DaemonSet) {
	at := w.At.Child("spec", "updateStrategy")
	r := &w.Rollout
	r.At, r.TypeAt, r.Type = at, at.Child("type"), string(d.Spec.UpdateStrategy.Type)
	if r.Type == "" {
		r.Type = "RollingUpdate"
	}
	r.MinReadySeconds = Int{Value: int(d.Spec.MinReadySeconds), Set: d.Spec.MinReadySeconds != 0, At: w.At.Child("spec", "minReadySeconds")}
	var unavailable, surge *intstr.IntOrString
	if ru := d.Spec.UpdateStrategy.RollingUpdate; ru != nil {
		unavailable, surge = ru.MaxUnavailable, ru.MaxSurge
	}
	r.MaxUnavailable = amount(unavailable, "1", at.Child("rollingUpdate", "maxUnavailable"))
	r.MaxSurge = amount(surge, "0", at.Child("rollingUpdate", "maxSurge"))
}

// amount reads a number or percentage; it is resolved later, when the number of replicas is known.
func amount(v *intstr.IntOrString, byDefault string, at Ref) Amount {
	a := Amount{Raw: byDefault, At: at}
	if v != nil {
		a.Raw, a.Set = v.String(), true
	}
	parsed := intstr.Parse(a.Raw)
	a.Percent = parsed.Type == intstr.String
	if !a.Percent {
		a.Absolute, a.Resolved = parsed.IntValue(), true
	}
	return a
}

// scale resolves a percentage of total; false when it is no percentage at all.
func (a *Amount) scale(total int, roundUp bool) {
	v := intstr.Parse(a.Raw)
	n, err := intstr.GetScaledValueFromIntOrPercent(&v, total, roundUp)
	a.Absolute, a.Resolved = n, err == nil
}

// resolveRollout applies the controllers' rounding. For a Deployment unavailable rounds down, surge up, and when both
// become 0 unavailable is made 1 (k8s.io/kubernetes pkg/controller/deployment/util ResolveFenceposts). A StatefulSet
// rounds unavailable down too, but to no less than 1, whatever its API documentation says
// (pkg/controller/statefulset getStatefulSetMaxUnavailable); a DaemonSet counts nodes, so its percentages stay
// unresolved.
func resolveRollout(w *Workload) {
	r, n := &w.Rollout, w.Replicas.Value
	switch w.Kind {
	case "Deployment":
		r.MaxUnavailable.scale(n, false)
		r.MaxSurge.scale(n, true)
		if r.MaxUnavailable.Resolved && r.MaxSurge.Resolved && r.MaxUnavailable.Absolute == 0 && r.MaxSurge.Absolute == 0 {
			r.MaxUnavailable.Absolute, r.Fenced = 1, true
		}
	case "StatefulSet":
		r.MaxUnavailable.scale(n, false)
		r.MaxUnavailable.Absolute = max(r.MaxUnavailable.Absolute, 1)
	}
}
