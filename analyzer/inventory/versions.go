package inventory

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders/source"
)

// Versions is what an input consists of, in an order that two releases can be compared by.
type Versions struct {
	Charts  []Chart      `json:"charts"`
	Images  []Image      `json:"images"`
	Configs []Config     `json:"configs"`
	CRDs    []Definition `json:"crds"`
	APIs    []API        `json:"apis"`
}

// Chart is one chart, or a chart within it.
type Chart struct {
	Input      string `json:"input"`
	Name       string `json:"name"`
	Version    string `json:"version"`
	AppVersion string `json:"appVersion"`
	// Part is true for a chart within the chart of the input.
	Part bool `json:"part"`
}

// Image is one image reference with everything that runs it.
type Image struct {
	// Image is the reference as written; Repository the full name. The others are empty where the reference has none.
	Image      string `json:"image"`
	Repository string `json:"repository"`
	Tag        string `json:"tag"`
	Digest     string `json:"digest"`
	Used       []Use  `json:"used"`
}

// Use is a place that names an image: a container, or the FROM of a Dockerfile.
type Use struct {
	Input string `json:"input"`
	By    string `json:"by"`
	At    Place  `json:"at,omitzero"`
}

// Config is one ConfigMap.
type Config struct {
	Input     string `json:"input"`
	ConfigMap string `json:"configMap"`
	// SHA256 is that of the JSON of data and binaryData with sorted keys; empty when Random.
	SHA256 string `json:"sha256"`
	// Random is true when the chart renders it differently each time.
	Random bool  `json:"random"`
	At     Place `json:"at,omitzero"`
}

// Definition is one CustomResourceDefinition.
type Definition struct {
	Input    string              `json:"input"`
	Name     string              `json:"name"`
	Versions []DefinitionVersion `json:"versions"`
	At       Place               `json:"at,omitzero"`
}

// DefinitionVersion is one version of a CustomResourceDefinition.
type DefinitionVersion struct {
	Name    string `json:"name"`
	Served  bool   `json:"served"`
	Storage bool   `json:"storage"`
}

// API is an apiVersion and kind that objects use.
type API struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Objects    int    `json:"objects"`
}

// VersionsOf reads what the inputs consist of.
func VersionsOf(in *analyzer.Inspection) *Versions {
	v := &versions{images: map[string]*Image{}, apis: map[API]int{}}
	each(in, v.read)
	out := &Versions{Charts: list(v.charts), Images: []Image{}, Configs: list(v.configs), CRDs: list(v.crds), APIs: []API{}}
	for _, im := range v.images {
		slices.SortFunc(im.Used, func(a, b Use) int {
			return cmp.Or(strings.Compare(a.Input, b.Input), strings.Compare(a.By, b.By), a.At.compare(b.At))
		})
		im.Used = slices.Compact(im.Used)
		out.Images = append(out.Images, *im)
	}
	slices.SortFunc(out.Images, func(a, b Image) int { return strings.Compare(a.Image, b.Image) })
	for api, n := range v.apis {
		api.Objects = n
		out.APIs = append(out.APIs, api)
	}
	slices.SortFunc(out.APIs, func(a, b API) int {
		return cmp.Or(strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind))
	})
	slices.SortStableFunc(out.Configs, func(a, b Config) int {
		return cmp.Or(strings.Compare(a.Input, b.Input), strings.Compare(a.ConfigMap, b.ConfigMap))
	})
	slices.SortStableFunc(out.CRDs, func(a, b Definition) int {
		return cmp.Or(strings.Compare(a.Input, b.Input), strings.Compare(a.Name, b.Name))
	})
	return out
}

type versions struct {
	charts  []Chart
	images  map[string]*Image
	configs []Config
	crds    []Definition
	apis    map[API]int
}

func (v *versions) read(i *input) {
	if c := i.Unit.Chart; c != nil {
		v.charts = append(v.charts, Chart{Input: i.name, Name: c.Name, Version: c.Version, AppVersion: c.AppVersion})
		for _, p := range c.Parts {
			v.charts = append(v.charts, Chart{Input: i.name, Name: p.Name, Version: p.Version, AppVersion: p.AppVersion, Part: true})
		}
	}
	for n := range i.Facts.Workloads {
		w := &i.Facts.Workloads[n]
		for k := range w.Containers {
			c := &w.Containers[k]
			if at, concerns := i.place(c.Image.At); concerns && c.Image.Text != "" {
				v.image(Image{Image: c.Image.Text, Repository: c.Image.Repository, Tag: c.Image.Tag, Digest: c.Image.Digest}, Use{i.name, i.object(w.Object) + ", container " + c.Name, at})
			}
		}
	}
	for _, d := range i.Unit.Dockerfiles {
		if d.Base != "" && i.in.Scope.Contains(d.File) {
			v.image(Image{Image: d.Base}, Use{i.name, "FROM", Place{File: d.From.File, Line: d.From.Start.Line}})
		}
	}
	for doc, o := range i.Facts.Objects {
		at, concerns := i.place(facts.Ref{Doc: doc})
		if !concerns || o.Kind == "" {
			continue
		}
		v.apis[API{APIVersion: o.APIVersion, Kind: o.Kind}]++
		d := i.Unit.Documents[doc]
		switch {
		case o.Kind == "ConfigMap" && o.APIVersion == "v1":
			v.configs = append(v.configs, config(i, doc, d, at))
		case o.Kind == "CustomResourceDefinition":
			v.crds = append(v.crds, Definition{Input: i.name, Name: o.Name, Versions: definitionVersions(d), At: at})
		}
	}
}

func (v *versions) image(im Image, u Use) {
	if v.images[im.Image] == nil {
		v.images[im.Image] = &im
	}
	v.images[im.Image].Used = append(v.images[im.Image].Used, u)
}

// config hashes a ConfigMap: {"binaryData":{...},"data":{...}} with sorted keys and no spaces, texts as the API server has them.
func config(i *input, doc int, d *source.Document, at Place) Config {
	out := Config{Input: i.name, ConfigMap: i.object(doc), At: at}
	content := map[string]map[string]string{"data": {}, "binaryData": {}}
	for field, into := range content {
		_, m := source.Lookup(d.Root, field)
		if m == nil || m.Kind != yaml.MappingNode {
			continue
		}
		for n := 0; n+1 < len(m.Content); n += 2 {
			into[m.Content[n].Value] = m.Content[n+1].Value
			if raw, err := base64.StdEncoding.DecodeString(m.Content[n+1].Value); field == "binaryData" && err == nil {
				into[m.Content[n].Value] = base64.StdEncoding.EncodeToString(raw)
			}
		}
	}
	for _, p := range d.Random {
		if len(p) > 0 && (p[0] == "data" || p[0] == "binaryData") {
			out.Random = true
			return out
		}
	}
	text, _ := json.Marshal(content) // maps of strings cannot fail, and their keys are sorted
	sum := sha256.Sum256(text)
	out.SHA256 = hex.EncodeToString(sum[:])
	return out
}

// definitionVersions reads the versions of a CustomResourceDefinition, also of v1beta1, where spec.version stands for one.
func definitionVersions(d *source.Document) []DefinitionVersion {
	out := []DefinitionVersion{}
	_, list, depth := source.Find(d.Root, source.Path{"spec", "versions"})
	for _, n := range items(list, depth == 2) {
		text := func(key string) string {
			if _, v := source.Lookup(n, key); v != nil {
				return v.Value
			}
			return ""
		}
		out = append(out, DefinitionVersion{Name: text("name"), Served: text("served") == "true", Storage: text("storage") == "true"})
	}
	if one := d.Scalar("spec", "version"); len(out) == 0 && one != "" {
		out = append(out, DefinitionVersion{Name: one, Served: true, Storage: true})
	}
	return out
}
