package kube

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
	"go.yaml.in/yaml/v3"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
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

func TestDecodeUnknownEmpty(t *testing.T) {
	_, _, issues := decoded(t, deployment("", "annotations:", "", ""), Default())
	if len(issues.Unknown) != 1 || !issues.Unknown[0].Empty {
		t.Errorf("want one unknown field without a value, got %+v", issues)
	}
}

// Nothing in these may be reported.
func TestDecodeSilent(t *testing.T) {
	for _, in := range []string{
		deployment("", "", "", ""),
		deployment("strategy:\nreplicas: ~", "", "affinity: {}\ntolerations: []\nnodeSelector: null\nimagePullSecrets:", "resources: {}\nsecurityContext:\nenv: []"),
		deployment("replicas: 1e1\nminReadySeconds: 3.0\nrevisionHistoryLimit: 0x10", "", "terminationGracePeriodSeconds: 1_000", ""),
		deployment("strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 1}}", "", "volumes: [{name: v, configMap: {name: c, defaultMode: 0777}}]", "resources: {limits: {cpu: 0.5, memory: 128Mi}, requests: {cpu: 100m, memory: 1e3}}"),
		deployment("", "", "", "env: [{name: A, value: 'true'}, {name: B, value: \"8080\"}, {name: C, value: !!str 5}, {name: D, value: yes please}, {name: E, value: 2030-01-31}, {name: F, value: 1.2.3}]"),
		"apiVersion: v1\nkind: Secret\nmetadata: {creationTimestamp: 2030-01-31T12:00:00Z}\ndata: {a: aGVsbG8=, b: ''}\nstringData: {c: text}",
		"apiVersion: v1\nkind: Pod\n$patch: delete\nmetadata: {name: web}",
		"apiVersion: v1\nkind: Pod\nmetadata: {name: web, creationTimestamp: null, managedFields: [{fieldsV1: {f:metadata: {}}}]}\nstatus: {}",
	} {
		if _, _, issues := decoded(t, in, Default()); len(issues.Unknown)+len(issues.WrongType) > 0 {
			t.Errorf("want silence, got %+v\n%s", issues, in)
		}
	}
}

func TestDecodeWrongType(t *testing.T) {
	env := func(v string) string { return deployment("", "", "", "env: [{name: A, value: "+v+"}]") }
	value := ctr + ".env[0].value"
	tests := []struct{ name, in, path, want, got, change string }{
		{"command as one string", deployment("", "", "", "command: sh -c run"), ctr + ".command", "a list of strings", `the text "sh -c run"`, `write a list with one item per word: ["…", "…"]`},
		{"hook command as one string", deployment("", "", "", "lifecycle: {preStop: {exec: {command: sleep 5}}}"), ctr + ".lifecycle.preStop.exec.command", "a list of strings", `the text "sleep 5"`, `write a list with one item per word: ["…", "…"]`},
		{"number in a list of strings", deployment("", "", "", "args: [a, 5]"), ctr + ".args[1]", "a string", "the number 5", `put it in quotes: "5"`},
		{"number as variable", env("8080"), value, "a string", "the number 8080", `put it in quotes: "8080"`},
		{"boolean as variable", env("true"), value, "a string", "the boolean true", `put it in quotes: "true"`},
		{"yes as variable", env("yes"), value, "a string", "the boolean true (written yes)", `put it in quotes: "yes"`},
		{"n as variable", env("n"), value, "a string", "the boolean false (written n)", `put it in quotes: "n"`},
		{"octal as variable", env("0777"), value, "a string", "the number 511 (written 0777)", `put it in quotes: "0777"`},
		{"exponent as variable", env("1e3"), value, "a string", "the number 1000 (written 1e3)", `put it in quotes: "1e3"`},
		{"no octal digits", env("089"), value, "a string", "the number 89 (written 089)", `put it in quotes: "089"`},
		{"hexadecimal as variable", env("0x1F"), value, "a string", "the number 31 (written 0x1F)", `put it in quotes: "0x1F"`},
		{"not a number as variable", env(".nan"), value, "a string", "the number .nan", `put it in quotes: ".nan"`},
		{"annotation", deployment("", "", "", "") + "status: {}\n" + "metadata: {annotations: {prometheus.io/scrape: true}}\n", `metadata.annotations["prometheus.io/scrape"]`, "a string", "the boolean true", `put it in quotes: "true"`},
		{"list as label", "apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: [b]}}", "metadata.labels.a", "a string", "a list", ""},
		{"text as number", deployment("replicas: '3'", "", "", ""), "spec.replicas", "a whole number", `the text "3"`, "remove the quotes: 3"},
		{"fraction", deployment("replicas: 1.5", "", "", ""), "spec.replicas", "a whole number", "the number 1.5", ""},
		{"too large", deployment("replicas: 3000000000", "", "", ""), "spec.replicas", "a whole number", "the number 3000000000", ""},
		{"text as boolean", deployment("", "", "hostPID: 'true'", ""), pod + ".hostPID", "true or false", `the text "true"`, "remove the quotes: true"},
		{"number as boolean", deployment("", "", "hostPID: 1", ""), pod + ".hostPID", "true or false", "the number 1", ""},
		{"mapping as list", deployment("", "", "volumes: {name: v}", ""), pod + ".volumes", "a list of mappings (Volume)", "a mapping", ""},
		{"list as mapping", deployment("", "", "", "securityContext: []"), ctr + ".securityContext", "a mapping (SecurityContext)", "a list", ""},
		{"text as mapping", deployment("", "", "nodeSelector: linux", ""), pod + ".nodeSelector", "a mapping of strings", `the text "linux"`, ""},
		{"boolean port", deployment("", "", "", "livenessProbe: {httpGet: {port: true}}"), ctr + ".livenessProbe.httpGet.port", "a whole number or a string", "the boolean true", ""},
		{"fraction of a pod", deployment("strategy: {rollingUpdate: {maxSurge: 0.5}}", "", "", ""), "spec.strategy.rollingUpdate.maxSurge", "a whole number or a string", "the number 0.5", ""},
		{"quantity", deployment("", "", "", "resources: {limits: {memory: 1 GB}}"), ctr + ".resources.limits.memory", "a quantity such as 100m or 128Mi", `the text "1 GB"`, ""},
		{"base64", "apiVersion: v1\nkind: Secret\ndata: {a: plain text}", "data.a", "base64 text", `the text "plain text"`, ""},
		{"time", "apiVersion: v1\nkind: Pod\nmetadata: {creationTimestamp: yesterday}", "metadata.creationTimestamp", "a time such as 2030-01-31T12:00:00Z", `the text "yesterday"`, ""},
		{"long text", deployment("", "", "", "command: "+strings.Repeat("x", 60)), ctr + ".command", "a list of strings", `the text "` + strings.Repeat("x", 39) + `…"`, `write a list with one item per word: ["…", "…"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, issues := decoded(t, tt.in, Default())
			if len(issues.WrongType) != 1 || len(issues.Unknown) > 0 {
				t.Fatalf("want one wrong type, got %+v", issues)
			}
			w := issues.WrongType[0]
			if w.Path.String() != tt.path || w.Want != tt.want || w.Got != tt.got || w.Change != tt.change || w.Empty {
				t.Errorf("got %+v, want %+v", w, tt)
			}
		})
	}
	_, _, issues := decoded(t, deployment("replicas: ''", "", "", ""), Default())
	if len(issues.WrongType) != 1 || !issues.WrongType[0].Empty {
		t.Errorf("an empty text for a number: got %+v", issues)
	}
	_, _, issues = decoded(t, "apiVersion: v1\nkind: Pod\nspec: {hostPID: 1, containers: 5, dnsPolicy: [x]}", Default())
	if len(issues.WrongType) != 3 {
		t.Errorf("all wrong types of an object are reported, got %+v", issues.WrongType)
	}
}

func TestDecodeFillsTheRest(t *testing.T) {
	_, obj, _ := decoded(t, deployment("replicas: many\nminReadySeconds: 7\nbogus: 1", "", "terminationGracePeriodSeconds: 45",
		"command: sh\nargs: [a, 5]\nenv: [{name: A, value: 8080}, {name: B, value: yes}]\nlifecycle: {preStop: {exec: null, sleep: {seconds: 5}}}\n"+
			"livenessProbe: {httpGet: {port: http}}\nreadinessProbe: {httpGet: {port: 8080}}\nresources: {limits: {cpu: 1, memory: wrong}}"), Default())
	got := obj.(*appsv1.Deployment).Spec
	grace := int64(45)
	want := appsv1.DeploymentSpec{
		MinReadySeconds: 7,
		Selector:        &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}},
		Template: corev1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "web"}},
			Spec: corev1.PodSpec{
				TerminationGracePeriodSeconds: &grace,
				Containers: []corev1.Container{{
					Name: "web", Image: "web:1", Args: []string{"a", "5"},
					Env:            []corev1.EnvVar{{Name: "A", Value: "8080"}, {Name: "B", Value: "yes"}},
					Lifecycle:      &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: 5}}},
					LivenessProbe:  &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromString("http")}}},
					ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromInt32(8080)}}},
					Resources:      corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("1")}},
				}},
			},
		},
	}
	if !equality.Semantic.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDecodeLastKeyWins(t *testing.T) {
	_, obj, issues := decoded(t, deployment("strategy: {type: Recreate, bogus: 1, rollingUpdate: 5}\nstrategy: {type: RollingUpdate}", "", "", ""), Default())
	if s := obj.(*appsv1.Deployment).Spec.Strategy; s.Type != "RollingUpdate" || s.RollingUpdate != nil || len(issues.Unknown)+len(issues.WrongType) > 0 {
		t.Errorf("the first strategy should be gone, got %+v, %+v", s, issues)
	}
}

func TestDecodeEmptyMappingIsSet(t *testing.T) {
	_, obj, _ := decoded(t, deployment("strategy: {rollingUpdate: {}}", "", "", "livenessProbe:"), Default())
	d := obj.(*appsv1.Deployment)
	if d.Spec.Strategy.RollingUpdate == nil || d.Spec.Template.Spec.Containers[0].LivenessProbe != nil {
		t.Errorf("want {} set and null absent, got %+v", d.Spec)
	}
}

func TestDecodeGates(t *testing.T) {
	sidecar := deployment("", "", "initContainers: [{name: s, image: s, restartPolicy: Always}]", "")
	tests := []struct {
		name, in, path, gate string
		since                Version
		off, on              string // the last release without the field and the first with it; on is empty when there is none
		critical             bool
	}{
		{"preStop sleep", deployment("", "", "", "lifecycle: {preStop: {sleep: {seconds: 5}}}"), ctr + ".lifecycle.preStop.sleep", "PodLifecycleSleepAction", Version{1, 30}, "1.29", "1.30", true},
		{"stop signal", deployment("", "", "", "lifecycle: {stopSignal: SIGUSR1}"), ctr + ".lifecycle.stopSignal", "ContainerStopSignals", Version{}, "1.37", "", true},
		{"probe grace", deployment("", "", "", "livenessProbe: {exec: {command: [a]}, terminationGracePeriodSeconds: 5}"), ctr + ".livenessProbe.terminationGracePeriodSeconds", "ProbeTerminationGracePeriod", Version{1, 25}, "1.24", "1.25", true},
		{"grpc probe", deployment("", "", "", "livenessProbe: {grpc: {port: 5}}"), ctr + ".livenessProbe.grpc", "GRPCContainerProbe", Version{1, 24}, "1.23", "1.24", true},
		{"sidecar", sidecar, pod + ".initContainers[0].restartPolicy", "SidecarContainers", Version{1, 29}, "1.28", "1.29", false},
		{"container restart", deployment("", "", "", "restartPolicy: Never"), ctr + ".restartPolicy", "ContainerRestartRules", Version{1, 35}, "1.34", "1.35", false},
		{"container restart, long ago", deployment("", "", "", "restartPolicy: Never"), ctr + ".restartPolicy", "ContainerRestartRules", Version{1, 35}, "1.27", "1.28", false},
		{"recursive read-only", deployment("", "", "", "volumeMounts: [{name: v, mountPath: /v, readOnly: true, recursiveReadOnly: Enabled}]"), ctr + ".volumeMounts[0].recursiveReadOnly", "RecursiveReadOnlyMounts", Version{1, 31}, "1.30", "1.31", true},
		{"eviction policy", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nspec: {unhealthyPodEvictionPolicy: AlwaysAllow}", "spec.unhealthyPodEvictionPolicy", "PDBUnhealthyPodEvictionPolicy", Version{1, 27}, "1.26", "1.27", true},
		{"daemonset surge", workload("DaemonSet", "updateStrategy: {rollingUpdate: {maxSurge: 1}}", "", ""), "spec.updateStrategy.rollingUpdate.maxSurge", "DaemonSetUpdateSurge", Version{1, 22}, "1.21", "1.22", true},
		{"statefulset unavailable", workload("StatefulSet", "updateStrategy: {rollingUpdate: {maxUnavailable: 2}}", "", ""), "spec.updateStrategy.rollingUpdate.maxUnavailable", "MaxUnavailableStatefulSet", Version{1, 37}, "1.36", "1.37", true},
		{"user namespace", deployment("", "", "hostUsers: false", ""), pod + ".hostUsers", "UserNamespacesSupport", Version{1, 33}, "1.32", "1.33", true},
		{"http2 probe", deployment("", "", "", "livenessProbe: {httpGet: {port: 80, protocol: HTTP2}}"), ctr + ".livenessProbe.httpGet.protocol", "H2CContainerProbe", Version{}, "1.37", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			off, err := ParseVersion(tt.off)
			if err != nil {
				t.Fatal(err)
			}
			_, _, issues := decoded(t, tt.in, off)
			if len(issues.Unknown) != 1 {
				t.Fatalf("%s: want one held-back field, got %+v", tt.off, issues)
			}
			if u := issues.Unknown[0]; u.Path.String() != tt.path || u.Gate != tt.gate || u.Since != tt.since || u.Critical != tt.critical || u.Suggestion != "" {
				t.Errorf("got %+v, want %+v", u, tt)
			}
			if tt.on == "" {
				return
			}
			on, err := ParseVersion(tt.on)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, issues := decoded(t, tt.in, on); len(issues.Unknown) > 0 {
				t.Errorf("%s: want silence, got %+v", tt.on, issues)
			}
		})
	}
}

// A held-back field is gone from the object, as it is in the cluster; one that only a feature gate brings is kept.
func TestDecodeGatesInTheObject(t *testing.T) {
	in := deployment("", "", "", "lifecycle: {stopSignal: SIGUSR1, preStop: {sleep: {seconds: 5}}}")
	_, obj, _ := decoded(t, in, Version{1, 29})
	life := obj.(*appsv1.Deployment).Spec.Template.Spec.Containers[0].Lifecycle
	if life.PreStop == nil || life.PreStop.Sleep != nil || life.StopSignal == nil {
		t.Errorf("got %+v, %+v", life, life.PreStop)
	}
}

func TestDecodeAt(t *testing.T) {
	root := parse(t, "spec:\n  pods:\n  - template: {spec: {containers: [{name: a, image: 5}], hostpid: true}}\n")
	var tmpl corev1.PodTemplateSpec
	at := source.Path{"spec", "pods", 0, "template"}
	issues := DecodeAt(root, at, &tmpl, Default())
	if len(issues.Unknown) != 1 || issues.Unknown[0].Path.String() != "spec.pods[0].template.spec.hostpid" || issues.Unknown[0].Suggestion != "spec.pods[0].template.spec.hostPID" {
		t.Errorf("unknown: %+v", issues.Unknown)
	}
	if len(issues.WrongType) != 1 || issues.WrongType[0].Path.String() != "spec.pods[0].template.spec.containers[0].image" {
		t.Errorf("wrong type: %+v", issues.WrongType)
	}
	if tmpl.Spec.Containers[0].Name != "a" {
		t.Errorf("not decoded: %+v", tmpl)
	}
	if issues := DecodeAt(root, source.Path{"spec", "gone"}, &tmpl, Default()); len(issues.Unknown)+len(issues.WrongType) > 0 {
		t.Errorf("an absent node has no issues, got %+v", issues)
	}
}

// A node that a tool made has a tag and no quotes; it must read the way it will be written.
func TestDecodeBuiltNodes(t *testing.T) {
	for _, tt := range []struct {
		value, tag string
		issues     int
	}{{"8080", "!!str", 0}, {"true", "!!str", 0}, {"8080", "!!int", 1}, {"8080", "", 1}, {"yes", "!!str", 1}, {"text", "!!str", 0}} {
		root := parse(t, deployment("", "", "", "env: [{name: A, value: x}]"))
		_, node, _ := source.Find(root, source.Path{"spec", "template", "spec", "containers", 0, "env", 0, "value"})
		*node = yaml.Node{Kind: yaml.ScalarNode, Tag: tt.tag, Value: tt.value}
		if issues := Decode(root, &appsv1.Deployment{}, Default()); len(issues.WrongType) != tt.issues {
			t.Errorf("%s %s: got %+v", tt.tag, tt.value, issues.WrongType)
		}
	}
}

func TestDecodeStrangeRoots(t *testing.T) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte("apiVersion: v1\nkind: Pod\nspec: {hostPID: true}"), &doc); err != nil {
		t.Fatal(err)
	}
	var pod corev1.Pod
	if issues := Decode(&doc, &pod, Default()); len(issues.WrongType) > 0 || !pod.Spec.HostPID {
		t.Errorf("a document node is decoded as its content, got %+v", issues)
	}
	if issues := Decode(parse(t, "[a, b]"), &pod, Default()); len(issues.WrongType) != 1 {
		t.Errorf("a list is no Pod, got %+v", issues)
	}
	Decode(nil, &pod, Default())
	Decode(&doc, nil, Default())
	Decode(&doc, pod, Default())
	Decode(&doc, (*corev1.Pod)(nil), Default())
}
