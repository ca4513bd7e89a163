package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/config"
)

func TestParse(t *testing.T) {
	c, err := config.Parse("f", []byte("failOn: note\nthresholds: {serviceDelay: 4}\nwaivers:\n- rule: a\n  reason: b\n  until: 2027-01-01\n"))
	if err != nil || c.FailOn != "note" || *c.Thresholds.ServiceDelay != 4 || c.Waivers[0].Until != "2027-01-01" || c.Waivers[0].Line != 4 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := config.Parse("f", nil); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"failOn: note\nfialOn: error\nwaivers:\n- {rule: x, why: y}\n", []string{`f:2: unknown key "fialOn", expected one of failOn`, `; did you mean "failOn"?`, `f:4: unknown key "why", expected one of rule`}},
		{"exclude: {a: b}\n", []string{"f:1: "}},
		{"failOn: [\n", []string{"f: line 1"}},
		{"failOn: sometimes\n", []string{`f:1: failOn is "sometimes"`}},
		{"waivers:\n- {reason: x}\n", []string{"f:2: a waiver needs a rule"}},
		{"podOwners:\n- {kind: x}\n", []string{"f:2: podOwners: an entry needs kind and path"}},
	}
	for _, tt := range tests {
		_, err := config.Parse("f", []byte(tt.text))
		if err == nil {
			t.Errorf("%q was accepted", tt.text)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", tt.text, err, want)
			}
		}
		if strings.Contains(err.Error(), "config.") {
			t.Errorf("%q: the message shows a Go type: %v", tt.text, err)
		}
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if c, err := config.Find(dir, root); err != nil || c.Path != "" {
		t.Errorf("%+v, %v", c, err)
	}
	file := filepath.Join(root, config.Name)
	if err := os.WriteFile(file, []byte("failOn: error\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := config.Find(dir, root); err != nil || c.Path != file || c.FailOn != "error" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := config.Find(dir, filepath.Join(root, "a")); err != nil || c.Path != "" {
		t.Errorf("a file above the root was read: %+v, %v", c, err)
	}
}
