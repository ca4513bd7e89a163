package facts

import (
	"slices"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// role is a Role or ClusterRole of the Unit.
type role struct {
	doc       int
	rules     []rbacv1.PolicyRule
	labels    labels.Set
	aggregate []metav1.LabelSelector
}

// binding gives a role to ServiceAccounts.
type binding struct {
	doc      int
	cluster  bool
	name     string
	role     named
	subjects []rbacv1.Subject
}

func (r *references) rbac(doc int, o *Object, d *source.Document) {
	if r.roles == nil {
		r.roles = map[named]role{}
	}
	switch o.Kind {
	case "Role", "ClusterRole":
		var cr rbacv1.ClusterRole
		kube.Decode(d.Root, &cr, kube.Default())
		key := named{o.Kind, o.Namespace, o.Name}
		if o.Kind == "ClusterRole" {
			key.namespace = ""
		}
		out := role{doc: doc, rules: cr.Rules, labels: cr.Labels}
		if cr.AggregationRule != nil {
			out.aggregate = cr.AggregationRule.ClusterRoleSelectors
		}
		r.roles[key] = out
	default:
		var rb rbacv1.RoleBinding
		kube.Decode(d.Root, &rb, kube.Default())
		b := binding{doc: doc, cluster: o.Kind == "ClusterRoleBinding", name: o.Name, role: named{rb.RoleRef.Kind, o.Namespace, rb.RoleRef.Name}, subjects: rb.Subjects}
		if rb.RoleRef.Kind == "ClusterRole" {
			b.role.namespace = ""
		}
		for i := range b.subjects {
			if s := &b.subjects[i]; s.Kind == rbacv1.ServiceAccountKind && s.Namespace == "" {
				s.Namespace = o.Namespace
			}
		}
		r.bindings = append(r.bindings, b)
	}
}

// names tells whether a binding has a ServiceAccount among its subjects: by its name, as a user, or in a group (Kubernetes puts
// every account into these; pkg/serviceaccount in k8s.io/apiserver).
func (b binding) names(namespace, account string) bool {
	return slices.ContainsFunc(b.subjects, func(s rbacv1.Subject) bool {
		switch s.Kind {
		case rbacv1.ServiceAccountKind:
			return s.Namespace == namespace && s.Name == account
		case rbacv1.UserKind:
			return s.Name == "system:serviceaccount:"+namespace+":"+account
		case rbacv1.GroupKind:
			return s.Name == "system:serviceaccounts" || s.Name == "system:serviceaccounts:"+namespace || s.Name == "system:authenticated"
		}
		return false
	})
}

// granted is a rule with the place where it stands.
type granted struct {
	at   Ref
	rule rbacv1.PolicyRule
}

// rulesOf are the rules of a role, those that aggregation adds included: the controller replaces the rules of an aggregated
// ClusterRole by those of all that its selectors match.
func (r *references) rulesOf(key named) (out []granted, known bool) {
	own, known := r.roles[key]
	if own.aggregate == nil {
		for j, rule := range own.rules {
			out = append(out, granted{Ref{Doc: own.doc}.Child("rules", j), rule})
		}
		return out, known
	}
	var docs []role
	for k, other := range r.roles {
		if k == key || k.kind != "ClusterRole" || other.aggregate != nil {
			continue
		}
		if slices.ContainsFunc(own.aggregate, func(s metav1.LabelSelector) bool {
			sel, err := metav1.LabelSelectorAsSelector(&s)
			return err == nil && !sel.Empty() && sel.Matches(other.labels)
		}) {
			docs = append(docs, other)
		}
	}
	slices.SortFunc(docs, func(a, b role) int { return a.doc - b.doc })
	for _, other := range docs {
		for j, rule := range other.rules {
			out = append(out, granted{Ref{Doc: other.doc}.Child("rules", j), rule})
		}
	}
	return out, known
}

// builtIn are the user-facing roles that every cluster has, as far as they reach what hands over a cluster or a namespace
// (plugin/pkg/auth/authorizer/rbac/bootstrappolicy of k8s.io/kubernetes).
var builtIn = map[string][]rbacv1.PolicyRule{
	"cluster-admin": {{APIGroups: []string{"*"}, Resources: []string{"*"}, Verbs: []string{"*"}}},
	"admin": {
		{APIGroups: []string{""}, Resources: []string{"secrets", "pods", "pods/exec", "serviceaccounts"}, Verbs: []string{"create", "delete", "get", "list", "patch", "update", "watch"}},
		{APIGroups: []string{"rbac.authorization.k8s.io"}, Resources: []string{"roles", "rolebindings"}, Verbs: []string{"create", "delete", "get", "list", "patch", "update", "watch"}},
	},
	"edit": {
		{APIGroups: []string{""}, Resources: []string{"secrets", "pods", "pods/exec", "serviceaccounts"}, Verbs: []string{"create", "delete", "get", "list", "patch", "update", "watch"}},
	},
}

// linkAccounts gives each workload the RBAC rules that are bound to its ServiceAccount.
func (x *extractor) linkAccounts() {
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		off, defined := x.refs.accounts[named{"ServiceAccount", w.Namespace, w.Account.Name}]
		w.Account.Defined = defined
		if off && x.pods[i].template.Spec.AutomountServiceAccountToken == nil {
			w.Account.Automount = false
		}
		for _, b := range x.refs.bindings {
			if !b.names(w.Namespace, w.Account.Name) {
				continue
			}
			w.Account.Bound = true
			rules, ok := x.refs.rulesOf(b.role)
			at := Ref{Doc: b.doc}
			if !ok && b.role.kind == "ClusterRole" {
				for _, rule := range builtIn[b.role.name] {
					rules = append(rules, granted{at.Child("roleRef"), rule})
				}
			}
			for _, g := range rules {
				out := RBACRule{
					At: g.at, Role: b.role.kind + "/" + b.role.name, Cluster: b.cluster, Groups: g.rule.APIGroups, Resources: g.rule.Resources,
					Verbs: g.rule.Verbs, Names: g.rule.ResourceNames, URLs: g.rule.NonResourceURLs, BindingAt: at, BuiltIn: !ok,
					Binding: x.facts.Objects[b.doc].Kind + "/" + b.name,
				}
				w.Account.Rules = append(w.Account.Rules, out)
			}
		}
	}
}

// linkConfigs ties the ConfigMaps and Secrets a pod reads to the objects of the Unit.
func (x *extractor) linkConfigs() {
	index := map[named]int{}
	for i, o := range x.facts.Objects {
		if o.Kind == "ConfigMap" || o.Kind == "Secret" {
			index[named{o.Kind, o.Namespace, o.Name}] = i
		}
	}
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		for j := range w.Configs {
			if at, ok := index[named{w.Configs[j].Kind, w.Namespace, w.Configs[j].Name}]; ok {
				w.Configs[j].Object = at
				w.Configs[j].Tracked, w.Configs[j].Held = x.tracked(i, w.Configs[j]), x.held(w.Configs[j])
			}
		}
	}
}
