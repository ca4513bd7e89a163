package facts

import (
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// pod is the typed pod template of a workload and where it stands.
type pod struct {
	template corev1.PodTemplateSpec
	// at is the template, spec its pod spec.
	at, spec  Ref
	namespace string
	workload  string // Kind/name
}

// current maps old API groups of a kind to the type we read facts from: field names have not changed where it matters.
func current(apiVersion, kind string) any {
	switch group(apiVersion) + "/" + kind {
	case "apps/Deployment", "extensions/Deployment":
		return &appsv1.Deployment{}
	case "apps/StatefulSet":
		return &appsv1.StatefulSet{}
	case "apps/DaemonSet", "extensions/DaemonSet":
		return &appsv1.DaemonSet{}
	case "apps/ReplicaSet", "extensions/ReplicaSet":
		return &appsv1.ReplicaSet{}
	case "/ReplicationController":
		return &corev1.ReplicationController{}
	case "/Pod":
		return &corev1.Pod{}
	case "batch/Job":
		return &batchv1.Job{}
	case "batch/CronJob":
		return &batchv1.CronJob{}
	case "/Service":
		return &corev1.Service{}
	case "policy/PodDisruptionBudget":
		return &policyv1.PodDisruptionBudget{}
	case "autoscaling/HorizontalPodAutoscaler":
		return &autoscalingv2.HorizontalPodAutoscaler{}
	}
	return nil
}

// read adds the facts of one object. typed is its exact type, nil for kinds that k8s.io/api does not know.
func (x *extractor) read(doc int, d *source.Document, typed any) {
	o := &x.facts.Objects[doc]
	obj := current(o.APIVersion, o.Kind)
	if obj == nil {
		x.readOther(doc, d)
		return
	}
	if typed != nil && x.opts.KubeVersion == kube.Default() && reflect.TypeOf(typed) == reflect.TypeOf(obj) {
		obj = typed
	} else {
		// The facts are what the files mean to say; that an older server drops a field is a fact of its own.
		kube.Decode(d.Root, obj, kube.Default())
	}
	at := Ref{Doc: doc}
	template := at.Child("spec", "template")
	switch t := obj.(type) {
	case *appsv1.Deployment:
		w := x.workload(doc, "service", pod{template: t.Spec.Template, at: template, spec: template.Child("spec")})
		x.replicas(w, t.Spec.Replicas)
		deploymentRollout(w, t)
	case *appsv1.StatefulSet:
		w := x.workload(doc, "service", pod{template: t.Spec.Template, at: template, spec: template.Child("spec")})
		x.replicas(w, t.Spec.Replicas)
		statefulSetRollout(w, t)
		for i, c := range t.Spec.VolumeClaimTemplates {
			w.Pod.Volumes = append(w.Pod.Volumes, Volume{At: at.Child("spec", "volumeClaimTemplates", i), Name: c.Name, Type: "persistentVolumeClaim", Claim: c.Name, AccessModes: accessModes(c.Spec.AccessModes)})
		}
		x.refs.governing = append(x.refs.governing, governed{w.Namespace, t.Spec.ServiceName})
	case *appsv1.DaemonSet:
		w := x.workload(doc, "service", pod{template: t.Spec.Template, at: template, spec: template.Child("spec")})
		w.Replicas = Replicas{From: "node", HPA: -1}
		w.Agent = true
		daemonSetRollout(w, t)
	case *appsv1.ReplicaSet:
		w := x.workload(doc, "service", pod{template: t.Spec.Template, at: template, spec: template.Child("spec")})
		x.replicas(w, t.Spec.Replicas)
	case *corev1.ReplicationController:
		if t.Spec.Template != nil {
			w := x.workload(doc, "service", pod{template: *t.Spec.Template, at: template, spec: template.Child("spec")})
			x.replicas(w, t.Spec.Replicas)
		}
	case *corev1.Pod:
		runs := "service"
		if t.Spec.RestartPolicy == corev1.RestartPolicyNever || t.Spec.RestartPolicy == corev1.RestartPolicyOnFailure {
			runs = "job"
		}
		w := x.workload(doc, runs, pod{template: corev1.PodTemplateSpec{ObjectMeta: t.ObjectMeta, Spec: t.Spec}, at: at, spec: at.Child("spec")})
		w.Replicas = Replicas{Int: Int{Value: 1, At: at}, From: "default", HPA: -1}
	case *batchv1.Job:
		w := x.workload(doc, "job", pod{template: t.Spec.Template, at: template, spec: template.Child("spec")})
		w.Replicas = runs(at, t.Spec.Suspend)
		w.Deadline = deadline(t.Spec)
	case *batchv1.CronJob:
		template = at.Child("spec", "jobTemplate", "spec", "template")
		w := x.workload(doc, "job", pod{template: t.Spec.JobTemplate.Spec.Template, at: template, spec: template.Child("spec")})
		w.Replicas = runs(at, t.Spec.Suspend)
		w.Deadline = deadline(t.Spec.JobTemplate.Spec)
	case *corev1.Service:
		x.service(doc, t)
	case *policyv1.PodDisruptionBudget:
		x.pdb(doc, t)
	case *autoscalingv2.HorizontalPodAutoscaler:
		x.hpa(doc, t)
	}
}

// readOther handles kinds outside current: configured pod owners, routes and monitors.
func (x *extractor) readOther(doc int, d *source.Document) {
	o := &x.facts.Objects[doc]
	at := Ref{Doc: doc}
	if p, ok := x.opts.PodOwners[group(o.APIVersion)+"/"+o.Kind]; ok {
		path := make(source.Path, len(p))
		for i, e := range p {
			path[i] = e
		}
		_, node, depth := source.Find(d.Root, path)
		if depth < len(path) {
			return // refers to another workload's template
		}
		var t corev1.PodTemplateSpec
		kube.Decode(node, &t, kube.Default())
		template := at.Child(path...)
		w := x.workload(doc, "service", pod{template: t, at: template, spec: template.Child("spec")})
		if o.Kind == "DaemonSet" {
			w.Agent, w.Replicas = true, Replicas{From: "node", HPA: -1}
			return
		}
		var replicas struct {
			Spec struct {
				Replicas *int32 `json:"replicas,omitempty"`
			} `json:"spec"`
		}
		kube.Decode(d.Root, &replicas, kube.Default())
		x.replicas(w, replicas.Spec.Replicas)
		return
	}
	x.refs.collect(doc, o, d)
	x.refs.define(doc, o, d)
	x.webhooks(doc, o, d)
	x.alerts(doc, o, d)
	x.scrapeIntervals(doc, o, d)
}

// deadline is activeDeadlineSeconds of a Job, or of its pods.
func deadline(s batchv1.JobSpec) int {
	for _, d := range []*int64{s.ActiveDeadlineSeconds, s.Template.Spec.ActiveDeadlineSeconds} {
		if d != nil {
			return int(*d)
		}
	}
	return 0
}

// workload starts the facts of a pod-template owner.
func (x *extractor) workload(doc int, runs string, p pod) *Workload {
	o := &x.facts.Objects[doc]
	w := Workload{
		At: o.At, Object: doc, APIVersion: o.APIVersion, Kind: o.Kind, Name: o.Name, Namespace: o.Namespace, Hook: o.Hook,
		Runs: runs, Front: "none", FrontAt: o.At, Justified: map[string]string{},
	}
	if w.Hook {
		w.Runs = "job"
	}
	w.Replicas.HPA = -1
	p.namespace, p.workload = o.Namespace, o.Kind+"/"+o.Name
	x.readPod(&w, p)
	x.facts.Workloads = append(x.facts.Workloads, w)
	x.pods = append(x.pods, p)
	return &x.facts.Workloads[len(x.facts.Workloads)-1]
}

func (x *extractor) replicas(w *Workload, n *int32) {
	w.Replicas = Replicas{Int: Int{Value: 1, At: w.At.Child("spec", "replicas")}, From: "default", HPA: -1}
	if n != nil {
		w.Replicas.Value, w.Replicas.Set, w.Replicas.From, w.Replicas.Written = int(*n), true, "spec", int(*n)
		return
	}
	// What is written and is no number is filled in by somebody, or refused.
	_, written, depth := source.Find(x.unit.Documents[w.Object].Root, source.Path{"spec", "replicas"})
	if depth == 2 && written.Tag != "!!null" {
		w.Replicas.Value, w.Replicas.Set, w.Replicas.From = 0, true, "unknown"
	}
}

// runs is one pod for a Job, none while it is suspended.
func runs(at Ref, suspended *bool) Replicas {
	r := Replicas{Int: Int{Value: 1, At: at}, From: "default", HPA: -1}
	if suspended != nil && *suspended {
		r.Int = Int{Set: true, At: at.Child("spec", "suspend")}
		r.From = "spec"
	}
	return r
}
