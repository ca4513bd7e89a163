package facts_test

import "testing"

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
