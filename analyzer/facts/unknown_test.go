package facts_test

import (
	"fmt"
	"testing"

	"github.com/drainlint/drainlint/analyzer/facts"
)

func TestHeldConfiguration(t *testing.T) {
	pod := func(env string) string {
		return "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: \"c:1\", " + env + "}]}\n---\n"
	}
	key := func(key string) string {
		return pod("env: [{name: V, valueFrom: {secretKeyRef: {name: s, key: " + key + "}}}]")
	}
	secret := func(content string) string {
		return "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n" + content + "\n---\n"
	}
	for _, tt := range []struct {
		name, text string
		held       bool
	}{
		{"the key is there", key("token") + secret("data: {token: eA==}"), true},
		{"as text", key("token") + secret("stringData: {token: x}"), true},
		{"another key is there", key("token") + secret("data: {other: eA==}"), false},
		{"no content", key("token") + secret("data: {}"), false},
		{"all keys, one is there", pod("envFrom: [{secretRef: {name: s}}]") + secret("data: {token: eA==}"), true},
		{"all keys, none is there", pod("envFrom: [{secretRef: {name: s}}]") + secret("type: Opaque"), false},
		{"a mark of the installation", key("install_id") + secret("data: {install_id: eA==}"), false},
		{"no such object", key("token"), false},
	} {
		if c := extract(t, "a.yaml", tt.text).Workloads[0].Configs[0]; c.Held != tt.held {
			t.Errorf("%s: held %v, want %v", tt.name, c.Held, tt.held)
		}
	}
}

func TestReplicasThatAreNoNumber(t *testing.T) {
	workload := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {}%s}\n"
	for text, want := range map[string]facts.Replicas{
		"":                         {Int: facts.Int{Value: 1}, From: "default"},
		", replicas: 3":            {Int: facts.Int{Value: 3, Set: true}, From: "spec"},
		", replicas: null":         {Int: facts.Int{Value: 1}, From: "default"},
		", replicas: {{replicas}}": {Int: facts.Int{Set: true}, From: "unknown"},
		", replicas: two":          {Int: facts.Int{Set: true}, From: "unknown"},
	} {
		r := extract(t, "a.yaml", fmt.Sprintf(workload, text)).Workloads[0].Replicas
		if r.Value != want.Value || r.Set != want.Set || r.From != want.From {
			t.Errorf("%q: %d %v %s, want %d %v %s", text, r.Value, r.Set, r.From, want.Value, want.Set, want.From)
		}
	}
}
