package kube

import (
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// parse returns the root mapping of one YAML document.
func parse(t testing.TB, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("bad test input: %v\n%s", err, text)
	}
	return doc.Content[0]
}

// decoded parses a manifest and decodes it into its own type.
func decoded(t testing.TB, text string, v Version) (*yaml.Node, any, Issues) {
	t.Helper()
	root := parse(t, text)
	var head struct{ APIVersion, Kind string }
	head.APIVersion, head.Kind = scalarAt(root, "apiVersion"), scalarAt(root, "kind")
	obj, ok := New(head.APIVersion, head.Kind)
	if !ok {
		t.Fatalf("no type for %v", head)
	}
	return root, obj, Decode(root, obj, v)
}

func scalarAt(root *yaml.Node, key string) string {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == key {
			return root.Content[i+1].Value
		}
	}
	return ""
}

// deployment builds a Deployment from lines that stand below spec, spec.template and the first container.
func deployment(spec, template, pod, container string) string {
	return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n" +
		indent(2, spec) + "  template:\n    metadata: {labels: {app: web}}\n" + indent(4, template) +
		"    spec:\n" + indent(6, pod) + "      containers:\n      - name: web\n        image: web:1\n" + indent(8, container)
}

func indent(n int, text string) string {
	if text == "" {
		return ""
	}
	pad := strings.Repeat(" ", n)
	return pad + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+pad) + "\n"
}

func TestDecodeUnknown(t *testing.T) {
	sts := func(spec string) string {
		return "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n" + indent(2, spec)
	}
	tests := []struct {
		name, in, path, parent, suggestion string
		critical                           bool
	}{
		{"grace in the deployment", deployment("terminationGracePeriodSeconds: 9", "", "", ""),
			"spec.terminationGracePeriodSeconds", "DeploymentSpec", "spec.template.spec.terminationGracePeriodSeconds", true},
		{"grace in the template", deployment("", "terminationGracePeriodSeconds: 9", "", ""),
			"spec.template.terminationGracePeriodSeconds", "PodTemplateSpec", "spec.template.spec.terminationGracePeriodSeconds", true},
		{"grace in the container", deployment("", "", "", "terminationGracePeriodSeconds: 9"),
			"spec.template.spec.containers[0].terminationGracePeriodSeconds", "Container", "spec.template.spec.terminationGracePeriodSeconds", true},
		{"drop outside capabilities", deployment("", "", "", "securityContext: {drop: [ALL]}"),
			"spec.template.spec.containers[0].securityContext.drop", "SecurityContext", "spec.template.spec.containers[0].securityContext.capabilities.drop", true},
		{"capabilities of the pod", deployment("", "", "securityContext: {capabilities: {drop: [ALL]}}", ""),
			"spec.template.spec.securityContext.capabilities", "PodSecurityContext", "spec.template.spec.containers[].securityContext.capabilities", true},
		{"fsGroup in the container", deployment("", "", "", "securityContext: {fsGroup: 1}"),
			"spec.template.spec.containers[0].securityContext.fsGroup", "SecurityContext", "spec.template.spec.securityContext.fsGroup", true},
		{"lower case", deployment("", "", "", "lifecycle: {prestop: {exec: {command: [x]}}}"),
			"spec.template.spec.containers[0].lifecycle.prestop", "Lifecycle", "spec.template.spec.containers[0].lifecycle.preStop", true},
		{"annotations in the template", deployment("", "annotations: {a: b}", "", ""),
			"spec.template.annotations", "PodTemplateSpec", "spec.template.metadata.annotations", true},
		{"path in the probe", deployment("", "", "", "readinessProbe: {path: /ready}"),
			"spec.template.spec.containers[0].readinessProbe.path", "Probe", "spec.template.spec.containers[0].readinessProbe.httpGet.path", true},
		{"delay in the handler", deployment("", "", "", "livenessProbe: {httpGet: {port: 80, initialDelaySeconds: 5}}"),
			"spec.template.spec.containers[0].livenessProbe.httpGet.initialDelaySeconds", "HTTPGetAction", "spec.template.spec.containers[0].livenessProbe.initialDelaySeconds", true},
		{"exec in the lifecycle", deployment("", "", "", "lifecycle: {exec: {command: [x]}}"),
			"spec.template.spec.containers[0].lifecycle.exec", "Lifecycle", "spec.template.spec.containers[0].lifecycle.preStop.exec", true},
		{"typing error", deployment("", "", "", "livenesProbe: {}"),
			"spec.template.spec.containers[0].livenesProbe", "Container", "spec.template.spec.containers[0].livenessProbe", true},
		{"singular", deployment("", "", "", "volumeMount: []"),
			"spec.template.spec.containers[0].volumeMount", "Container", "spec.template.spec.containers[0].volumeMounts", true},
		{"surge beside type", deployment("strategy: {type: RollingUpdate, maxSurge: 1}", "", "", ""),
			"spec.strategy.maxSurge", "DeploymentStrategy", "spec.strategy.rollingUpdate.maxSurge", true},
		{"another kind's strategy", sts("strategy: {type: Recreate}"),
			"spec.strategy", "StatefulSetSpec", "spec.updateStrategy", true},
		{"another kind's updateStrategy", deployment("updateStrategy: {type: Recreate}", "", "", ""),
			"spec.updateStrategy", "DeploymentSpec", "spec.strategy", true},
		{"volume field name", deployment("", "", "volumes: [{name: v, secret: {name: s}}]", ""),
			"spec.template.spec.volumes[0].secret.name", "SecretVolumeSource", "spec.template.spec.volumes[0].secret.secretName", true},
		{"field of another source", deployment("", "", "volumes: [{name: v, configMap: {secretName: s}}]", ""),
			"spec.template.spec.volumes[0].configMap.secretName", "ConfigMapVolumeSource", "spec.template.spec.volumes[0].configMap.name", true},
		{"two names in one", "apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec: {defaultBackend: {serviceName: web}}",
			"spec.defaultBackend.serviceName", "IngressBackend", "spec.defaultBackend.service.name", false},
		{"claim template", sts("volumeClaimTemplate: []"),
			"spec.volumeClaimTemplate", "StatefulSetSpec", "spec.volumeClaimTemplates", false},
		{"containers of the deployment", deployment("containers: []", "", "", ""),
			"spec.containers", "DeploymentSpec", "spec.template.spec.containers", false},
		{"replicas of the pod", deployment("", "", "replicas: 2", ""),
			"spec.template.spec.replicas", "PodSpec", "spec.replicas", false},
		{"ordinary typing error", deployment("", "", "nodeselector: {}", ""),
			"spec.template.spec.nodeselector", "PodSpec", "spec.template.spec.nodeSelector", false},
		{"nothing like it", deployment("", "", "frobnicate: 1", ""),
			"spec.template.spec.frobnicate", "PodSpec", "", false},
		{"budget", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nspec: {minReplicas: 1}",
			"spec.minReplicas", "PodDisruptionBudgetSpec", "", true},
		{"root", "apiVersion: v1\nkind: ConfigMap\nname: x",
			"name", "ConfigMap", "metadata.name", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, issues := decoded(t, tt.in, Default())
			if len(issues.Unknown) != 1 {
				t.Fatalf("want one unknown field, got %+v", issues.Unknown)
			}
			u := issues.Unknown[0]
			if u.Path.String() != tt.path || u.Parent != tt.parent || u.Suggestion != tt.suggestion || u.Critical != tt.critical {
				t.Errorf("got  %s of %s, belongs in %q, critical %v\nwant %s of %s, belongs in %q, critical %v",
					u.Path, u.Parent, u.Suggestion, u.Critical, tt.path, tt.parent, tt.suggestion, tt.critical)
			}
			if !u.Since.IsZero() || u.Gate != "" || len(issues.WrongType) != 0 {
				t.Errorf("want a plain unknown field, got %+v", issues)
			}
		})
	}
}

var _ = reflect.DeepEqual
