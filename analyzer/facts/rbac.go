package facts

import (
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// role is a Role or ClusterRole of the Unit.
type role struct {
	doc   int
	rules []rbacv1.PolicyRule
}

// binding gives a role to ServiceAccounts.
type binding struct {
	cluster  bool
	role     named
	subjects []named
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
		r.roles[key] = role{doc, cr.Rules}
	default:
		var rb rbacv1.RoleBinding
		kube.Decode(d.Root, &rb, kube.Default())
		b := binding{cluster: o.Kind == "ClusterRoleBinding", role: named{rb.RoleRef.Kind, o.Namespace, rb.RoleRef.Name}}
		if rb.RoleRef.Kind == "ClusterRole" {
			b.role.namespace = ""
		}
		for _, s := range rb.Subjects {
			if s.Kind != rbacv1.ServiceAccountKind {
				continue
			}
			ns := s.Namespace
			if ns == "" {
				ns = o.Namespace
			}
			b.subjects = append(b.subjects, named{s.Kind, ns, s.Name})
		}
		r.bindings = append(r.bindings, b)
	}
}

// linkAccounts gives each workload the RBAC rules that are bound to its ServiceAccount.
func (x *extractor) linkAccounts() {
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		self := named{"ServiceAccount", w.Namespace, w.Account.Name}
		if x.refs.accounts[self] && x.pods[i].template.Spec.AutomountServiceAccountToken == nil {
			w.Account.Automount = false
		}
		for _, b := range x.refs.bindings {
			r, ok := x.refs.roles[b.role]
			if !ok || !containsNamed(b.subjects, self) {
				continue
			}
			for j, rule := range r.rules {
				w.Account.Rules = append(w.Account.Rules, RBACRule{
					At: Ref{Doc: r.doc}.Child("rules", j), Role: b.role.kind + "/" + b.role.name, Cluster: b.cluster,
					Groups: rule.APIGroups, Resources: rule.Resources, Verbs: rule.Verbs,
				})
			}
		}
	}
}

func containsNamed(list []named, n named) bool {
	for _, e := range list {
		if e == n {
			return true
		}
	}
	return false
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
				w.Configs[j].Tracked = x.tracked(i, w.Configs[j])
			}
		}
	}
}
