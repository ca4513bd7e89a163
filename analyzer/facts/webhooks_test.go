package facts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/facts"
)

func webhook(t *testing.T, version, fields, rule string, more ...string) facts.Webhook {
	t.Helper()
	text := "apiVersion: admissionregistration.k8s.io/" + version + "\nkind: ValidatingWebhookConfiguration\nmetadata: {name: w}\nwebhooks: [{name: w.example.com, clientConfig: {service: {name: hook, namespace: guard}}, " + fields + " rules: [" + rule + "]}]\n---\n"
	f := extract(t, "a.yaml", text+strings.Join(more, "---\n"))
	if len(f.Webhooks) != 1 {
		t.Fatalf("%d webhooks", len(f.Webhooks))
	}
	return f.Webhooks[0]
}

func TestWebhooks(t *testing.T) {
	pods := `{apiGroups: [""], resources: [pods], operations: [CREATE]}`
	not := func(ns string) string {
		return "namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [" + ns + "]}]},"
	}
	namespace := "apiVersion: v1\nkind: Namespace\nmetadata: {name: guard, labels: {guard: 'off'}}\n"
	tests := []struct {
		name, version, fields, rule string
		fail                        bool
		resources                   string
		own, system                 bool
		more                        []string
	}{
		{"default of v1", "v1", "", pods, true, "pods", true, true, nil},
		{"default of v1beta1", "v1beta1", "", pods, false, "pods", true, true, nil},
		{"ignore", "v1", "failurePolicy: Ignore,", pods, false, "pods", true, true, nil},
		{"kube-system is left out", "v1", not("kube-system"), pods, true, "pods", true, false, nil},
		{"both are left out", "v1", not("kube-system, guard"), pods, true, "pods", false, false, nil},
		{"by a label", "v1", "namespaceSelector: {matchLabels: {x: y}},", pods, true, "pods", false, false, nil},
		{"by a label of its own namespace", "v1", "namespaceSelector: {matchExpressions: [{key: guard, operator: NotIn, values: ['off']}]},", pods, true, "pods", false, true, []string{namespace}},
		{"by an object label", "v1", "objectSelector: {matchLabels: {inject: 'true'}},", pods, true, "pods", false, false, nil},
		{"deletion only", "v1", "", `{apiGroups: [""], resources: [pods], operations: [DELETE]}`, true, "", true, true, nil},
		{"own group", "v1", "", `{apiGroups: [example.com], resources: ["*"], operations: ["*"]}`, true, "", true, true, nil},
		{"a status", "v1", "", `{apiGroups: [apps], resources: ["deployments/*", "replicasets/status"], operations: [UPDATE]}`, true, "apps/deployments", true, true, nil},
		{"cluster scope", "v1", "", `{apiGroups: [""], resources: ["*"], operations: ["*"], scope: Cluster}`, true, "namespaces nodes", true, true, nil},
		{"no namespaceSelector leaves out nodes", "v1", not("kube-system, guard"), `{apiGroups: [""], resources: [nodes], operations: ["*"]}`, true, "nodes", false, true, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := webhook(t, tt.version, tt.fields, tt.rule, tt.more...)
			if w.Fail != tt.fail || strings.Join(w.Resources, " ") != tt.resources || w.Own != tt.own || w.System != tt.system {
				t.Errorf("%+v", w)
			}
		})
	}
}

func TestWebhookPods(t *testing.T) {
	pods := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: hook, namespace: guard}\nspec: {template: {metadata: {labels: {app: hook, inject: 'false'}}, spec: {containers: []}}}\n"
	svc := "apiVersion: v1\nkind: Service\nmetadata: {name: hook, namespace: guard}\nspec: {selector: {app: hook}, ports: [{port: 443}]}\n"
	w := webhook(t, "v1", "objectSelector: {matchExpressions: [{key: inject, operator: NotIn, values: ['false']}]},", `{apiGroups: [""], resources: [pods], operations: [CREATE]}`, pods, svc)
	if !w.CreatesPods {
		t.Error("it matches the creation of pods")
	}
	if w := webhook(t, "v1", "", `{apiGroups: [""], resources: [pods], operations: [UPDATE]}`); w.CreatesPods {
		t.Error("it matches changes of pods only")
	}
	if !slices.Equal(w.Workloads, []int{0}) || w.Own || !w.System {
		t.Errorf("its own pods are left out by a label: %+v", w)
	}
}

func TestPodsElsewhere(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"plain", deployment, false},
		{"a custom resource", deployment + "apiVersion: db.example.com/v1\nkind: Cluster\nmetadata: {name: c}\n", true},
		{"a route", deployment + "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: r}\n", false},
		{"a definition", deployment + "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c}\n", true},
	}
	for _, tt := range tests {
		if got := extract(t, "a.yaml", tt.text).Unit.PodsElsewhere; (got != "") != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
	role := "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default}\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\nrules: [{apiGroups: [''], resources: [pods], verbs: [create, delete]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: r}\nroleRef: {kind: Role, name: r}\nsubjects: [{kind: ServiceAccount, name: default}]\n"
	if u := extract(t, "a.yaml", deployment+role).Unit; u.PodsElsewhere != "Deployment web may create pods" || !u.Restarts {
		t.Errorf("%+v", u)
	}
}
