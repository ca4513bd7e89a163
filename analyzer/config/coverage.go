package config

import (
	"fmt"
	"path"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/labels"
)

// Coverage declares for some DaemonSets which nodes they are meant for.
type Coverage struct {
	// DaemonSet is a name, a pattern as path.Match has it, or namespace/name; empty for all.
	DaemonSet string `yaml:"daemonset,omitempty" json:"daemonset,omitempty" jsonschema:"description=name or pattern or namespace/name of DaemonSets; empty for all"`
	// Eligible is a label selector as kubectl -l has it.
	Eligible string `yaml:"eligible,omitempty" json:"eligible,omitempty" jsonschema:"description=label expression of the nodes that are meant such as pool in (web db)"`
	// Platforms are what its images are built for: linux/amd64.
	Platforms []string        `yaml:"platforms,omitempty" json:"platforms,omitempty" jsonschema:"description=platforms that its images are built for such as linux/amd64"`
	Exclude   []NodeExclusion `yaml:"exclude,omitempty" json:"exclude,omitempty" jsonschema:"description=nodes that are left out for a reason"`

	// Line is the line of the entry in the file.
	Line int `yaml:"-" json:"-"`
}

// NodeExclusion leaves nodes out.
type NodeExclusion struct {
	Nodes  string `yaml:"nodes" json:"nodes" jsonschema:"description=label expression of the nodes that are left out"`
	Reason string `yaml:"reason" json:"reason"`
	// Until is the last day on which it holds: 2027-03-01.
	Until string `yaml:"until,omitempty" json:"until,omitempty" jsonschema:"description=last day on which it holds such as 2027-03-01"`

	// Line is the line of the entry in the file.
	Line int `yaml:"-" json:"-"`
}

func (c *Coverage) lines(n *yaml.Node) {
	c.Line = n.Line
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != "exclude" {
			continue
		}
		for j, e := range n.Content[i+1].Content {
			if j < len(c.Exclude) {
				c.Exclude[j].Line = e.Line
			}
		}
	}
}

func (c *Coverage) check(file string) []error {
	var out []error
	bad := func(line int, format string, args ...any) {
		out = append(out, fmt.Errorf("%s:%d: "+format, append([]any{file, line}, args...)...))
	}
	if _, err := path.Match(c.DaemonSet, ""); err != nil {
		bad(c.Line, "daemonset %q is no pattern: %w", c.DaemonSet, err)
	}
	if _, err := labels.Parse(c.Eligible); err != nil {
		bad(c.Line, "eligible %q is no label expression (as kubectl get -l takes it): %w", c.Eligible, err)
	}
	for _, p := range c.Platforms {
		if strings.Count(p, "/") < 1 || strings.HasPrefix(p, "/") || strings.HasSuffix(p, "/") {
			bad(c.Line, "platform %q: expected os/architecture such as linux/amd64", p)
		}
	}
	for _, e := range c.Exclude {
		if _, err := labels.Parse(e.Nodes); err != nil || e.Nodes == "" {
			bad(e.Line, "nodes %q is no label expression (as kubectl get -l takes it)", e.Nodes)
		}
		if e.Reason == "" {
			bad(e.Line, "an exclusion needs a reason")
		}
		if _, err := time.Parse(time.DateOnly, e.Until); e.Until != "" && err != nil {
			bad(e.Line, "until is %q, expected the last day as year-month-day such as 2027-03-01", e.Until)
		}
	}
	return out
}
