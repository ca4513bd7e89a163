package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// The parts of CycloneDX 1.6 that are used.
type (
	bom struct {
		Schema       string       `json:"$schema"`
		Format       string       `json:"bomFormat"`
		SpecVersion  string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     bomMetadata  `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	bomMetadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		Purl       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
)

// sbom writes a CycloneDX document of what a binary was built from, as the Go toolchain recorded it in the binary. Equal
// binaries give equal documents: it holds neither a date nor a serial number.
func sbom(w io.Writer, binary, version string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return fmt.Errorf("%s: expected a Go binary: %w", binary, err)
	}
	return writeSBOM(w, filepath.Base(binary), version, info)
}

func writeSBOM(w io.Writer, name, version string, info *debug.BuildInfo) error {
	program := component{Type: "application", Ref: module(info.Main.Path, version), Name: info.Main.Path, Version: version, Purl: module(info.Main.Path, version)}
	program.Properties = append(program.Properties, property{"drainlint:file", name})
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "CGO_ENABLED", "-trimpath":
			program.Properties = append(program.Properties, property{"drainlint:build:" + s.Key, s.Value})
		}
	}
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	std := component{Type: "library", Ref: module("std", goVersion), Name: "std", Version: goVersion, Purl: module("std", goVersion)}
	out := bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: bomMetadata{program}, Components: []component{std},
	}
	uses := dependency{Ref: program.Ref, DependsOn: []string{std.Ref}}
	for _, m := range info.Deps { // sorted by the toolchain
		if m.Replace != nil {
			m = m.Replace
		}
		ref := module(m.Path, m.Version)
		c := component{Type: "library", Ref: ref, Name: m.Path, Version: m.Version, Purl: ref}
		if m.Sum != "" {
			c.Properties = []property{{"drainlint:go.sum", m.Sum}}
		}
		out.Components = append(out.Components, c)
		uses.DependsOn = append(uses.DependsOn, ref)
	}
	out.Dependencies = []dependency{uses}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// module is a package URL: https://github.com/package-url/purl-spec/blob/main/types-doc/golang-definition.md.
func module(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
}
