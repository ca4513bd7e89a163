package main

import (
	"regexp"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/config"
)

// TestInitFiles: what init writes can be read by those it is for, whatever folders are called.
func TestInitFiles(t *testing.T) {
	for name, f := range map[string]*found{
		"nothing": {github: true, gitlab: true},
		"a chart": {charts: []string{"charts/web"}, github: true},
		"odd names": {
			charts: []string{`a "b': c`}, overlays: []string{"deploy/it's"}, dockerfiles: []string{"images/web/Dockerfile"}, gitlab: true,
			values: map[string][]string{`a "b': c`: {`a "b': c/values-prod.yaml`, `a "b': c/values.x: y.yaml`}},
		},
		"the root": {charts: []string{"."}, values: map[string][]string{".": {"values-prod.yaml"}}},
	} {
		for _, file := range f.files() {
			var doc any
			if err := yaml.Unmarshal([]byte(file.text), &doc); err != nil || doc == nil {
				t.Errorf("%s: %s: %v\n%s", name, file.name, err, file.text)
			}
			if file.name == config.Name {
				c, err := config.Parse(file.name, []byte(file.text))
				if err != nil || name == "odd names" && len(c.Helm.ValueSets) != 2 {
					t.Errorf("%s: %v, %d sets", name, err, len(c.Helm.ValueSets))
				}
			}
		}
		if _, err := regexp.Compile(f.pattern()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
