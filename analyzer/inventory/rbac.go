package inventory

import (
	"cmp"
	"slices"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
)

// Right is an object that whoever installs the input must be able to create.
type Right struct {
	Input      string `json:"input"`
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	At         Place  `json:"at"`
	// Rules are what a role gives: the API server lets nobody create a role with more than the creator has.
	Rules []string `json:"rules"`
	// Grants is the role that a binding gives, where the input does not define it.
	Grants string `json:"grants,omitempty"`
}

// rights lists the RBAC rules that reach the node or the cluster: those that hold in all namespaces, and those of one namespace
// that lead out of it. Without a token in the pod nobody can use them. What a role only lets read is one entry.
func (r *reader) rights() {
	if !r.w.Account.Automount {
		return
	}
	reads := map[string]*entry{}
	var order []string
	for _, rule := range r.w.Account.Rules {
		reach := reach(rule)
		if reach == "" {
			continue
		}
		policy := rbacv1.PolicyRule{APIGroups: rule.Groups, Resources: rule.Resources, Verbs: rule.Verbs, ResourceNames: rule.Names, NonResourceURLs: rule.URLs}
		if reach == "reads" {
			if e := reads[rule.Role]; e != nil {
				e.what += "; " + objects(policy)
				e.places = append(e.places, rule.At, rule.BindingAt)
				continue
			}
			reads[rule.Role] = &entry{kind: "rbac", what: rule.Role + " reads " + objects(policy), class: reach, at: rule.At, places: []facts.Ref{rule.BindingAt}, rules: []string{"rbac-too-wide"}}
			order = append(order, rule.Role)
			continue
		}
		r.add(entry{kind: "rbac", what: rule.Role + ": " + ruleText(policy), class: reach, at: rule.At, places: []facts.Ref{rule.BindingAt}, rules: []string{"rbac-too-wide"}, profile: r.grants(rule)})
	}
	for _, role := range order {
		r.add(*reads[role])
	}
}

// grants is what profiles say about the powers of a rule, as rule rbac-too-wide names them.
func (r *reader) grants(rule facts.RBACRule) string {
	var out []string
	for _, power := range powers {
		if !power.of(rule) {
			continue
		}
		if why := r.needed("rbac:" + power.key); why != "" && !slices.Contains(out, why) {
			out = append(out, why)
		}
	}
	return strings.Join(out, "; ")
}

func covers(list []string, names ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return s == "*" || slices.Contains(names, s) })
}

// powers are the keys of needs "rbac:KEY" with the rules that they explain.
var powers = []struct {
	key string
	of  func(facts.RBACRule) bool
}{
	{"everything", func(facts.RBACRule) bool { return true }},
	{"become", func(r facts.RBACRule) bool {
		return covers(r.Groups, "rbac.authorization.k8s.io") && covers(r.Resources, "roles", "clusterroles", "rolebindings", "clusterrolebindings")
	}},
	{"secrets", func(r facts.RBACRule) bool { return covers(r.Groups, "") && covers(r.Resources, "secrets") }},
	{"exec", func(r facts.RBACRule) bool {
		return covers(r.Groups, "") && covers(r.Resources, "pods/exec", "pods/attach")
	}},
	{"nodes", func(r facts.RBACRule) bool { return covers(r.Groups, "") && covers(r.Resources, "nodes/proxy") }},
	{"webhooks", func(r facts.RBACRule) bool {
		return covers(r.Groups, "admissionregistration.k8s.io") && covers(r.Resources, "mutatingwebhookconfigurations", "validatingwebhookconfigurations")
	}},
	{"crds", func(r facts.RBACRule) bool {
		return covers(r.Groups, "apiextensions.k8s.io") && covers(r.Resources, "customresourcedefinitions")
	}},
	{"wildcard", func(r facts.RBACRule) bool { return slices.Contains(r.Resources, "*") }},
}

var reading = []string{"get", "list", "watch"}

// reach tells how far an RBAC rule reaches: node (commands in pods, the kubelet's API, pods of one's own), cluster (rights and
// settings of others), reads (all namespaces, but nothing that gives more) or empty.
func reach(r facts.RBACRule) string {
	writes := slices.ContainsFunc(r.Verbs, func(v string) bool { return !slices.Contains(reading, v) })
	core := covers(r.Groups, "")
	switch {
	case core && covers(r.Resources, "nodes/proxy", "pods/exec", "pods/attach", "pods/ephemeralcontainers"):
		return "node"
	case writes && core && covers(r.Resources, "pods", "replicationcontrollers") && covers(r.Verbs, "create"),
		writes && covers(r.Groups, "apps", "batch") && covers(r.Resources, "daemonsets", "deployments", "statefulsets", "jobs", "cronjobs", "replicasets") && covers(r.Verbs, "create", "update", "patch"):
		return "node"
	case covers(r.Groups, "rbac.authorization.k8s.io") && covers(r.Verbs, "escalate", "bind"), core && covers(r.Verbs, "impersonate") && covers(r.Resources, "users", "groups", "serviceaccounts"),
		core && writes && covers(r.Resources, "serviceaccounts/token"):
		return "cluster"
	case !r.Cluster:
		return ""
	case writes && core && covers(r.Resources, "nodes"):
		return "node"
	case writes, core && covers(r.Resources, "secrets"):
		return "cluster"
	}
	return "reads"
}

// ruleText words an RBAC rule.
func ruleText(r rbacv1.PolicyRule) string {
	return strings.Join(r.Verbs, ", ") + " on " + objects(r)
}

// objects words what an RBAC rule is about.
func objects(r rbacv1.PolicyRule) string {
	if len(r.NonResourceURLs) > 0 {
		return strings.Join(r.NonResourceURLs, ", ")
	}
	groups := slices.Clone(r.APIGroups)
	for i := range groups {
		groups[i] = cmp.Or(groups[i], "core")
	}
	out := strings.Join(r.Resources, ", ") + " (" + strings.Join(groups, ", ") + ")"
	if len(r.ResourceNames) > 0 {
		out += " named " + strings.Join(r.ResourceNames, ", ")
	}
	return out
}

// clusterScoped are the kinds of Kubernetes that belong to no namespace (kubectl api-resources --namespaced=false), and those
// of OpenShift that charts bring. Kinds of the input's own CustomResourceDefinitions say it themselves.
var clusterScoped = map[string][]string{
	"":                             {"Namespace", "Node", "PersistentVolume"},
	"admissionregistration.k8s.io": {"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"},
	"apiextensions.k8s.io":         {"CustomResourceDefinition"},
	"apiregistration.k8s.io":       {"APIService"},
	"certificates.k8s.io":          {"CertificateSigningRequest", "ClusterTrustBundle"},
	"flowcontrol.apiserver.k8s.io": {"FlowSchema", "PriorityLevelConfiguration"},
	"gateway.networking.k8s.io":    {"GatewayClass"},
	"networking.k8s.io":            {"IngressClass", "IPAddress", "ServiceCIDR"},
	"node.k8s.io":                  {"RuntimeClass"},
	"policy":                       {"PodSecurityPolicy"},
	"rbac.authorization.k8s.io":    {"ClusterRole", "ClusterRoleBinding"},
	"resource.k8s.io":              {"DeviceClass", "ResourceSlice"},
	"scheduling.k8s.io":            {"PriorityClass"},
	"security.openshift.io":        {"SecurityContextConstraints"},
	"snapshot.storage.k8s.io":      {"VolumeSnapshotClass", "VolumeSnapshotContent"},
	"storage.k8s.io":               {"StorageClass", "CSIDriver", "CSINode", "VolumeAttachment", "VolumeAttributesClass"},
}

// wide tells whether an object belongs to no namespace.
func (i *input) wide(o facts.Object, own map[string]bool) bool {
	g := group(o.APIVersion)
	return slices.Contains(clusterScoped[g], o.Kind) || own[g+"/"+o.Kind]
}

// ownKinds are the cluster-scoped kinds that CustomResourceDefinitions of the Unit define, as group/Kind.
func (i *input) ownKinds() map[string]bool {
	out := map[string]bool{}
	for doc, o := range i.Facts.Objects {
		if d := i.Unit.Documents[doc]; o.Kind == "CustomResourceDefinition" && d.Scalar("spec", "scope") == "Cluster" {
			out[d.Scalar("spec", "group")+"/"+d.Scalar("spec", "names", "kind")] = true
		}
	}
	return out
}

// installer lists the cluster-scoped objects of a Unit by kind and name, and the roles of namespaces that lead out of them.
func (i *input) installer() []Right {
	var out []Right
	own := i.ownKinds()
	roles := map[string]bool{}
	for _, o := range i.Facts.Objects {
		roles[o.Kind+"/"+o.Name] = roles[o.Kind+"/"+o.Name] || o.Kind == "ClusterRole"
	}
	for doc, o := range i.Facts.Objects {
		binding := o.Kind == "RoleBinding" && i.Unit.Documents[doc].Scalar("roleRef", "kind") == "ClusterRole"
		if !i.wide(o, own) && !binding {
			continue
		}
		right := Right{Input: i.name, APIVersion: o.APIVersion, Kind: o.Kind, Name: o.Name, Rules: []string{}}
		if binding || o.Kind == "ClusterRoleBinding" {
			role := i.Unit.Documents[doc].Scalar("roleRef", "name")
			if right.Grants = "ClusterRole/" + role; roles[right.Grants] {
				right.Grants = ""
			}
			if binding && right.Grants == "" {
				continue
			}
		}
		if o.Kind == "ClusterRole" {
			right.Rules = i.rulesOf(doc)
		}
		var concerns bool
		if right.At, concerns = i.place(facts.Ref{Doc: doc}); concerns {
			out = append(out, right)
		}
	}
	slices.SortStableFunc(out, func(a, b Right) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name), a.At.compare(b.At))
	})
	return out
}

func (i *input) rulesOf(doc int) []string {
	var role rbacv1.ClusterRole
	kube.Decode(i.Unit.Documents[doc].Root, &role, kube.Default())
	out := []string{}
	for _, r := range role.Rules {
		out = append(out, ruleText(r))
	}
	if role.AggregationRule != nil {
		out = append(out, "the rules of all roles that its aggregationRule selects")
	}
	return out
}
