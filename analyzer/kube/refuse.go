package kube

import (
	"slices"

	"github.com/drainlint/drainlint/loaders/source"
	"go.yaml.in/yaml/v3"
	appsv1 "k8s.io/api/apps/v1"
	appsv1beta1 "k8s.io/api/apps/v1beta1"
	appsv1beta2 "k8s.io/api/apps/v1beta2"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	batchv1beta1 "k8s.io/api/batch/v1beta1"
	corev1 "k8s.io/api/core/v1"
	extensionsv1beta1 "k8s.io/api/extensions/v1beta1"
	policyv1 "k8s.io/api/policy/v1"
	policyv1beta1 "k8s.io/api/policy/v1beta1"
)

// Refusal is one reason why the API server rejects an object.
type Refusal struct {
	// Path is the node to edit: the wrong value, or for a missing field the mapping that lacks it.
	Path source.Path
	// Code names the check, in kebab-case; it is stable.
	Code string
	// Reason says in plain words what is wrong, with the value seen; Change says what to edit.
	Reason, Change string
	// Missing is true when something is absent (a required field, the volume of a mount). An operator that completes
	// pod templates of its custom resources may add it.
	Missing bool
	// Empty is true when the field is there with an empty value, which a template may leave for its user to fill.
	Empty bool
}

// Refuse lists what the validation of an API server of release v rejects in a workload, a PodDisruptionBudget or a
// HorizontalPodAutoscaler; other kinds give nothing. obj and root are those of Decode, with the same v. What Decode
// reports as a wrong type is not reported again.
//
// The checks follow pkg/apis/{core,apps,batch,policy,autoscaling}/validation of kubernetes 1.37, with the default
// feature gates of v.
func Refuse(obj any, root *yaml.Node, v Version) []Refusal {
	c := checker{root: root, release: v}
	switch o := c.modern(obj).(type) {
	case *appsv1.Deployment:
		c.deployment(o)
	case *appsv1.StatefulSet:
		c.statefulSet(o)
	case *appsv1.DaemonSet:
		c.daemonSet(o)
	case *appsv1.ReplicaSet:
		c.replicaSet(o)
	case *corev1.ReplicationController:
		c.replicationController(o)
	case *batchv1.Job:
		c.job(o)
	case *batchv1.CronJob:
		c.cronJob(o)
	case *corev1.Pod:
		c.name(o.Name, o.GenerateName, subdomain)
		c.labels(o.Labels, source.Path{"metadata", "labels"})
		c.pod(&o.Spec, source.Path{"spec"}, podRules{isPod: true})
	case *corev1.PodTemplate:
		c.name(o.Name, o.GenerateName, subdomain)
		c.template(&o.Template, source.Path{"template"}, podRules{})
	case *policyv1.PodDisruptionBudget:
		c.budget(o)
	case *autoscalingv2.HorizontalPodAutoscaler:
		c.scaler(o.Name, o.GenerateName, o.Spec.ScaleTargetRef.Kind, o.Spec.ScaleTargetRef.Name, o.Spec.MinReplicas, o.Spec.MaxReplicas)
	case *autoscalingv1.HorizontalPodAutoscaler:
		c.scaler(o.Name, o.GenerateName, o.Spec.ScaleTargetRef.Kind, o.Spec.ScaleTargetRef.Name, o.Spec.MinReplicas, o.Spec.MaxReplicas)
	}
	return c.out
}

// RefuseTemplate checks the pod template at path at of root, for owners that have no built-in type. claims are names of
// volumes that the owner adds, such as those of volume claim templates.
func RefuseTemplate(t *corev1.PodTemplateSpec, root *yaml.Node, at source.Path, claims []string, v Version) []Refusal {
	c := checker{root: root, release: v}
	c.template(t, at, podRules{claims: claims})
	return c.out
}

// checker collects the refusals of one object.
type checker struct {
	root    *yaml.Node
	release Version
	// legacy is true for API versions older than apps/v1, which fill in a missing selector.
	legacy bool
	out    []Refusal
}

// modern decodes objects of old API versions as the version that the checks are written for; their fields have the same
// names.
func (c *checker) modern(obj any) any {
	var as any
	switch obj.(type) {
	case *appsv1beta1.Deployment, *appsv1beta2.Deployment, *extensionsv1beta1.Deployment:
		as = &appsv1.Deployment{}
	case *appsv1beta1.StatefulSet, *appsv1beta2.StatefulSet:
		as = &appsv1.StatefulSet{}
	case *appsv1beta2.DaemonSet, *extensionsv1beta1.DaemonSet:
		as = &appsv1.DaemonSet{}
	case *appsv1beta2.ReplicaSet, *extensionsv1beta1.ReplicaSet:
		as = &appsv1.ReplicaSet{}
	case *batchv1beta1.CronJob:
		as = &batchv1.CronJob{}
	case *policyv1beta1.PodDisruptionBudget:
		as = &policyv1.PodDisruptionBudget{}
	default:
		return obj
	}
	c.legacy = true
	Decode(c.root, as, c.release)
	return as
}

// add records a refusal at an existing node.
func (c *checker) add(code string, at source.Path, reason, change string) {
	_, node, depth := source.Find(c.root, at)
	empty := depth == len(at) && node.Kind == yaml.ScalarNode && (node.Value == "" || isNull(node))
	c.out = append(c.out, Refusal{Path: at, Code: code, Reason: reason, Change: change, Empty: empty})
}

// missing records that a required field of the mapping at path at has no value. It stays silent when there is a value
// that Decode could not read.
func (c *checker) missing(code string, at source.Path, field, reason, change string) {
	_, node, depth := source.Find(c.root, at.Child(field))
	switch {
	case depth > len(at):
		if node.Kind == yaml.ScalarNode && (node.Value == "" || isNull(node)) {
			c.out = append(c.out, Refusal{Path: at.Child(field), Code: code, Reason: reason, Change: change, Missing: true, Empty: true})
		}
	case depth < len(at) || node.Kind == yaml.MappingNode || isNull(node):
		c.out = append(c.out, Refusal{Path: at, Code: code, Reason: reason, Change: change, Missing: true})
	}
}

// written is true when the mapping at path at has the field with a value other than null.
func (c *checker) written(at source.Path, field string) bool {
	_, node, depth := source.Find(c.root, at.Child(field))
	return depth == len(at)+1 && !isNull(node)
}

// anyWritten is true when the mapping at path at has one of the fields with a value other than null.
func (c *checker) anyWritten(at source.Path, fields ...string) bool {
	for _, f := range fields {
		if c.written(at, f) {
			return true
		}
	}
	return false
}

// holds is true when the node at path at exists and has content, whether or not Decode could read it.
func (c *checker) holds(at source.Path) bool {
	_, node, depth := source.Find(c.root, at)
	return depth == len(at) && len(node.Content) > 0
}

// negative refuses numbers below zero.
func (c *checker) negative(n int64, at source.Path, field string) {
	if n < 0 {
		c.add("negative-number", at.Child(field), field+" is "+itoa(n)+", which must not be negative", "use 0 or more")
	}
}

func (c *checker) negativePtr(n *int32, at source.Path, field string) {
	if n != nil {
		c.negative(int64(*n), at, field)
	}
}

// noItems records that a list that must have items has none, whether it is absent or empty.
func (c *checker) noItems(code string, at source.Path, field, reason, change string) {
	_, node, depth := source.Find(c.root, at.Child(field))
	switch {
	case depth <= len(at) || isNull(node):
		c.missing(code, at, field, reason, change)
	case node.Kind == yaml.SequenceNode && len(node.Content) == 0:
		c.add(code, at.Child(field), reason, change)
	}
}

// oneOf refuses values outside a list; the empty value is the default.
func (c *checker) oneOf(value string, at source.Path, field string, legal ...string) {
	if value != "" {
		c.among(value, at, field, legal)
	}
}

// oneOfOptional is oneOf for optional fields, where an empty text is a value like another.
func oneOfOptional[T ~string](c *checker, value *T, at source.Path, field string, legal ...string) {
	if value != nil {
		c.among(string(*value), at, field, legal)
	}
}

func (c *checker) among(value string, at source.Path, field string, legal []string) {
	if slices.Contains(legal, value) {
		return
	}
	c.add("unsupported-value", at.Child(field), field+" is "+quoted(value)+", which Kubernetes does not know", "use "+orList(slices.DeleteFunc(slices.Clone(legal), func(l string) bool { return l == "" })))
}
