package kustomize

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

func TestProblems(t *testing.T) {
	const top = "kustomization.yaml"
	for _, tt := range []struct {
		name    string
		files   map[string]string
		want    []string
		objects []string
		whole   bool // nothing is missing from the Unit
	}{
		{
			name: "missing file", files: map[string]string{top: "resources:\n- web.yaml\n- gone.yaml\n"},
			want: []string{"kustomization.yaml:3:3: gone.yaml does not exist"}, objects: []string{"Deployment/web"},
		},
		{
			name:    "missing patch, generator file and component",
			files:   map[string]string{top: "resources: [web.yaml]\npatches:\n- path: p.yaml\nconfigMapGenerator:\n- name: g\n  files: [f=f.txt]\ncomponents: [c]\n"},
			want:    []string{"kustomization.yaml:3:9: p.yaml does not exist", "kustomization.yaml:6:11: f.txt does not exist", "kustomization.yaml:7:14: c does not exist"},
			objects: []string{"Deployment/web", "ConfigMap/g-6ct58987ht"},
		},
		{
			name: "misspelt file", files: map[string]string{top: "resources:\n- web.yaml\npatches: [{path: p/graec.yaml}]\n", "p/grace.yaml": configMap("a")},
			want: []string{`kustomization.yaml:3:18: p/graec.yaml does not exist; did you mean "grace.yaml"?`}, objects: []string{"Deployment/web"},
		},
		{
			name: "cycle", files: map[string]string{
				top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "resources:\n- ../b\n- cm.yaml\n", "a/cm.yaml": configMap("a"),
				"b/kustomization.yaml": "resources:\n- ../a\n- cm.yaml\n", "b/cm.yaml": configMap("b"),
			},
			want: []string{"b/kustomization.yaml:2:3: a cycle: ../a leads back to a"}, objects: []string{"Deployment/web", "ConfigMap/b", "ConfigMap/a"},
		},
		{
			name: "parent as base", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "resources: [.., cm.yaml]\n", "a/cm.yaml": configMap("a")},
			want: []string{"a/kustomization.yaml:1:13: a cycle: .. leads back to ."}, objects: []string{"Deployment/web", "ConfigMap/a"},
		},
		{
			name: "broken YAML in a base", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "resources: x: y\n"},
			want: []string{"a/kustomization.yaml:1:1: mapping values are not allowed"}, objects: []string{"Deployment/web"},
		},
		{
			name: "broken YAML in a resource", files: map[string]string{top: "resources: [web.yaml, a.yaml]\n", "a.yaml": "apiVersion: v1\nkind: x: y\n"},
			want: []string{"a.yaml:2:1: mapping values are not allowed"}, objects: []string{"Deployment/web"},
		},
		{
			name: "broken YAML in a patch", files: map[string]string{top: "resources: [web.yaml]\npatches: [{path: a.yaml}]\n", "a.yaml": "kind: x: y\n"},
			want: []string{"a.yaml:1:1: mapping values are not allowed"}, objects: []string{"Deployment/web"},
		},
		{
			name: "base without a kustomization", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/x.yaml": ""},
			want: []string{"a: a folder without a kustomization file"}, objects: []string{"Deployment/web"},
		},
		{
			name: "two kustomization files", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "resources: []\n", "a/Kustomization": "resources: []\n"},
			want: []string{"a/Kustomization: a second kustomization file beside kustomization.yaml"}, objects: []string{"Deployment/web"},
		},
		{
			name: "unknown field", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "namespace: x\nressources: []\n"},
			want: []string{`a/kustomization.yaml:2:1: kustomize knows no field "ressources"`}, objects: []string{"Deployment/web"},
		},
		{
			name: "wrong type", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "resources: cm.yaml\n"},
			want: []string{`a/kustomization.yaml:1:1: field "resources" has the wrong type`}, objects: []string{"Deployment/web"},
		},
		{
			name: "component listed as a resource", files: map[string]string{
				top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: x-\n",
			},
			want: []string{"kustomization.yaml:1:23: a is of the wrong kind for resources"}, objects: []string{"Deployment/web"},
		},
		{
			name: "resource outside the folder", files: map[string]string{"sub/kustomization.yaml": "resources: [../web.yaml, cm.yaml]\n", "sub/cm.yaml": configMap("cm")},
			want: []string{"sub/kustomization.yaml:1:13: ../web.yaml is outside the folder of the kustomization"}, objects: []string{"ConfigMap/cm"},
		},
		{
			name: "path outside the root", files: map[string]string{top: "resources: [web.yaml, ../../etc/passwd]\n"},
			want: []string{"kustomization.yaml:1:23: ../../etc/passwd leaves the root of the run"}, objects: []string{"Deployment/web"},
		},
		{
			name: "patch without an object", files: map[string]string{top: "resources: [web.yaml]\npatches:\n- path: a.yaml\n", "a.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: wob\n"},
			want: []string{"a.yaml:4:9: a patch is for Deployment wob, which is not among the resources"},
		},
		{
			name: "inline patch without an object", files: map[string]string{top: "resources: [web.yaml]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: wob}\n"},
			want: []string{"kustomization.yaml:3:3: a patch is for Deployment wob, which is not among the resources"},
		},
		{
			name: "object defined twice", files: map[string]string{top: "resources: [web.yaml, again]\n", "again/kustomization.yaml": "resources: [web.yaml]\n", "again/web.yaml": deployment},
			want: []string{"web.yaml:4:3: Deployment web is defined twice, first at again/web.yaml:4:3"},
		},
		{
			name: "empty kustomization", files: map[string]string{top: "resources: [web.yaml, a]\n", "a/kustomization.yaml": "# nothing\n"},
			want: []string{"a/kustomization.yaml:1:1: kustomization.yaml is empty"},
		},
		{
			name: "repeated key", files: map[string]string{top: "resources: [web.yaml, a.yaml]\n", "a.yaml": configMap("a") + "kind: ConfigMap\n"},
			want: []string{`a.yaml:5:1: key "kind" is repeated`}, objects: []string{"Deployment/web", "ConfigMap/a"}, whole: true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := loadertest.Files(tt.files)
			fsys["web.yaml"] = &fstest.MapFile{Data: []byte(deployment)}
			dir := "."
			if _, ok := fsys[top]; !ok {
				dir = "sub"
			}
			u := mustLoad(t, fsys, dir, Options{})
			loadertest.WantProblems(t, u, stage, tt.want...)
			loadertest.WantObjects(t, u, tt.objects...)
			if u.Partial == tt.whole {
				t.Errorf("Unit.Partial is %v", u.Partial)
			}
			for _, p := range u.Problems {
				if p.Partial != (len(tt.objects) > 0) {
					t.Errorf("Problem.Partial is %v: %v", p.Partial, p)
				}
			}
		})
	}
}

func TestBrokenRoot(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{"kustomization.yaml": "resources: [\n"}), ".", Options{})
	loadertest.WantProblems(t, u, stage, "kustomization.yaml:2:1: not valid YAML")
	if u.Problems[0].Partial || !u.Partial {
		t.Errorf("problem partial %v, unit partial %v", u.Problems[0].Partial, u.Partial)
	}
	loadertest.WantProblems(t, mustLoad(t, loadertest.Files(nil), "none", Options{}), stage, "none: a folder without a kustomization file")
}

func TestRelaxed(t *testing.T) {
	u := mustLoad(t, loadertest.Files(map[string]string{"sub/kustomization.yaml": "resources: [../web.yaml]\n", "web.yaml": deployment}), "sub", Options{Relaxed: true})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "Deployment/web")
}

func TestLinks(t *testing.T) {
	fsys := loadertest.Files(map[string]string{
		"kustomization.yaml": "resources: [inside.yaml, outside.yaml, base]\n", "real/web.yaml": deployment,
		"shared/kustomization.yaml": "resources: [cm.yaml]\n", "shared/cm.yaml": configMap("cm"),
	})
	link := func(at, to string) { fsys[at] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777} }
	link("inside.yaml", "real/web.yaml")
	link("outside.yaml", "../../etc/passwd")
	link("base", "shared")
	u := mustLoad(t, fsys, ".", Options{})
	loadertest.WantProblems(t, u, stage, "kustomization.yaml:1:26: outside.yaml")
	loadertest.WantObjects(t, u, "Deployment/web", "ConfigMap/cm")
	for i, want := range []string{"real/web.yaml", "shared/cm.yaml"} {
		if got := u.Documents[i].Trace(source.Path{"kind"}); u.Documents[i].File != want || got.Span.String() != want+":2:1" || !got.Exact {
			t.Errorf("document %d: file %q, trace %v", i, u.Documents[i].File, got)
		}
	}
}

func TestOnDisk(t *testing.T) {
	dir := t.TempDir()
	for name, text := range overlay() {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	u, err := Load(context.Background(), root.FS(), "prod", Options{})
	if err != nil || len(u.Documents) != 6 || len(u.Problems) > 0 {
		t.Errorf("error %v, %d documents, problems %v", err, len(u.Documents), loadertest.Problems(u))
	}
}
