package kustomize

import (
	"context"
	"testing"
	"testing/fstest"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

func mustLoad(t *testing.T, fsys fstest.MapFS, dir string, o Options) *source.Unit {
	t.Helper()
	u, err := Load(context.Background(), fsys, dir, o)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return u
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
	fsys := loadertest.Files(overlay())
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
