package kustomize

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

// A chart in the repository is rendered without helm; what patches change is at the patch, all else in the chart.
func TestLocalChart(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"prod/kustomization.yaml": `helmGlobals:
  chartHome: vendor
helmCharts:
- name: web
  releaseName: shop
  namespace: shop
  valuesInline:
    replicas: 4
  skipTests: true
patches:
- path: patch.yaml
namePrefix: prod-
`,
		"prod/patch.yaml":             "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop-web\nspec:\n  minReadySeconds: 5\n",
		"prod/vendor/web/Chart.yaml":  "apiVersion: v2\nname: web\nversion: 1.0.0\n",
		"prod/vendor/web/values.yaml": "replicas: 1\nimage: example.com/web:1\n",
		"prod/vendor/web/crds/c.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: c\n",
		"prod/vendor/web/templates/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-web
spec:
  replicas: {{ .Values.replicas }}
  template:
    spec:
      containers:
        - name: web
          image: {{ .Values.image }}
`,
		"prod/vendor/web/templates/test.yaml": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: test\n  annotations: {helm.sh/hook: test}\n",
	}), "prod", Options{})
	loadertest.WantProblems(t, u, stage)
	if len(u.Documents) != 1 || u.Documents[0].Scalar("spec", "replicas") != "4" || u.Partial {
		t.Fatalf("%d objects, partial %v", len(u.Documents), u.Partial)
	}
	for _, tt := range []struct {
		at   source.Path
		want string
	}{
		{source.Path{"spec", "template", "spec", "containers", 0, "image"}, "prod/vendor/web/templates/web.yaml:11:11, value from prod/vendor/web/values.yaml:2:1, used by prod/kustomization.yaml:4:3"},
		{source.Path{"spec", "replicas"}, "prod/vendor/web/templates/web.yaml:6:3, used by prod/kustomization.yaml:4:3"},
		{source.Path{"spec", "minReadySeconds"}, "prod/patch.yaml:6:3, used by prod/kustomization.yaml:11:9"},
		{source.Path{"metadata", "name"}, "prod/kustomization.yaml:12:1, replaces prod/vendor/web/templates/web.yaml:4:3"},
	} {
		if got := where(u.Documents[0].Trace(tt.at)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.at, got, tt.want)
		}
	}
}

func where(tr source.Trace) string {
	out := tr.Span.String()
	for _, s := range tr.Via {
		out += ", " + s.Why + " " + s.Span.String()
	}
	if !tr.Exact {
		out += " (not exact)"
	}
	return out
}

// What is wrong with the chart is reported at its line, and the rest of the build is analysed.
func TestBrokenChart(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml":          "resources: [pod.yaml]\nhelmCharts:\n- name: web\n",
		"pod.yaml":                    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n",
		"charts/web/Chart.yaml":       "apiVersion: v2\nname: web\nversion: 1.0.0\n",
		"charts/web/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ fail \"no name\" }}\n",
		"charts/web/templates/b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n",
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage, "charts/web/templates/a.yaml:4:3: the chart stops: no name")
	if len(u.Documents) != 2 || !u.Partial {
		t.Errorf("%d objects, partial %v", len(u.Documents), u.Partial)
	}
}

// Every way to set a value has a line: patches of each kind, transformers, generators, and what went through JSON.
func TestTraceEach(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"base/kustomization.yaml": "resources: [web.yaml]\n",
		"base/web.yaml": `# the shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: example.com/web:1
          args: [a, b]
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - port: 80
`,
		"prod/kustomization.yaml": `resources: [../base]
namespace: shop
labels:
  - pairs: {tier: front}
images:
  - name: example.com/web
    newTag: "2"
replicas:
  - name: web
    count: 5
patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        template:
          spec:
            containers:
              - name: web
                env:
                  - name: LEVEL
                    value: info
  - target: {kind: Service}
    patch: |-
      - op: add
        path: /spec/type
        value: NodePort
      - op: add
        path: /spec/ports/-
        value: {port: 443}
`,
	}), "prod", Options{})
	loadertest.WantProblems(t, u, stage)
	web, service := u.Documents[0], u.Documents[1]
	container := source.Path{"spec", "template", "spec", "containers", 0}
	for _, tt := range []struct {
		doc  *source.Document
		at   source.Path
		want string
	}{
		{web, container.Child("args", 1), "base/web.yaml:13:21"},
		{web, container, "base/web.yaml:11:11"},
		{web, container.Child("image"), "prod/kustomization.yaml:7:5"},
		{web, container.Child("env"), "prod/kustomization.yaml:22:17"},
		{web, container.Child("env", 0, "value"), "prod/kustomization.yaml:24:21"},
		{web, source.Path{"spec", "replicas"}, "prod/kustomization.yaml:10:5"},
		{web, source.Path{"metadata", "namespace"}, "prod/kustomization.yaml:2:1"},
		{web, source.Path{"metadata", "labels", "tier"}, "prod/kustomization.yaml:4:13"},
		{service, source.Path{"spec", "ports", 0, "port"}, "base/web.yaml:21:7"},
		{service, source.Path{"spec", "type"}, "prod/kustomization.yaml:29:9"},
		{service, source.Path{"spec", "ports", 1, "port"}, "prod/kustomization.yaml:32:17"},
	} {
		got := tt.doc.Trace(tt.at)
		if got.Span.String() != tt.want || !got.Exact {
			t.Errorf("%s %s: %v exact %v, want %s", tt.doc.Identity(), tt.at, got.Span, got.Exact, tt.want)
		}
	}
	if got := where(web.Trace(container.Child("image"))); !strings.Contains(got, "replaces base/web.yaml:12:11") {
		t.Errorf("the replaced line is missing: %s", got)
	}
}

// Only what a build reads as objects is numbered: a file that also goes into a ConfigMap stays as it is.
func TestFilesOfGenerators(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml": "resources: [pod.yaml]\nconfigMapGenerator:\n- name: c\n  files: [pod.yaml]\n",
		"pod.yaml":           "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n",
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage)
	if got := u.Documents[1].Scalar("data", "pod.yaml"); !strings.HasPrefix(got, "apiVersion") {
		t.Errorf("%q", got)
	}
	if got := u.Documents[0].Trace(source.Path{"metadata", "name"}); got.Span.String() != "pod.yaml:4:3" {
		t.Errorf("%v", got.Span)
	}
}

// A replacement is found by the field that it sets, not by one of the same name.
func TestTraceReplacement(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml": `resources: [web.yaml]
replacements:
- source: {kind: Deployment, fieldPath: metadata.name}
  targets:
  - select: {kind: Deployment}
    fieldPaths: ["spec.template.spec.containers.[name=web].env.[name=A].value"]
- source: {kind: Deployment, fieldPath: metadata.name}
  targets:
  - select: {kind: Deployment}
    fieldPaths: ["spec.template.spec.containers.[name=web].env.[name=B].value"]
`,
		"web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: web
          env:
            - {name: A, value: x}
            - {name: B, value: y}
            - {name: C, value: z}
`,
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage)
	for i, want := range []string{"kustomization.yaml:3:3", "kustomization.yaml:7:3", "web.yaml:14:25"} {
		got := u.Documents[0].Trace(source.Path{"spec", "template", "spec", "containers", 0, "env", i, "value"})
		if got.Span.String() != want {
			t.Errorf("env %d: %v, want %s", i, got.Span, want)
		}
	}
}
