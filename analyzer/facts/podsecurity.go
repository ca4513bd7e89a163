package facts

import (
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// evaluator is the admission plugin's own evaluation, built when a Namespace asks for it.
var evaluator = sync.OnceValue(func() policy.Evaluator {
	e, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil
	}
	return e
})

// podSecurity evaluates the pods of all workloads against the labels of their Namespaces, where these are in the Unit.
func (x *extractor) podSecurity() {
	for doc, o := range x.facts.Objects {
		if o.Kind != "Namespace" || o.APIVersion != "v1" || slices.Contains(x.opts.PodSecurityExempt, o.Name) {
			continue
		}
		labels := x.stringMap(doc, "metadata", "labels")
		for i := range x.facts.Workloads {
			if w := &x.facts.Workloads[i]; w.Namespace == o.Name {
				x.admit(w, x.pods[i], doc, labels)
			}
		}
	}
}

// admit evaluates one pod. An unknown level or version is no fault of the pod: the plugin then falls back to its own.
func (x *extractor) admit(w *Workload, p pod, doc int, labels map[string]string) {
	for _, m := range []struct{ mode, level, version string }{
		{"enforce", api.EnforceLevelLabel, api.EnforceVersionLabel}, {"warn", api.WarnLevelLabel, api.WarnVersionLabel},
		{"audit", api.AuditLevelLabel, api.AuditVersionLabel},
	} {
		level, err := api.ParseLevel(labels[m.level])
		if labels[m.level] == "" || err != nil || level == api.LevelPrivileged || evaluator() == nil {
			continue
		}
		version := api.LatestVersion()
		if v, err := api.ParseVersion(labels[m.version]); labels[m.version] != "" && err == nil {
			version = v
		}
		out := PodSecurity{
			Mode: m.mode, Level: string(level), Version: version.String(), Namespace: x.facts.Objects[doc].Name,
			At: Ref{Doc: doc}.Child("metadata", "labels", m.level),
		}
		if version.Latest() { // what the chosen Kubernetes version knows
			version = api.MajorMinorVersion(x.opts.KubeVersion.Major, x.opts.KubeVersion.Minor)
		}
		meta := metav1.ObjectMeta{Annotations: p.template.Annotations, Labels: p.template.Labels}
		for _, r := range evaluator().EvaluatePod(api.LevelVersion{Level: level, Version: version}, &meta, &p.template.Spec) {
			if !r.Allowed {
				out.Faults = append(out.Faults, PodSecurityFault{Reason: r.ForbiddenReason, Detail: r.ForbiddenDetail})
			}
		}
		w.PodSecurity = append(w.PodSecurity, out)
	}
}
