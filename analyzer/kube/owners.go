package kube

import (
	"github.com/drainlint/drainlint/loaders/source"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// defaultProgressDeadline is what SetDefaults_Deployment of apps/v1 fills in.
const defaultProgressDeadline = 600

func (c *checker) deployment(o *appsv1.Deployment) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, subdomain)
	c.negativePtr(o.Spec.Replicas, at, "replicas")
	c.selector(o.Spec.Selector, o.Spec.Template.Labels, at)
	c.deploymentStrategy(&o.Spec.Strategy, at.Child("strategy"))
	c.negative(int64(o.Spec.MinReadySeconds), at, "minReadySeconds")
	c.negativePtr(o.Spec.RevisionHistoryLimit, at, "revisionHistoryLimit")
	c.negativePtr(o.Spec.ProgressDeadlineSeconds, at, "progressDeadlineSeconds")
	deadline := or(o.Spec.ProgressDeadlineSeconds, defaultProgressDeadline)
	known := o.Spec.ProgressDeadlineSeconds != nil || !c.legacy && !c.written(at, "progressDeadlineSeconds")
	if known && deadline >= 0 && deadline <= o.Spec.MinReadySeconds {
		where, given := at.Child("progressDeadlineSeconds"), ""
		if o.Spec.ProgressDeadlineSeconds == nil {
			where, given = at.Child("minReadySeconds"), " (the default)"
		}
		c.add("progress-deadline-too-short", where, "progressDeadlineSeconds "+itoa(int64(deadline))+given+" must be greater than minReadySeconds "+
			itoa(int64(o.Spec.MinReadySeconds)), "raise progressDeadlineSeconds or lower minReadySeconds")
	}
	c.template(&o.Spec.Template, at.Child("template"), podRules{owner: "Deployment", restart: alwaysOnly})
}

func (c *checker) statefulSet(o *appsv1.StatefulSet) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, label)
	c.negativePtr(o.Spec.Replicas, at, "replicas")
	c.negative(int64(o.Spec.MinReadySeconds), at, "minReadySeconds")
	c.oneOf(string(o.Spec.PodManagementPolicy), at, "podManagementPolicy", "OrderedReady", "Parallel")
	c.statefulSetStrategy(&o.Spec.UpdateStrategy, at.Child("updateStrategy"))
	if p := o.Spec.PersistentVolumeClaimRetentionPolicy; p != nil {
		at := at.Child("persistentVolumeClaimRetentionPolicy")
		c.oneOf(string(p.WhenDeleted), at, "whenDeleted", "Retain", "Delete")
		c.oneOf(string(p.WhenScaled), at, "whenScaled", "Retain", "Delete")
	}
	c.selector(o.Spec.Selector, o.Spec.Template.Labels, at)
	var claims []string
	for i := range o.Spec.VolumeClaimTemplates {
		name, at := o.Spec.VolumeClaimTemplates[i].Name, at.Child("volumeClaimTemplates", i, "metadata")
		if name == "" {
			c.missing("volume-name-missing", at, "name", "the volume claim template has no name", "give it a name")
		} else if bad := utilvalidation.IsDNS1123Label(name); len(bad) > 0 {
			c.add("volume-name-invalid", at.Child("name"), "the name "+quoted(name)+" of the volume claim template is not allowed: "+first(bad), "rename it")
		}
		claims = append(claims, name)
	}
	c.template(&o.Spec.Template, at.Child("template"), podRules{owner: "StatefulSet", restart: alwaysOnly, claims: claims})
}

func (c *checker) daemonSet(o *appsv1.DaemonSet) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, subdomain)
	c.negative(int64(o.Spec.MinReadySeconds), at, "minReadySeconds")
	c.negativePtr(o.Spec.RevisionHistoryLimit, at, "revisionHistoryLimit")
	c.selector(o.Spec.Selector, o.Spec.Template.Labels, at)
	c.daemonSetStrategy(&o.Spec.UpdateStrategy, at.Child("updateStrategy"))
	c.template(&o.Spec.Template, at.Child("template"), podRules{owner: "DaemonSet", restart: alwaysOnly})
}

func (c *checker) replicaSet(o *appsv1.ReplicaSet) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, subdomain)
	c.negativePtr(o.Spec.Replicas, at, "replicas")
	c.negative(int64(o.Spec.MinReadySeconds), at, "minReadySeconds")
	c.selector(o.Spec.Selector, o.Spec.Template.Labels, at)
	c.template(&o.Spec.Template, at.Child("template"), podRules{owner: "ReplicaSet", restart: alwaysOnly})
}

func (c *checker) replicationController(o *corev1.ReplicationController) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, subdomain)
	c.negativePtr(o.Spec.Replicas, at, "replicas")
	c.negative(int64(o.Spec.MinReadySeconds), at, "minReadySeconds")
	if o.Spec.Template == nil {
		c.missing("template-missing", at, "template", "the ReplicationController has no pod template", "add spec.template")
		return
	}
	// A missing selector becomes the template's labels.
	if len(o.Spec.Selector) > 0 {
		c.selects(labels.SelectorFromSet(o.Spec.Selector), o.Spec.Template.Labels, at)
	} else if len(o.Spec.Template.Labels) == 0 && !c.holds(at.Child("selector")) && !c.holds(at.Child("template", "metadata", "labels")) {
		const reason, change = "the ReplicationController has neither a selector nor template labels", "add labels to spec.template.metadata"
		if c.written(at, "selector") {
			c.add("selector-missing", at.Child("selector"), reason, change)
		} else {
			c.missing("selector-missing", at, "selector", reason, change)
		}
	}
	c.template(o.Spec.Template, at.Child("template"), podRules{owner: "ReplicationController", restart: alwaysOnly})
}

func (c *checker) job(o *batchv1.Job) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, subdomain)
	// The selector is generated, except with manualSelector; exported Jobs carry one.
	if or(o.Spec.ManualSelector, false) {
		c.selector(o.Spec.Selector, o.Spec.Template.Labels, at)
	}
	// Only a Job of its own gets completions and parallelism 1 when neither is set.
	c.jobSpec(&o.Spec, at, o.Spec.Parallelism != nil)
}

func (c *checker) cronJob(o *batchv1.CronJob) {
	at := source.Path{"spec"}
	c.metadata(&o.ObjectMeta, cronJob)
	if o.Spec.Schedule == "" {
		c.missing("schedule-missing", at, "schedule", "the CronJob has no schedule", "set spec.schedule")
	}
	c.oneOf(string(o.Spec.ConcurrencyPolicy), at, "concurrencyPolicy", "Allow", "Forbid", "Replace")
	if o.Spec.StartingDeadlineSeconds != nil {
		c.negative(*o.Spec.StartingDeadlineSeconds, at, "startingDeadlineSeconds")
	}
	c.negativePtr(o.Spec.SuccessfulJobsHistoryLimit, at, "successfulJobsHistoryLimit")
	c.negativePtr(o.Spec.FailedJobsHistoryLimit, at, "failedJobsHistoryLimit")
	at = at.Child("jobTemplate", "spec")
	if o.Spec.JobTemplate.Spec.Selector != nil {
		c.add("selector-generated", at.Child("selector"), "the selector of a CronJob's Jobs is always generated", "remove it")
	}
	if or(o.Spec.JobTemplate.Spec.ManualSelector, false) {
		c.add("selector-generated", at.Child("manualSelector"), "the selector of a CronJob's Jobs is always generated", "remove manualSelector")
	}
	c.jobSpec(&o.Spec.JobTemplate.Spec, at, true)
}

func (c *checker) jobSpec(s *batchv1.JobSpec, at source.Path, needsCompletions bool) {
	c.negativePtr(s.Parallelism, at, "parallelism")
	c.negativePtr(s.Completions, at, "completions")
	c.negativePtr(s.BackoffLimit, at, "backoffLimit")
	c.negativePtr(s.BackoffLimitPerIndex, at, "backoffLimitPerIndex")
	c.negativePtr(s.TTLSecondsAfterFinished, at, "ttlSecondsAfterFinished")
	if s.ActiveDeadlineSeconds != nil {
		c.negative(*s.ActiveDeadlineSeconds, at, "activeDeadlineSeconds")
	}
	oneOfOptional(c, s.CompletionMode, at, "completionMode", "NonIndexed", "Indexed")
	indexed := or(s.CompletionMode, "") == batchv1.IndexedCompletion
	if indexed && s.Completions == nil && needsCompletions {
		c.missing("completions-missing", at, "completions", "completionMode Indexed needs completions", "set completions")
	}
	if or(s.CompletionMode, batchv1.NonIndexedCompletion) == batchv1.NonIndexedCompletion && s.BackoffLimitPerIndex != nil {
		c.add("needs-indexed-mode", at.Child("backoffLimitPerIndex"), "backoffLimitPerIndex needs completionMode: Indexed", "set completionMode: Indexed or remove it")
	}
	restart := onFailureOrNever
	if s.PodFailurePolicy != nil {
		restart = neverOnly
	}
	c.template(&s.Template, at.Child("template"), podRules{owner: "Job", restart: restart})
}

// metadata checks the name and labels of a workload.
func (c *checker) metadata(m *metav1.ObjectMeta, rule nameRule) {
	c.name(m.Name, m.GenerateName, rule)
	c.labels(m.Labels, source.Path{"metadata", "labels"})
}

// selector checks spec.selector against the template's labels.
func (c *checker) selector(s *metav1.LabelSelector, have map[string]string, at source.Path) {
	if s == nil {
		if c.legacy && len(have) > 0 {
			return
		}
		c.missing("selector-missing", at, "selector", "spec.selector is missing; it is required and must match the labels of the pod template", "add spec.selector.matchLabels")
		return
	}
	if len(s.MatchLabels)+len(s.MatchExpressions) == 0 {
		if c.emptySelector(at) {
			c.add("selector-empty", at.Child("selector"), "spec.selector is empty", "add matchLabels that match the labels of the pod template")
		}
		return
	}
	if c.selectorSyntax(s, at.Child("selector")) {
		if parsed, err := metav1.LabelSelectorAsSelector(s); err == nil {
			c.selects(parsed, have, at)
		}
	}
}

// emptySelector is true when no part of the selector holds anything, not even something that Decode could not read.
func (c *checker) emptySelector(at source.Path) bool {
	for _, part := range []string{"matchLabels", "matchExpressions"} {
		if _, node, depth := source.Find(c.root, at.Child("selector", part)); depth == len(at)+2 && len(node.Content) > 0 {
			return false
		}
	}
	return true
}

// selectorSyntax checks keys, values and operators; false when something is wrong.
func (c *checker) selectorSyntax(s *metav1.LabelSelector, at source.Path) bool {
	before := len(c.out)
	c.labels(s.MatchLabels, at.Child("matchLabels"))
	for i, e := range s.MatchExpressions {
		at := at.Child("matchExpressions", i)
		c.oneOf(string(e.Operator), at, "operator", "In", "NotIn", "Exists", "DoesNotExist")
		switch e.Operator {
		case metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn:
			if len(e.Values) == 0 {
				c.noItems("selector-values", at, "values", "operator "+string(e.Operator)+" needs values", "list the values")
			}
		case metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist:
			if len(e.Values) > 0 {
				c.add("selector-values", at.Child("values"), "operator "+string(e.Operator)+" may not have values", "remove the values")
			}
		case "":
			c.missing("selector-operator", at, "operator", "the expression has no operator", "use In, NotIn, Exists or DoesNotExist")
		}
		if bad := utilvalidation.IsQualifiedName(e.Key); len(bad) > 0 {
			if e.Key == "" {
				c.missing("selector-key", at, "key", "the expression has no key", "set key")
			} else {
				c.add("label-invalid", at.Child("key"), "the label key "+quoted(e.Key)+" is not allowed: "+first(bad), "rename it")
			}
		}
		for j, v := range e.Values {
			if bad := utilvalidation.IsValidLabelValue(v); len(bad) > 0 {
				c.add("label-invalid", at.Child("values", j), "the label value "+quoted(v)+" is not allowed: "+first(bad), "shorten it or replace the character")
			}
		}
	}
	return len(c.out) == before
}

// selects refuses a template that its owner's selector does not match.
func (c *checker) selects(s labels.Selector, have map[string]string, at source.Path) {
	if s.Matches(labels.Set(have)) {
		return
	}
	change := "give selector and template the same labels"
	meta := at.Child("template", "metadata")
	if len(have) == 0 && !c.written(meta, "labels") {
		c.missing("selector-mismatch", meta, "labels", "the pod template has no labels, and the selector asks for "+quoted(s.String()), change)
		return
	}
	c.add("selector-mismatch", meta.Child("labels"), "the selector "+quoted(s.String())+" does not match the template's labels "+quoted(labels.Set(have).String()), change)
}
