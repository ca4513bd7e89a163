package kustomize

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/drainlint/drainlint/loaders/source"
)

func files(texts map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func mustLoad(t *testing.T, fsys fstest.MapFS, dir string, o Options) *source.Unit {
	t.Helper()
	u, err := Load(context.Background(), fsys, dir, o)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return u
}

func objects(u *source.Unit) []string {
	var out []string
	for _, d := range u.Documents {
		out = append(out, d.Scalar("kind")+"/"+d.Scalar("metadata", "name"))
	}
	return out
}

func problems(u *source.Unit) []string {
	var out []string
	for _, p := range u.Problems {
		out = append(out, p.Span.String()+": "+p.Message)
	}
	return out
}

// wantProblems checks the place and a part of the message of each Problem, given as "place: part".
func wantProblems(t *testing.T, u *source.Unit, want ...string) {
	t.Helper()
	got := problems(u)
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		place, part, _ := strings.Cut(want[i], ": ")
		ok = u.Problems[i].Span.String() == place && strings.Contains(u.Problems[i].Message, part) && u.Problems[i].Stage == stage
	}
	if !ok {
		t.Errorf("problems:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func wantObjects(t *testing.T, u *source.Unit, want ...string) {
	t.Helper()
	if got := objects(u); !slices.Equal(got, want) {
		t.Errorf("objects %v, want %v; problems: %v", got, want, problems(u))
	}
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: side
        image: side:1
      - name: web
        image: web:1
        ports:
        - containerPort: 80
`

func configMap(name string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n"
}

// BenchmarkLoad is a build with everything around it; BenchmarkKrusty is kustomize's own build of the same files.
func BenchmarkLoad(b *testing.B) {
	fsys := files(overlay())
	for b.Loop() {
		if _, err := Load(b.Context(), fsys, "prod", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKrusty(b *testing.B) {
	disk := filesys.MakeFsInMemory()
	for name, text := range overlay() {
		if err := disk.WriteFile("/"+name, []byte(text)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(disk, "/prod"); err != nil {
			b.Fatal(err)
		}
	}
}
