package kube

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
	"go.yaml.in/yaml/v3"
	kubeyaml "k8s.io/apimachinery/pkg/util/yaml"
)

func allCases() []refuseCase {
	return slices.Concat(hookCases(), probeCases(), strategyCases(), ownerCases(), podCases(), securityCases(), volumeCases(), budgetCases())
}

// FuzzDecode: no input makes Decode or Refuse panic, and every path they give leads into the document, except to the
// mapping that lacks a required field.
func FuzzDecode(f *testing.F) {
	for _, c := range allCases() {
		f.Add(c.in, byte(37))
		f.Add(c.in, byte(20))
	}
	for _, in := range []string{"apiVersion: v1\nkind: Pod\nspec: [a]", "apiVersion: v1\nkind: Secret\ndata: {a: b, 5: c, yes: d, [x]: y}",
		"apiVersion: v1\nkind: Pod\n? {a: b}\n: c", "apiVersion: v1\nkind: Pod\nspec: &a {containers: [*a]}", "apiVersion: apps/v1\nkind: Deployment\nspec: !!binary aaa"} {
		f.Add(in, byte(37))
	}
	f.Fuzz(func(t *testing.T, in string, minor byte) {
		var doc yaml.Node
		if yaml.Unmarshal([]byte(in), &doc) != nil || len(doc.Content) == 0 {
			return
		}
		root, v := doc.Content[0], Version{1, int(minor)}
		obj, ok := New(scalarAt(root, "apiVersion"), scalarAt(root, "kind"))
		if !ok {
			return
		}
		issues := Decode(root, obj, v)
		for _, u := range issues.Unknown {
			if _, _, depth := source.Find(root, u.Path); depth != len(u.Path) {
				t.Errorf("unknown field %s is not in the document", u.Path)
			}
		}
		for _, w := range issues.WrongType {
			if _, _, depth := source.Find(root, w.Path); depth != len(w.Path) {
				t.Errorf("wrong type at %s, which is not in the document", w.Path)
			}
		}
		for _, r := range Refuse(obj, root, v) {
			if _, _, depth := source.Find(root, r.Path); depth != len(r.Path) && !r.Missing {
				t.Errorf("%s at %s, which is not in the document", r.Code, r.Path)
			}
		}
	})
}

// FuzzScalar: a plain scalar becomes the JSON that the Kubernetes tools make of it.
func FuzzScalar(f *testing.F) {
	for _, s := range strings.Fields("yes no on off y n Y N true True TRUE false null ~ Null 0 1 -1 +1 0777 0o17 0x1F 0b101 -0b1 1_000 1e3 1E3 1.5 .5 5. -.5e-3 1e+06 1.2.3 089 08 " +
		"99999999999999999999 9223372036854775808 -9223372036854775809 1e400 .nan .inf -.inf +.inf 2030-01-31 2030-01-31T12:00:00Z 12:30 0x 0b2 1__0 _1 1_ . - + e3 1e 1e+ YeS nO <<") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var doc yaml.Node
		if yaml.Unmarshal([]byte(in), &doc) != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.ScalarNode {
			return
		}
		n := doc.Content[0]
		if n.Style != 0 || n.Value != in || n.Anchor != "" {
			return
		}
		want, err := kubeyaml.ToJSON([]byte(in))
		got, ok := resolve(n).json()
		if err != nil {
			if ok {
				t.Errorf("%q: got %s, but Kubernetes cannot read it: %v", in, got, err)
			}
			return
		}
		if !ok || !sameJSON(got, want) {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	})
}

// sameJSON compares values, so that numbers above 64 bits may be written in two ways.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(bytes.TrimSpace(a), bytes.TrimSpace(b)) {
		return true
	}
	var x, y float64
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x == y
}
