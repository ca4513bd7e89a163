package kustomize

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// role says how kustomize uses a path that a kustomization names.
type role int

const (
	aResource   role = iota // a file with objects, or a folder with a kustomization
	aComponent              // a folder with a Component
	aFile                   // one file
	aPlugin                 // a file, a folder or inline text that configures a generator, transformer or validator
	aValuesFile             // a values file of an inflated chart
)

// entry is one path in a kustomization file.
type entry struct {
	role  role
	field string
	// value is the path as written, without the "key=" of a generator's file.
	value string
	// inline is true when value is YAML text in a place that takes either text or a path.
	inline bool
	// node is where it is written; drop is what has to be left out when the path cannot be used.
	node, drop *yaml.Node
}

// entries lists the paths that a kustomization names, in the order in which they are written. Field names are matched as
// kustomize does, in any case.
func entries(root *yaml.Node) []entry {
	c := &collector{}
	eachPair(root, func(key string, value *yaml.Node) {
		switch key {
		case "resources", "bases":
			c.list(aResource, key, value)
		case "components":
			c.list(aComponent, key, value)
		case "crds", "configurations", "patchesstrategicmerge":
			c.list(aFile, key, value)
		case "generators", "transformers", "validators":
			c.list(aPlugin, key, value)
		case "patches", "patchesjson6902", "replacements":
			eachItem(value, func(item *yaml.Node) {
				c.child(aFile, key, item, "path", item)
			})
		case "configmapgenerator", "secretgenerator":
			eachItem(value, func(item *yaml.Node) {
				eachPair(item, func(k string, v *yaml.Node) {
					switch k {
					case "files":
						c.sources = true
						c.list(aFile, key, v)
						c.sources = false
					case "envs":
						c.list(aFile, key, v)
					case "env":
						c.scalar(aFile, key, v, v)
					}
				})
			})
		case "openapi":
			c.child(aFile, key, value, "path", value)
		case "helmcharts", "helmchartinflationgenerator":
			eachItem(value, func(item *yaml.Node) {
				eachPair(item, func(k string, v *yaml.Node) {
					switch k {
					case "valuesfile", "values":
						c.scalar(aValuesFile, key, v, item)
					case "additionalvaluesfiles":
						c.list(aValuesFile, key, v)
					}
				})
			})
		}
	})
	return c.out
}

type collector struct {
	out []entry
	// sources is true where a path may follow "key=".
	sources bool
}

func (c *collector) list(r role, field string, value *yaml.Node) {
	eachItem(value, func(item *yaml.Node) { c.scalar(r, field, item, item) })
}

func (c *collector) child(r role, field string, m *yaml.Node, name string, drop *yaml.Node) {
	eachPair(m, func(key string, value *yaml.Node) {
		if key == name {
			c.scalar(r, field, value, drop)
		}
	})
}

func (c *collector) scalar(r role, field string, n, drop *yaml.Node) {
	value := target(n).Value
	if target(n).Kind != yaml.ScalarNode || value == "" {
		return
	}
	if (r == aPlugin || field == "patchesstrategicmerge") && isInline(value) {
		c.out = append(c.out, entry{role: r, field: field, value: value, inline: true, node: n, drop: drop})
		return
	}
	if c.sources && strings.Count(value, "=") == 1 {
		value = pathOf(value)
	}
	c.out = append(c.out, entry{role: r, field: field, value: value, node: n, drop: drop})
}

// isInline tells YAML text from a path.
func isInline(s string) bool { return strings.Contains(s, "\n") || strings.Contains(s, ": ") }

// pluginPaths lists everything in a plugin's configuration that the builtin plugins take for a path. Field paths such as
// metadata/labels are among them: the caller must only look for what it can tell apart.
func pluginPaths(n *yaml.Node) []*yaml.Node {
	var out []*yaml.Node
	n = target(n)
	for _, child := range n.Content {
		if n.Kind != yaml.MappingNode {
			out = append(out, pluginPaths(child)...)
		}
	}
	eachPair(n, func(key string, value *yaml.Node) {
		switch key {
		case "path", "paths", "files", "envs", "env":
			if target(value).Kind == yaml.ScalarNode {
				out = append(out, value)
			}
			eachItem(value, func(item *yaml.Node) {
				if target(item).Kind == yaml.ScalarNode {
					out = append(out, item)
				}
			})
		default:
			out = append(out, pluginPaths(value)...)
		}
	})
	return out
}

// remote reports whether kustomize would fetch s with git or HTTP. All forms that its repository and file loaders accept
// begin with a scheme, git::, user@ or github.com.
func remote(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, prefix := range []string{"git::", "http:", "https:", "ssh:", "file:", "github.com/", "github.com:"} {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	user, _, ok := strings.Cut(s, "@")
	return ok && user != "" && !strings.ContainsFunc(user, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	})
}

// looksRemote adds forms that kustomize would take for a local path, but that nobody writes for one.
func looksRemote(s string) bool {
	if remote(s) || strings.Contains(s, "://") || strings.Contains(s, "?ref=") || strings.Contains(s, "?version=") {
		return true
	}
	host, _, ok := strings.Cut(s, "//")
	return ok && host != "" && !strings.HasPrefix(host, ".")
}

// eachPair calls f with the lower-cased key and the value of each pair of a mapping; it does nothing for other nodes.
func eachPair(m *yaml.Node, f func(key string, value *yaml.Node)) {
	if m = target(m); m.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		f(strings.ToLower(m.Content[i].Value), m.Content[i+1])
	}
}

func eachItem(s *yaml.Node, f func(item *yaml.Node)) {
	if s = target(s); s.Kind == yaml.SequenceNode {
		for _, item := range s.Content {
			f(item)
		}
	}
}

// target follows an alias; it never returns nil.
func target(n *yaml.Node) *yaml.Node {
	switch {
	case n == nil:
		return &yaml.Node{}
	case n.Kind == yaml.AliasNode && n.Alias != nil:
		return n.Alias
	}
	return n
}
