// Package config reads .drainlint.yaml: strictly, with every mistake named by its line at once.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/spelling"
)

// Name is the file that is looked for.
const Name = ".drainlint.yaml"

// Config is the content of the file. Its JSON Schema is docs/config.schema.json.
type Config struct {
	// FailOn is the lowest severity that makes the exit code 1: error, warning, note or never.
	FailOn string `yaml:"failOn,omitempty" json:"failOn,omitempty" jsonschema:"enum=error,enum=warning,enum=note,enum=never,description=lowest severity that makes the exit code 1"`
	// Exclude are patterns in .gitignore syntax, relative to the root of the run.
	Exclude []string `yaml:"exclude,omitempty" json:"exclude,omitempty" jsonschema:"description=paths to leave out in .gitignore syntax"`
	// KubeVersion is the Kubernetes version that verdicts assume.
	KubeVersion string `yaml:"kubeVersion,omitempty" json:"kubeVersion,omitempty" jsonschema:"description=Kubernetes version that verdicts assume"`
	// Disable are rules that are not evaluated.
	Disable []string `yaml:"disable,omitempty" json:"disable,omitempty" jsonschema:"description=rules that are not evaluated"`
	// Policies are folders with rules of your own, relative to the file.
	Policies []string `yaml:"policies,omitempty" json:"policies,omitempty" jsonschema:"description=folders with your own rules relative to this file"`
	// PodSecurity is what the API server is told beside the labels of Namespaces.
	PodSecurity PodSecurity `yaml:"podSecurity,omitempty" json:"podSecurity,omitempty" jsonschema:"description=how the Pod Security admission plugin is configured"`
	Thresholds  Thresholds  `yaml:"thresholds,omitempty" json:"thresholds,omitempty" jsonschema:"description=numbers that rules compare with"`
	PodOwners   []PodOwner  `yaml:"podOwners,omitempty" json:"podOwners,omitempty" jsonschema:"description=further kinds that own a pod template"`
	Waivers     []Waiver    `yaml:"waivers,omitempty" json:"waivers,omitempty" jsonschema:"description=accepted findings"`
	// Drains say how long programs take to stop, where no file tells it.
	Drains []Drain `yaml:"drains,omitempty" json:"drains,omitempty" jsonschema:"description=how long programs take to stop after their stop signal"`
	// Images say from which Dockerfiles images are built, where no other file does.
	Images []Image `yaml:"images,omitempty" json:"images,omitempty" jsonschema:"description=which Dockerfiles images are built from"`
	// Catalogs are folders with profiles and images of your own, laid out as rego/data is; they come before the built-in.
	Catalogs []string `yaml:"catalogs,omitempty" json:"catalogs,omitempty" jsonschema:"description=folders with your own profiles/*.yaml and bases.yaml and images.yaml relative to this file"`
	// Baseline is a file of accepted findings, relative to the file.
	Baseline string `yaml:"baseline,omitempty" json:"baseline,omitempty" jsonschema:"description=file with accepted findings as drainlint baseline writes it; relative to this file"`
	Helm     Helm   `yaml:"helm,omitempty" json:"helm,omitempty" jsonschema:"description=how charts are rendered"`
	// Nodes is an inventory of the cluster's nodes, relative to the file.
	Nodes string `yaml:"nodes,omitempty" json:"nodes,omitempty" jsonschema:"description=file with the nodes of the cluster (kubectl get nodes -o yaml or a list) relative to this file"`
	// Coverage declares which nodes DaemonSets are meant for.
	Coverage []Coverage `yaml:"coverage,omitempty" json:"coverage,omitempty" jsonschema:"description=which nodes DaemonSets are meant for"`

	// Path is where the file was found; empty when there is none.
	Path string `yaml:"-" json:"-"`

	// lines are those of the values that a message may be about; see Place.
	lines map[string]int
}

// Place is file:line of a key (kubeVersion), or of an entry of a list (disable[0]), and the file alone where the line is not known.
func (c *Config) Place(key string) string {
	if n := c.lines[key]; n > 0 {
		return fmt.Sprintf("%s:%d", c.Path, n)
	}
	return c.Path
}

// Thresholds are numbers that rules compare with, in seconds; nil keeps the default.
type Thresholds struct {
	ServiceDelay      *float64 `yaml:"serviceDelay,omitempty" json:"serviceDelay,omitempty" jsonschema:"description=preStop delay wanted behind a Service (default 3)"`
	IngressDelay      *float64 `yaml:"ingressDelay,omitempty" json:"ingressDelay,omitempty" jsonschema:"description=preStop delay wanted behind an Ingress or Gateway (default 10)"`
	LoadBalancerDelay *float64 `yaml:"loadBalancerDelay,omitempty" json:"loadBalancerDelay,omitempty" jsonschema:"description=preStop delay wanted where a cloud load balancer talks to pods (default 25)"`
	Margin            *float64 `yaml:"margin,omitempty" json:"margin,omitempty" jsonschema:"description=what must be left of the grace period (default 5)"`
	// BlindNodes is a percentage, not a time.
	BlindNodes *float64 `yaml:"blindNodes,omitempty" json:"blindNodes,omitempty" jsonschema:"description=percentage of its nodes that may be without a DaemonSet at the same time (default 10; one node always may)"`
}

// PodSecurity is the part of the admission plugin's configuration that no object shows.
type PodSecurity struct {
	ExemptNamespaces []string `yaml:"exemptNamespaces,omitempty" json:"exemptNamespaces,omitempty" jsonschema:"description=namespaces whose pods are not judged (exemptions.namespaces of the plugin)"`
}

// PodOwner is a kind with a pod template.
type PodOwner struct {
	Group string `yaml:"group" json:"group" jsonschema:"description=API group such as argoproj.io"`
	Kind  string `yaml:"kind" json:"kind"`
	// Path leads to the pod template: "spec.template".
	Path string `yaml:"path" json:"path" jsonschema:"description=path of the pod template such as spec.template"`
}

// Drain is how long a program takes to stop. It is for the containers that match everything that is set.
type Drain struct {
	// Image is a reference as manifests write it; its tag does not matter.
	Image string `yaml:"image,omitempty" json:"image,omitempty" jsonschema:"description=image of the container; its tag does not matter"`
	// Workload is Kind/name.
	Workload  string `yaml:"workload,omitempty" json:"workload,omitempty" jsonschema:"description=workload as Kind/name"`
	Container string `yaml:"container,omitempty" json:"container,omitempty" jsonschema:"description=name of the container"`
	// Seconds is the longest time from stop signal to end.
	Seconds float64 `yaml:"seconds" json:"seconds" jsonschema:"description=longest time from stop signal to end"`

	// Line is the line of the entry in the file.
	Line int `yaml:"-" json:"-"`
}

// Image says what an image is built from.
type Image struct {
	// Image is the reference as manifests write it; its tag does not matter.
	Image string `yaml:"image" json:"image" jsonschema:"description=image as manifests write it; its tag does not matter"`
	// Dockerfile is relative to the file, as Context is.
	Dockerfile string `yaml:"dockerfile" json:"dockerfile" jsonschema:"description=Dockerfile relative to this file"`
	Target     string `yaml:"target,omitempty" json:"target,omitempty" jsonschema:"description=stage that is built; the last one by default"`
	Context    string `yaml:"context,omitempty" json:"context,omitempty" jsonschema:"description=build context relative to this file; the Dockerfile's folder by default"`

	// Line is the line of the entry in the file.
	Line int `yaml:"-" json:"-"`
}

// Waiver accepts findings of one rule.
type Waiver struct {
	Rule string `yaml:"rule" json:"rule"`
	// Paths are patterns as path.Match has them, over root-relative files; "**" at the end takes a whole folder.
	Paths []string `yaml:"paths,omitempty" json:"paths,omitempty" jsonschema:"description=files it holds for; ** at the end takes a whole folder"`
	// Object is Kind/name or Kind/namespace/name.
	Object string `yaml:"object,omitempty" json:"object,omitempty" jsonschema:"description=object it holds for as Kind/name or Kind/namespace/name"`
	Reason string `yaml:"reason" json:"reason"`
	// Until is the last day on which it holds: 2027-03-01.
	Until string `yaml:"until,omitempty" json:"until,omitempty" jsonschema:"description=last day on which it holds such as 2027-03-01"`

	// Line is the line of the entry in the file.
	Line int `yaml:"-" json:"-"`
}

// Helm says how charts are rendered.
type Helm struct {
	Values      []string `yaml:"values,omitempty" json:"values,omitempty" jsonschema:"description=values files for every chart relative to this file"`
	APIVersions []string `yaml:"apiVersions,omitempty" json:"apiVersions,omitempty" jsonschema:"description=further entries of .Capabilities.APIVersions"`
	ReleaseName string   `yaml:"releaseName,omitempty" json:"releaseName,omitempty"`
	Namespace   string   `yaml:"namespace,omitempty" json:"namespace,omitempty"`
	// Charts are folders that hold dependencies: charts, or archives of charts.
	Charts []string `yaml:"charts,omitempty" json:"charts,omitempty" jsonschema:"description=folders with charts or chart archives where dependencies are looked for; relative to this file"`
	// ValueSets are combinations of values that charts are installed with, each rendered by itself.
	ValueSets []ValueSet `yaml:"valueSets,omitempty" json:"valueSets,omitempty" jsonschema:"description=combinations of values that charts are installed with; each is rendered by itself"`
}

// ValueSet is one combination of values.
type ValueSet struct {
	Name string `yaml:"name" json:"name" jsonschema:"description=what reports call it"`
	// Charts are folders or patterns below the root of the run; none means every chart.
	Charts []string `yaml:"charts,omitempty" json:"charts,omitempty" jsonschema:"description=folders of the charts it is for, * matches within one name; none means every chart"`
	Values []string `yaml:"values" json:"values" jsonschema:"description=values files relative to this file"`
}

// Find looks for the file in dir and its parents, up to root.
func Find(dir, root string) (Config, error) {
	for {
		p := filepath.Join(dir, Name)
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			return Read(p)
		}
		parent := filepath.Dir(dir)
		if dir == root || parent == dir {
			return Config{}, nil
		}
		dir = parent
	}
}

// Read reads one file.
func Read(file string) (Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Config{}, fmt.Errorf("configuration: %w", err)
	}
	c, err := Parse(file, data)
	c.Path = file
	return c, err
}

// Parse reads the text of a configuration; file is used in messages only. Every mistake is reported, each with its line.
func Parse(file string, data []byte) (Config, error) {
	var c Config
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	err := d.Decode(&c)
	switch {
	case errors.Is(err, io.EOF):
		return c, nil // an empty file
	case err != nil:
		return Config{}, explain(file, err)
	}
	lines(data, &c)
	return c, c.check(file)
}

var typeErrorLine = regexp.MustCompile(`^line (\d+): (.*)$`)
var unknownField = regexp.MustCompile(`^field (\S+) not found in type config\.(\S+)$`)

// explain rewrites the decoder's messages: no Go types, and the keys that would be valid.
func explain(file string, err error) error {
	var te *yaml.TypeError
	if !errors.As(err, &te) {
		return fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var out []error
	for _, text := range te.Errors {
		m := typeErrorLine.FindStringSubmatch(text)
		if m == nil {
			out = append(out, fmt.Errorf("%s: %s", file, text))
			continue
		}
		if f := unknownField.FindStringSubmatch(m[2]); f != nil {
			known := keys(f[2])
			m[2] = fmt.Sprintf("unknown key %q, expected one of %s%s", f[1], strings.Join(known, ", "), spelling.DidYouMean(f[1], slices.Values(known)))
		}
		out = append(out, fmt.Errorf("%s:%s: %s", file, m[1], m[2]))
	}
	return errors.Join(out...)
}

// keys are the YAML keys of one of the types here.
func keys(name string) []string {
	for _, t := range []reflect.Type{reflect.TypeFor[Config](), reflect.TypeFor[Thresholds](), reflect.TypeFor[PodOwner](), reflect.TypeFor[Waiver](), reflect.TypeFor[Helm](), reflect.TypeFor[ValueSet](), reflect.TypeFor[Image](), reflect.TypeFor[Drain](), reflect.TypeFor[Coverage](), reflect.TypeFor[NodeExclusion]()} {
		if t.Name() != name {
			continue
		}
		var out []string
		for _, f := range reflect.VisibleFields(t) {
			if k, _, _ := strings.Cut(f.Tag.Get("yaml"), ","); k != "" && k != "-" {
				out = append(out, k)
			}
		}
		return out
	}
	return nil
}

// lines notes on which line each entry of a list stands.
func lines(data []byte, c *Config) {
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return
	}
	root := doc.Content[0]
	c.lines = map[string]int{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		c.note(root.Content[i].Value, root.Content[i+1])
		for j, n := range root.Content[i+1].Content {
			switch key := root.Content[i].Value; {
			case key == "waivers" && j < len(c.Waivers):
				c.Waivers[j].Line = n.Line
			case key == "images" && j < len(c.Images):
				c.Images[j].Line = n.Line
			case key == "drains" && j < len(c.Drains):
				c.Drains[j].Line = n.Line
			case key == "coverage" && j < len(c.Coverage):
				c.Coverage[j].lines(n)
			}
		}
	}
}

// note keeps the lines of a key, of the entries of lists and of what lies below it.
func (c *Config) note(key string, n *yaml.Node) {
	c.lines[key] = n.Line
	for i, child := range n.Content {
		switch {
		case n.Kind == yaml.SequenceNode:
			c.note(fmt.Sprintf("%s[%d]", key, i), child)
		case n.Kind == yaml.MappingNode && i%2 == 1:
			c.note(key+"."+n.Content[i-1].Value, child)
		}
	}
}

func (c *Config) check(file string) error {
	var out []error
	bad := func(line int, format string, args ...any) {
		out = append(out, fmt.Errorf("%s:%d: "+format, append([]any{file, line}, args...)...))
	}
	if c.FailOn != "" && !slices.Contains([]string{"error", "warning", "note", "never"}, c.FailOn) {
		bad(c.lines["failOn"], "failOn is %q, expected error, warning, note or never", c.FailOn)
	}
	for i, p := range c.PodOwners {
		if p.Kind == "" || p.Path == "" {
			bad(c.lines[fmt.Sprintf("podOwners[%d]", i)], "podOwners: an entry needs kind and path (path such as spec.template)")
		}
	}
	for _, w := range c.Waivers {
		if w.Rule == "" {
			bad(w.Line, "a waiver needs a rule")
		}
	}
	for _, d := range c.Drains {
		if d.Image == "" && d.Workload == "" {
			bad(d.Line, "an entry of drains needs image or workload")
		}
		if d.Seconds < 0 {
			bad(d.Line, "seconds is %v, expected 0 or more", d.Seconds)
		}
	}
	for _, i := range c.Images {
		if i.Image == "" || i.Dockerfile == "" {
			bad(i.Line, "an entry of images needs image and dockerfile")
		}
	}
	for i := range c.Coverage {
		out = append(out, c.Coverage[i].check(file)...)
	}
	return errors.Join(out...)
}
