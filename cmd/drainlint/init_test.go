package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/config"
)

// TestInitFiles: what init writes can be read by those it is for, whatever folders are called.
func TestInitFiles(t *testing.T) {
	for name, f := range map[string]*found{
		"nothing": {git: true, github: true, gitlab: true},
		"a chart": {git: true, charts: []string{"charts/web"}, github: true},
		"odd names": {
			git: true, charts: []string{`a "b': c`}, overlays: []string{"deploy/it's"}, dockerfiles: []string{"images/web/Dockerfile"}, gitlab: true,
			values: map[string][]string{`a "b': c`: {`a "b': c/values-prod.yaml`, `a "b': c/values.x: y.yaml`}},
		},
		"the root": {git: true, charts: []string{"."}, values: map[string][]string{".": {"values-prod.yaml"}}},
	} {
		for _, file := range f.texts() {
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
		files, err := regexp.Compile(f.pattern())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, file := range []string{".drainlint.yaml", ".drainlint-baseline.json", "deep/down/.drainlint.yaml"} {
			if !files.MatchString(file) {
				t.Errorf("%s: the hook leaves out %s", name, file)
			}
		}
	}
}

// TestInitPins: the actions that init writes are those that our own workflows use, at the same commits.
func TestInitPins(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	var own strings.Builder
	for _, file := range append(files, "../../action.yml") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		own.Write(data)
	}
	for _, action := range []string{actionCheckout, actionSetupGo, actionUpload} {
		if !strings.Contains(own.String(), "uses: "+action+"\n") || !strings.Contains((&found{}).workflow(), "uses: "+action+"\n") {
			t.Errorf("%s is not what our own workflows use", action)
		}
	}
}

// TestModule: a release pins itself, everything else names the newest release and says so.
func TestModule(t *testing.T) {
	defer func(v string) { stamped = v }(stamped)
	for v, pinned := range map[string]bool{
		"v1.2.3": true, "v1.2.3-rc.1": true, "source": false, "(devel)": false, "v1.2.3+dirty": false,
		"v1.2.4-0.20260102150405-0123456789ab": false, "v0.0.0-20260102150405-0123456789ab": false, "v1.2.3-rc.1.0.20260102150405-0123456789ab": false,
	} {
		stamped = v
		if got := strings.HasSuffix(module(), "@"+v); got != pinned || (pinning("") == "") != pinned {
			t.Errorf("%s: %s, %q", v, module(), pinning(""))
		}
	}
}
