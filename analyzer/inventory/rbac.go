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
// that lead out of it. Without a token in the pod nobody can use them.
func (r *reader) rights() {
	if !r.w.Account.Automount {
		return
	}
	for _, rule := range r.w.Account.Rules {
		reach := reach(rule)
		if reach == "" {
			continue
		}
		what := ruleText(rbacv1.PolicyRule{APIGroups: rule.Groups, Resources: rule.Resources, Verbs: rule.Verbs, ResourceNames: rule.Names, NonResourceURLs: rule.URLs})
		r.add(entry{kind: "rbac", what: what + " by " + rule.Role, class: reach, at: rule.At, places: []facts.Ref{rule.BindingAt}, rules: []string{"rbac-too-wide"}})
	}
}

var reading = []string{"get", "list", "watch"}

// reach tells how far an RBAC rule reaches: node (commands in pods, the kubelet's API, pods of one's own), cluster (rights and
// settings of others), reads (all namespaces, but nothing that gives more) or empty.
func reach(r facts.RBACRule) string {
	has := func(list []string, names ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return s == "*" || slices.Contains(names, s) })
	}
	writes := slices.ContainsFunc(r.Verbs, func(v string) bool { return !slices.Contains(reading, v) })
	core := has(r.Groups, "")
	switch {
	case core && has(r.Resources, "nodes/proxy", "pods/exec", "pods/attach", "pods/ephemeralcontainers"):
		return "node"
	case writes && core && has(r.Resources, "pods", "replicationcontrollers") && has(r.Verbs, "create"),
		writes && has(r.Groups, "apps", "batch") && has(r.Resources, "daemonsets", "deployments", "statefulsets", "jobs", "cronjobs", "replicasets") && has(r.Verbs, "create", "update", "patch"):
		return "node"
	case has(r.Groups, "rbac.authorization.k8s.io") && has(r.Verbs, "escalate", "bind"), core && has(r.Verbs, "impersonate") && has(r.Resources, "users", "groups", "serviceaccounts"),
		core && writes && has(r.Resources, "serviceaccounts/token"):
		return "cluster"
	case !r.Cluster:
		return ""
	case writes && core && has(r.Resources, "nodes"):
		return "node"
	case writes, core && has(r.Resources, "secrets"):
		return "cluster"
	}
	return "reads"
}

// ruleText words an RBAC rule.
func ruleText(r rbacv1.PolicyRule) string {
	out := strings.Join(r.Verbs, ", ") + " on "
	if len(r.NonResourceURLs) > 0 {
		return out + strings.Join(r.NonResourceURLs, ", ")
	}
	groups := slices.Clone(r.APIGroups)
	for i := range groups {
		groups[i] = cmp.Or(groups[i], "core")
	}
	out += strings.Join(r.Resources, ", ") + " (" + strings.Join(groups, ", ") + ")"
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
