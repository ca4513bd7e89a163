package facts

import (
	"slices"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// webhookScope is what decides whether a webhook sees the objects of a namespace.
type webhookScope struct {
	namespaces, objects *metav1.LabelSelector
	nodes               bool // one of its rules matches nodes, which no namespaceSelector leaves out
}

// vital are the resources without which a cluster does not recover, by API group: pods and what makes them, and what
// nodes, endpoints and leader election are made of.
var vital = []struct{ group, resource string }{
	{"", "pods"}, {"", "namespaces"}, {"", "nodes"}, {"", "secrets"}, {"apps", "deployments"}, {"apps", "replicasets"},
	{"apps", "daemonsets"}, {"apps", "statefulsets"}, {"coordination.k8s.io", "leases"}, {"discovery.k8s.io", "endpointslices"},
}

// webhooks reads the objects that make the API server call somebody. The fields have kept their meaning since v1beta1;
// only the default of failurePolicy was Ignore there.
func (x *extractor) webhooks(doc int, o *Object, d *source.Document) {
	at := Ref{Doc: doc}
	switch o.Kind {
	case "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration":
		var c admissionv1.MutatingWebhookConfiguration // has all fields of the other
		kube.Decode(d.Root, &c, kube.Default())
		for i, w := range c.Webhooks {
			x.admission(doc, at.Child("webhooks", i), w, o.APIVersion)
		}
	case "CustomResourceDefinition":
		_, spec := source.Lookup(d.Root, "spec")
		_, versions := source.Lookup(spec, "versions")
		if d.Scalar("spec", "conversion", "strategy") != "Webhook" || len(items(versions)) < 2 {
			return // there is nothing to convert
		}
		for _, p := range [][]any{{"spec", "conversion", "webhook", "clientConfig", "service"}, {"spec", "conversion", "webhookClientConfig", "service"}} {
			if name := d.Scalar(append(p, "name")...); name != "" {
				x.calls(Webhook{At: at.Child("spec", "conversion"), Object: doc, Name: o.Name, Type: "conversion", Fail: true, FailAt: at.Child("spec", "conversion", "strategy"),
					Namespace: d.Scalar(append(p, "namespace")...), Service: name}, webhookScope{})
			}
		}
	case "APIService":
		if name := d.Scalar("spec", "service", "name"); name != "" {
			x.calls(Webhook{At: at.Child("spec", "service"), Object: doc, Name: o.Name, Type: "api", Fail: true, FailAt: at.Child("spec", "service"),
				Namespace: d.Scalar("spec", "service", "namespace"), Service: name}, webhookScope{})
		}
	}
}

func (x *extractor) calls(w Webhook, s webhookScope) {
	w.RuleAt = cmpRef(w.RuleAt, w.At)
	x.facts.Webhooks = append(x.facts.Webhooks, w)
	x.refs.scopes = append(x.refs.scopes, s)
}

func cmpRef(r, otherwise Ref) Ref {
	if len(r.Path) == 0 {
		return otherwise
	}
	return r
}

func (x *extractor) admission(doc int, at Ref, w admissionv1.MutatingWebhook, apiVersion string) {
	out := Webhook{At: at, Object: doc, Name: w.Name, Type: "admission", FailAt: at.Child("failurePolicy"), Conditional: len(w.MatchConditions) > 0}
	out.Fail = group(apiVersion)+"/v1" == apiVersion
	if w.FailurePolicy != nil {
		out.Fail = *w.FailurePolicy == admissionv1.Fail
	}
	if c := w.ClientConfig.Service; c != nil {
		out.Namespace, out.Service = c.Namespace, c.Name
	}
	if w.ClientConfig.URL != nil {
		out.URL = *w.ClientConfig.URL
	}
	scope := webhookScope{namespaces: w.NamespaceSelector, objects: w.ObjectSelector}
	for i, r := range w.Rules {
		if !slices.ContainsFunc(r.Operations, func(o admissionv1.OperationType) bool {
			return o == admissionv1.Create || o == admissionv1.Update || o == admissionv1.OperationAll
		}) {
			continue
		}
		creates := slices.Contains(r.Operations, admissionv1.Create) || slices.Contains(r.Operations, admissionv1.OperationAll)
		for _, v := range vital {
			cluster := v.resource == "nodes" || v.resource == "namespaces"
			scoped := r.Scope == nil || *r.Scope == admissionv1.AllScopes || (*r.Scope == admissionv1.ClusterScope) == cluster
			if !scoped || !grants(r.APIGroups, v.group) || !slices.ContainsFunc(r.Resources, func(s string) bool {
				return s == "*" || s == "*/*" || s == v.resource || s == v.resource+"/*"
			}) {
				continue
			}
			name := v.resource
			if v.group != "" {
				name = v.group + "/" + v.resource
			}
			if !slices.Contains(out.Resources, name) {
				out.Resources = append(out.Resources, name)
			}
			out.RuleAt = cmpRef(out.RuleAt, at.Child("rules", i))
			out.CreatesPods = out.CreatesPods || v.resource == "pods" && creates
			scope.nodes = scope.nodes || v.resource == "nodes"
		}
	}
	x.calls(out, scope)
}

// linkWebhooks finds who answers, and whether the selectors let through the namespaces that must come up without it. Only
// what the files say of a namespace's labels counts, and the name that every namespace carries as a label.
func (x *extractor) linkWebhooks() {
	for i := range x.facts.Webhooks {
		w, scope := &x.facts.Webhooks[i], x.refs.scopes[i]
		if w.Service == "" {
			continue
		}
		own := x.namespace(w.Namespace)
		pods := []labels.Set{{}}
		for j := range x.facts.Services {
			s := &x.facts.Services[j]
			if s.Name != w.Service || s.Namespace != own {
				continue
			}
			w.Workloads = s.Workloads
			for _, k := range s.Workloads {
				pods = append(pods, labels.Set(x.pods[k].template.Labels))
			}
		}
		if len(pods) > 1 {
			pods = pods[1:]
		}
		for _, p := range pods {
			w.Own = w.Own || x.sees(scope, own, p)
		}
		w.System = x.sees(scope, metav1.NamespaceSystem, labels.Set{}) || scope.nodes && matches(scope.objects, labels.Set{})
	}
}

func (x *extractor) sees(s webhookScope, namespace string, object labels.Set) bool {
	have := labels.Set{corev1.LabelMetadataName: namespace}
	for i := range x.facts.Objects {
		if o := &x.facts.Objects[i]; o.Kind == "Namespace" && o.Name == namespace {
			for k, v := range x.stringMap(i, "metadata", "labels") {
				have[k] = v
			}
		}
	}
	return matches(s.namespaces, have) && matches(s.objects, object)
}

// matches is true for a selector that is absent or empty, which for webhooks selects everything.
func matches(s *metav1.LabelSelector, l labels.Set) bool {
	if s == nil {
		return true
	}
	sel, err := metav1.LabelSelectorAsSelector(s)
	return err == nil && sel.Matches(l)
}
