package kube

import (
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
)

// refuseCase is a manifest and what is refused in it, as "code path"; nothing means that it is accepted.
type refuseCase struct {
	name, in string
	want     []string
	// release is the Kubernetes version; empty means the default.
	release string
}

// first container, pod spec and template of a Deployment, StatefulSet ... in test expectations.
const (
	tpl = "spec.template"
	pod = "spec.template.spec"
	ctr = "spec.template.spec.containers[0]"
)

// workload builds a kind with a selector and a pod template from lines below spec, the pod and the first container.
func workload(kind, spec, podLines, container string) string {
	api := "apps/v1"
	if kind == "Job" {
		api = "batch/v1"
	} else {
		spec = "selector: {matchLabels: {app: web}}\n" + spec
	}
	return "apiVersion: " + api + "\nkind: " + kind + "\nmetadata: {name: web}\nspec:\n" + indent(2, spec) +
		"  template:\n    metadata: {labels: {app: web}}\n    spec:\n" + indent(6, podLines) +
		"      containers:\n      - name: web\n        image: web:1\n" + indent(8, container)
}

// barePod builds a Pod from lines below spec and below the first container.
func barePod(spec, container string) string {
	return "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n" + indent(2, spec) +
		"  containers:\n  - name: web\n    image: web:1\n" + indent(4, container)
}

func runRefuse(t *testing.T, cases []refuseCase) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			v := Default()
			if tt.release != "" {
				var err error
				if v, err = ParseVersion(tt.release); err != nil {
					t.Fatal(err)
				}
			}
			root, obj, issues := decoded(t, tt.in, v)
			if len(issues.WrongType) > 0 {
				t.Fatalf("wrong types: %+v", issues.WrongType)
			}
			var got []string
			for _, r := range Refuse(obj, root, v) {
				got = append(got, r.Code+" "+r.Path.String())
				if r.Reason == "" || r.Change == "" || strings.HasSuffix(r.Reason, ".") {
					t.Errorf("%s: reason %q, change %q", r.Code, r.Reason, r.Change)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q\n%s", got, tt.want, tt.in)
			}
		})
	}
}

func TestRefuseMissingOrEmpty(t *testing.T) {
	image := func(line string) string {
		return strings.Replace(deployment("", "", "", ""), "        image: web:1\n", line, 1)
	}
	tests := []struct {
		name, in       string
		path           string
		missing, empty bool
	}{
		{"absent", image(""), ctr, true, false},
		{"empty text", image("        image: \"\"\n"), ctr + ".image", true, true},
		{"null", image("        image:\n"), ctr + ".image", true, true},
		{"a mount's volume", deployment("", "", "", "volumeMounts: [{name: v, mountPath: /v}]"), ctr + ".volumeMounts[0].name", true, false},
		{"an empty limit", deployment("strategy: {rollingUpdate: {maxSurge: ''}}", "", "", ""), "spec.strategy.rollingUpdate.maxSurge", false, true},
		{"a wrong value", deployment("replicas: -1", "", "", ""), "spec.replicas", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, obj, _ := decoded(t, tt.in, Default())
			got := Refuse(obj, root, Default())
			if len(got) != 1 {
				t.Fatalf("want one refusal, got %+v", got)
			}
			if r := got[0]; r.Path.String() != tt.path || r.Missing != tt.missing || r.Empty != tt.empty {
				t.Errorf("got %s missing %v empty %v, want %s %v %v", r.Path, r.Missing, r.Empty, tt.path, tt.missing, tt.empty)
			}
		})
	}
}

// A value that Decode reports as a wrong type must not be reported again as missing or out of range.
func TestRefuseIsSilentAboutWrongTypes(t *testing.T) {
	for _, in := range []string{
		deployment("", "", "", "lifecycle: {preStop: {exec: sleep 5}}"),
		deployment("", "", "", "lifecycle: {preStop: {exec: {command: sleep 5}}}"),
		deployment("", "", "", "lifecycle: {preStop: {sleep: {seconds: '5'}}}"),
		deployment("", "", "", "lifecycle: {preStop: {sleep: 5}}"),
		deployment("", "", "", "lifecycle: {preStop: {exec: {command: ''}}}"),
		deployment("", "", "", "livenessProbe: {tcpSocket: {port: true}}"),
		deployment("", "", "", "livenessProbe: /healthz"),
		deployment("", "", "", "ports: [{containerPort: http}]"),
		deployment("", "", "volumes: {name: v}", "volumeMounts: [{name: v, mountPath: /v}]"),
		deployment("progressDeadlineSeconds: '900'\nminReadySeconds: 700", "", "", ""),
		deployment("", "", "terminationGracePeriodSeconds: 60s", "lifecycle: {preStop: {sleep: {seconds: 45}}}"),
		strings.Replace(deployment("", "", "", ""), "{matchLabels: {app: web}}", "app=web", 1),
		strings.Replace(deployment("", "", "", ""), "{matchLabels: {app: web}}", "{matchLabels: [app]}", 1),
		strings.Replace(deployment("", "", "", ""), "image: web:1", "image: 7", 1),
		strings.Replace(deployment("", "", "", ""), "name: web\n        image", "name: 7\n        image", 1),
		strings.Replace(deployment("", "", "", ""), "name: web}", "name: 12}", 1),
		"apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: five, scaleTargetRef: {kind: Deployment, name: web}}",
		deployment("", "", "", "env: [{name: A, valueFrom: {secretKeyRef: db}}]"),
	} {
		root, obj, issues := decoded(t, in, Default())
		if len(issues.WrongType) == 0 {
			t.Errorf("want a wrong type in\n%s", in)
		}
		if got := Refuse(obj, root, Default()); len(got) > 0 {
			t.Errorf("wrong types %+v\nrefused again: %+v\n%s", issues.WrongType, got, in)
		}
	}
}

func TestRefuseTemplate(t *testing.T) {
	root := parse(t, "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: web:1\n"+
		"        lifecycle: {preStop: {sleep: {seconds: 45}}}\n        volumeMounts: [{name: data, mountPath: /data}, {name: cache, mountPath: /cache}]\n")
	at := source.Path{"spec", "template"}
	var tmpl corev1.PodTemplateSpec
	if issues := DecodeAt(root, at, &tmpl, Default()); len(issues.Unknown)+len(issues.WrongType) > 0 {
		t.Fatalf("issues: %+v", issues)
	}
	var got []string
	for _, r := range RefuseTemplate(&tmpl, root, at, []string{"data"}, Default()) {
		got = append(got, r.Code+" "+r.Path.String())
	}
	want := []string{"mount-without-volume " + ctr + ".volumeMounts[1].name", "sleep-above-grace " + ctr + ".lifecycle.preStop.sleep.seconds"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRefuseOtherKinds(t *testing.T) {
	root, obj, _ := decoded(t, "apiVersion: v1\nkind: Service\nspec: {ports: []}", Default())
	if got := Refuse(obj, root, Default()); got != nil {
		t.Errorf("a Service is not checked, got %+v", got)
	}
	if got := Refuse(nil, root, Default()); got != nil {
		t.Errorf("nil is not checked, got %+v", got)
	}
}
