package kustomize

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

func overlay() map[string]string {
	return map[string]string{
		"base/kustomization.yaml": "resources:\n- web.yaml\n- other.yaml\n",
		"base/web.yaml":           deployment,
		"base/other.yaml":         configMap("web-config") + "data:\n  a: x\n---\n" + configMap("web"),
		"prod/kustomization.yaml": `resources:
- ../base
- local.yaml
namePrefix: prod-
patches:
- path: patch.yaml
images:
- name: side
  newTag: "2"
components:
- ../comp
configMapGenerator:
- name: gen
  literals: [k=v]
`,
		"prod/local.yaml":         configMap("local"),
		"prod/patch.yaml":         "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n",
		"comp/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources:\n- c.yaml\n",
		"comp/c.yaml":             configMap("comp"),
	}
}

func TestLoad(t *testing.T) {
	u := mustLoad(t, loadertest.Files(overlay()), "prod", Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "Deployment/prod-web", "ConfigMap/prod-web-config", "ConfigMap/prod-web", "ConfigMap/prod-local",
		"ConfigMap/prod-gen-bdg947hgcc", "ConfigMap/prod-comp")
	for i, want := range []string{"base/web.yaml", "base/other.yaml", "base/other.yaml", "prod/local.yaml", "prod/kustomization.yaml", "comp/c.yaml"} {
		if got := u.Documents[i].File; got != want {
			t.Errorf("document %d: file %q, want %q", i, got, want)
		}
	}
	for _, d := range u.Documents {
		if _, annotations, depth := source.Find(d.Root, source.Path{"metadata", "annotations"}); depth == 2 {
			t.Errorf("annotations are left: %v", annotations.Content)
		}
	}
	for _, want := range []string{"prod/kustomization.yaml", "prod/patch.yaml", "base/kustomization.yaml", "base/web.yaml", "comp/c.yaml"} {
		if string(u.Files[want]) != overlay()[want] {
			t.Errorf("Files[%s] = %q", want, u.Files[want])
		}
	}
	if u.Kind != source.Kustomize || u.Dir != "prod" || u.Partial {
		t.Errorf("unit %+v", u)
	}
}

func TestTrace(t *testing.T) {
	u := mustLoad(t, loadertest.Files(overlay()), "prod", Options{})
	loadertest.WantProblems(t, u, stage)
	at := func(doc int, p ...any) source.Trace { return u.Documents[doc].Trace(p) }
	for _, tt := range []struct {
		name  string
		got   source.Trace
		want  string
		exact bool
	}{
		{"value of the base", at(0, "spec", "template", "spec", "containers", 1, "image"), "base/web.yaml:13:9", true},
		{"list item", at(0, "spec", "template", "spec", "containers", 1, "ports", 0), "base/web.yaml:15:11", true},
		{"container", at(0, "spec", "template", "spec", "containers", 1), "base/web.yaml:12:9", true},
		{"map", at(0, "spec", "template"), "base/web.yaml:7:3", true},
		{"absent field stands at its parent", at(0, "spec", "template", "spec", "terminationGracePeriodSeconds"), "base/web.yaml:8:5", false},
		{"patched value", at(0, "spec", "replicas"), "prod/patch.yaml:6:3", true},
		{"value of a transformer", at(0, "spec", "template", "spec", "containers", 0, "image"), "prod/kustomization.yaml:9:3", true},
		{"second object of a file, with the longer name", at(1, "data", "a"), "base/other.yaml:6:3", true},
		{"third object", at(2, "metadata"), "base/other.yaml:10:1", true},
		{"generated", at(4, "data", "k"), "prod/kustomization.yaml:13:3", true},
		{"root", at(0), "base/web.yaml:1:1", true},
	} {
		if tt.got.Span.String() != tt.want || tt.got.Exact != tt.exact {
			t.Errorf("%s: %v exact %v, want %s exact %v", tt.name, tt.got.Span, tt.got.Exact, tt.want, tt.exact)
		}
	}
}

func TestTraceFollowsNamesInLists(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml": "resources: [web.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: remove\n      path: /spec/template/spec/containers/0\n",
		"web.yaml":           deployment,
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage)
	got := u.Documents[0].Trace(source.Path{"spec", "template", "spec", "containers", 0, "image"})
	if got.Span.String() != "web.yaml:13:9" || !got.Exact {
		t.Errorf("%v exact %v", got.Span, got.Exact)
	}
}

func TestRemote(t *testing.T) {
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	u := mustLoad(t, loadertest.Files(map[string]string{
		"a/kustomization.yaml": `resources:
- github.com/org/repo//base?ref=v1
- https://example.com/x.yaml
- git@example.com:org/repo.git
- gitlab.com/org/repo//base
- ssh://git@example.com/x
- web.yaml
- ../b
Bases:
- ` + server.URL + `/b
patches:
- path: ` + server.URL + `/p.yaml
crds:
- ` + server.URL + `/crd.json
openapi:
  path: ` + server.URL + `/schema.json
configMapGenerator:
- name: gen
  files: [x=` + server.URL + `/f, local.txt]
transformers:
- t.yaml
- |-
  apiVersion: builtin
  kind: PatchTransformer
  metadata: {name: x}
  path: ` + server.URL + `/p.yaml
`,
		"a/web.yaml":           deployment,
		"a/local.txt":          "text",
		"a/t.yaml":             "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: x}\npath: " + server.URL + "/q.yaml\n",
		"b/kustomization.yaml": "resources:\n- " + server.URL + "/b.yaml\n- cm.yaml\n",
		"b/cm.yaml":            configMap("b"),
	}), "a", Options{})
	loadertest.WantProblems(t, u, stage,
		"a/kustomization.yaml:2:3: github.com/org/repo//base?ref=v1 is remote, and drainlint stays offline",
		"a/kustomization.yaml:3:3: is remote", "a/kustomization.yaml:4:3: is remote", "a/kustomization.yaml:5:3: is remote", "a/kustomization.yaml:6:3: is remote",
		"b/kustomization.yaml:2:3: is remote",
		"a/kustomization.yaml:10:3: is remote", "a/kustomization.yaml:12:9: is remote", "a/kustomization.yaml:14:3: is remote",
		"a/kustomization.yaml:16:9: is remote", "a/kustomization.yaml:19:11: is remote", "a/t.yaml:1:1: is remote", "a/kustomization.yaml:22:3: is remote")
	loadertest.WantObjects(t, u, "Deployment/web", "ConfigMap/b", "ConfigMap/gen-b8968d884g")
	if !u.Partial || !strings.Contains(u.Problems[0].Change, "vendor it") {
		t.Errorf("partial %v, change %q", u.Partial, u.Problems[0].Change)
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// An overlay of a remote base patches objects that are not here; what is here is still patched.
func TestPatchesOfRemoteBase(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml": `resources:
- https://github.com/org/repo?ref=v1
- web.yaml
patchesStrategicMerge:
- absent.yaml
patches:
- path: web-patch.yaml
- patch: '{apiVersion: v1, kind: Service, metadata: {name: absent}, spec: {type: NodePort}}'
patchesJson6902:
- target: {version: v1, kind: Secret, name: absent}
  patch: '[{"op": "add", "path": "/a", "value": "b"}]'
`,
		"web.yaml":       deployment,
		"absent.yaml":    configMap("absent"),
		"web-patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 5}\n",
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage, "kustomization.yaml:2:3: is remote")
	loadertest.WantObjects(t, u, "Deployment/web")
	if got := u.Documents[0].Scalar("spec", "replicas"); got != "5" {
		t.Errorf("replicas %s", got)
	}
}

func TestPlugins(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{
		"kustomization.yaml": `resources: [web.yaml]
generators:
- exec.yaml
- good.yaml
transformers:
- |-
  apiVersion: example.com/v1
  kind: Fn
  metadata:
    name: fn
    annotations: {config.kubernetes.io/function: "container: {image: x}"}
- plugins
helmCharts:
- name: redis
  repo: https://charts.example.com
- name: local
`,
		"web.yaml":                  deployment,
		"exec.yaml":                 "apiVersion: example.com/v1\nkind: MyPlugin\nmetadata: {name: x}\n",
		"good.yaml":                 "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: made}\nliterals: [a=b]\n",
		"plugins/kustomization.yml": "resources:\n- label.yaml\n- chart.yaml\n",
		"plugins/label.yaml":        "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: p}\nprefix: pre-\nfieldSpecs: [{path: metadata/name}]\n",
		"plugins/chart.yaml":        "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: h}\nname: x\n",
	}), ".", Options{})
	loadertest.WantProblems(t, u, stage, `exec.yaml:1:1: plugin MyPlugin of "example.com/v1" is none of kustomize's own`, `kustomization.yaml:6:3: plugin Fn`,
		"plugins/chart.yaml:1:1: inflated by helm", `kustomization.yaml:14:3: chart "redis" is not in charts/redis`, `kustomization.yaml:16:3: chart "local"`)
	loadertest.WantObjects(t, u, "Deployment/pre-web", "ConfigMap/pre-made-4h2mbtbbt6")
}

// A repository must not get at the network by writing a remote path in a way that only kustomize understands.
func TestHiddenRemotePaths(t *testing.T) {
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	bin := t.TempDir()
	marker := filepath.Join(bin, "called")
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\necho >"+marker+"\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	encoded := base64.StdEncoding.EncodeToString([]byte("https://example.com/org/repo"))
	for name, texts := range map[string]map[string]string{
		"binary tag":      {"kustomization.yaml": "resources: [web.yaml, !!binary " + encoded + "]\n", encoded: deployment},
		"merge key":       {"kustomization.yaml": "helmCharts:\n- valuesInline: &a {resources: [web.yaml, github.com/org/repo]}\n<<: *a\n"},
		"alias":           {"kustomization.yaml": "namePrefix: &a " + server.URL + "/x\nresources: [web.yaml, *a]\n"},
		"upper case":      {"kustomization.yaml": "RESOURCES: [web.yaml]\nrESOURCES: [web.yaml, GitHub.com/org/repo]\n"},
		"text and path":   {"kustomization.yaml": "resources: [web.yaml]\ntransformers:\n- '" + server.URL + "/x: y'\n- \"https://example.com/org/repo\\nkind: x\"\n"},
		"inline merge":    {"kustomization.yaml": "resources: [web.yaml]\npatchesStrategicMerge:\n- '" + server.URL + "/x: y'\n"},
		"plugin alias":    {"kustomization.yaml": "resources: [web.yaml]\ntransformers: [t.yaml]\n", "t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: &a '" + server.URL + "/x'}\npath: *a\n"},
		"plugin binary":   {"kustomization.yaml": "resources: [web.yaml]\ntransformers: [t.yaml]\n", "t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: x}\npath: !!binary " + base64.StdEncoding.EncodeToString([]byte(server.URL)) + "\n"},
		"patched plugin":  {"kustomization.yaml": "resources: [web.yaml]\ntransformers: [t]\n", "t/kustomization.yaml": "resources: [t.yaml]\npatches:\n- target: {kind: PatchTransformer}\n  patch: '[{\"op\": \"add\", \"path\": \"/path\", \"value\": \"" + server.URL + "/x\"}]'\n", "t/t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: x}\n"},
		"as resource too": {"kustomization.yaml": "resources: [web.yaml, t]\ntransformers: [t]\n", "t/kustomization.yaml": "resources: [t.yaml]\n", "t/t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: x}\npath: " + server.URL + "/x\n"},
		"generator file":  {"kustomization.yaml": "resources: [web.yaml]\ngenerators: [t.yaml]\n", "t.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: x}\nfiles: [k=" + server.URL + "/x]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			texts["web.yaml"] = deployment
			u := mustLoad(t, loadertest.Files(texts), ".", Options{})
			if len(u.Problems) == 0 {
				t.Error("no Problem")
			}
		})
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("git was started")
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestParallelBuilds(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u, err := Load(context.Background(), loadertest.Files(overlay()), "prod", Options{})
			if err != nil || len(u.Documents) != 6 {
				t.Errorf("error %v, problems %v", err, loadertest.Problems(u))
			}
		}()
	}
	wg.Wait()
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, loadertest.Files(overlay()), "prod", Options{}); err == nil {
		t.Error("no error")
	}
}
