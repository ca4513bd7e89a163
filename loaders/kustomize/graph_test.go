package kustomize

import (
	"reflect"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestGraph(t *testing.T) {
	fsys := loadertest.Files(map[string]string{
		"o/Kustomization": `resources: [web.yaml, ../base, gone.yaml, https://example.com/x, ../../outside, ./x/../y.yaml]
bases: [../old]
components: [../comp]
patches:
- path: p.yaml
- patch: |-
    kind: X
patchesStrategicMerge:
- psm.yaml
- |-
  kind: Y
patchesJson6902:
- path: j.json
  target: {kind: Deployment}
configMapGenerator:
- name: a
  files: [f.txt, key=g.txt]
  envs: [e.env, g=h.env]
  env: f.env
secretGenerator:
- name: s
  files: [s.txt]
crds: [crd.json]
openapi: {path: schema.json}
configurations: [conf.yaml]
generators: [gen.yaml]
transformers: [../tdir]
validators: [val.yaml]
replacements: [{path: r.yaml}, {source: {kind: A}}]
helmCharts:
- name: c
  valuesFile: v.yaml
  additionalValuesFiles: [w.yaml]
`,
		"o/gen.yaml":  "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: x}\nfiles: [k=h.txt]\nfieldSpecs: [{path: metadata/name}]\n",
		"base/k.yaml": "", "old/k.yaml": "", "comp/k.yaml": "", "tdir/k.yaml": "",
	})
	want := Refs{Dirs: []string{"base", "comp", "old", "tdir"}}
	for _, f := range []string{
		"conf.yaml", "crd.json", "e.env", "f.env", "f.txt", "g.txt", "g=h.env", "gen.yaml", "h.txt", "j.json", "p.yaml", "psm.yaml", "r.yaml", "s.txt",
		"schema.json", "v.yaml", "val.yaml", "w.yaml", "web.yaml", "y.yaml",
	} {
		want.Files = append(want.Files, "o/"+f)
		if _, ok := fsys["o/"+f]; !ok {
			fsys["o/"+f] = loadertest.Files(map[string]string{f: ""})[f]
		}
	}
	got, ok := Graph(fsys, "o")
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("ok %v\n got %v\nwant %v", ok, got, want)
	}
	if _, ok := Graph(fsys, "base"); ok {
		t.Error("a folder without a kustomization is one")
	}
}

func TestGraphOfBrokenFile(t *testing.T) {
	for name, text := range map[string]string{
		"syntax":      "resources:\n- a.yaml\n- b.yaml\npatches: x: y\n",
		"open list":   "resources:\n- a.yaml\n- b.yaml\ncomponents: [c\n",
		"tab":         "resources:\n- a.yaml\n- b.yaml\n\tx: 1\n",
		"wrong types": "resources:\n- a.yaml\n- b.yaml\n- {x: y}\npatches: text\nopenapi: []\nconfigMapGenerator: [1]\n",
	} {
		got, ok := Graph(loadertest.Files(map[string]string{"kustomization.yml": text, "a.yaml": "", "b.yaml": ""}), ".")
		if want := (Refs{Files: []string{"a.yaml", "b.yaml"}, Dirs: []string{}}); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: ok %v, got %v", name, ok, got)
		}
	}
	if got, ok := Graph(loadertest.Files(map[string]string{"kustomization.yaml": "- list\n"}), "."); !ok || len(got.Files) > 0 {
		t.Errorf("a list: ok %v, got %v", ok, got)
	}
}

func TestRemotePaths(t *testing.T) {
	for _, s := range []string{
		"https://example.com/x", "HTTP://example.com", "git::https://example.com/x", "ssh://git@host/x", "file:///repo", "git@github.com:org/repo",
		"github.com/org/repo", "GitHub.com/org/repo?ref=v1", "github.com:org/repo", " https://example.com", "org-1@host:x",
	} {
		if !remote(s) {
			t.Errorf("%q is taken for local", s)
		}
	}
	for _, s := range []string{"base", "../base", "./github.com/org", "a_b@host", "key=file.txt", "a/https://b", "x/github.com/y", "..//base", "metadata/labels"} {
		if remote(s) {
			t.Errorf("%q is taken for remote", s)
		}
	}
}

func TestFileName(t *testing.T) {
	for _, name := range FileNames() {
		if !FileName(name) {
			t.Error(name)
		}
	}
	if FileName("kustomize.yaml") || FileName("a/kustomization.yaml") {
		t.Error("too many names")
	}
}
