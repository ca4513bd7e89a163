package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime/debug"
	"slices"
	"testing"
)

func TestSBOM(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8", Main: debug.Module{Path: "example.com/tool", Version: "(devel)"},
		Deps: []*debug.Module{
			{Path: "github.com/BurntSushi/toml", Version: "v1.6.0", Sum: "h1:x="},
			{Path: "old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/new", Version: "v2.0.0+incompatible"}},
		},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.time", Value: "now"}},
	}
	var b bytes.Buffer
	if err := writeSBOM(&b, "tool", "v1.2.3", info); err != nil {
		t.Fatal(err)
	}
	var got bom
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []string{"pkg:golang/std@1.26.8", "pkg:golang/github.com/burntsushi/toml@v1.6.0", "pkg:golang/example.com/new@v2.0.0%2Bincompatible"}
	var purls []string
	for _, c := range got.Components {
		purls = append(purls, c.Purl)
	}
	if !slices.Equal(purls, want) || !slices.Equal(got.Dependencies[0].DependsOn, want) {
		t.Errorf("components %q, want %q", purls, want)
	}
	if p := got.Metadata.Component; p.Version != "v1.2.3" || len(p.Properties) != 2 {
		t.Errorf("the program: %+v", p)
	}
}

// TestSBOMOfBinary reads the test binary itself.
func TestSBOMOfBinary(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if err := sbom(&a, self, "v0"); err != nil {
		t.Fatal(err)
	}
	if err := sbom(&b, self, "v0"); err != nil || a.String() != b.String() {
		t.Errorf("two documents of one binary differ: %v", err)
	}
	if !bytes.Contains(a.Bytes(), []byte("pkg:golang/helm.sh/helm/v3@")) {
		t.Error("helm is missing")
	}
	if err := sbom(&a, "sbom.go", "v0"); err == nil {
		t.Error("a text is taken for a binary")
	}
}
