package kustomize

import (
	"context"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

// Whatever the text, nothing panics and a build that gives nothing says why.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		"resources: [web.yaml]\n", "resources: [.., web.yaml, b]\nnamePrefix: x-\n", "bases: [b]\npatches:\n- path: web.yaml\n- patch: |-\n    kind: x\n",
		"resources: {a: b}\n", "- a\n", "transformers:\n- |-\n  apiVersion: builtin\n  kind: PrefixTransformer\n  metadata: {name: x}\n  prefix: y\n",
		"configMapGenerator:\n- name: x\n  files: [web.yaml, a=web.yaml]\n  literals: [a=b]\n", "resources: &a [web.yaml]\ncomponents: *a\n",
		"resources: [web.yaml]\nreplicas: [{name: web, count: 3}]\nimages: [{name: web, newTag: x}]\nbuildMetadata: [managedByLabel]\n",
		"resources: [web.yaml]\nreplacements: [{source: {kind: Deployment}, targets: [{select: {kind: Deployment}, fieldPaths: [spec.x]}]}]\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := loadertest.Files(map[string]string{"kustomization.yaml": text, "web.yaml": deployment, "b/kustomization.yaml": "resources: [cm.yaml]\n", "b/cm.yaml": configMap("b")})
		Graph(fsys, ".")
		u, err := Load(context.Background(), fsys, ".", Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range u.Problems {
			if p.Message == "" || p.Span.File == "" {
				t.Errorf("empty problem %+v", p)
			}
		}
		for _, d := range u.Documents {
			if s := d.Trace([]any{"metadata", "name"}).Span; s.File == "" || s.Start.Line < 1 {
				t.Errorf("no line for %v: %v", d.Scalar("kind"), s)
			}
		}
	})
}
