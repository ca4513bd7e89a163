package helm

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"helm.sh/helm/v3/pkg/chart"

	"github.com/drainlint/drainlint/loaders/source"
)

// layers are the files that set values, the strongest first: those given with -f, then each chart's own defaults, a
// parent before its subcharts.
type layers []*layer

// layer is one values file. Its keys are the values below prefix (names of subcharts, outermost first).
type layer struct {
	path   string
	root   *yaml.Node
	prefix []string
}

// layers reads the files once for all documents of a chart.
func (l *load) layers() layers {
	var out layers
	add := func(file string, data []byte, prefix []string) {
		if root, err := parseYAML(data); err == nil && root != nil {
			out = append(out, &layer{file, root, prefix})
		}
	}
	for _, file := range slices.Backward(l.options.ValueFiles) {
		add(file, l.unit.Files[file], nil)
	}
	var defaults func(c *chart.Chart, prefix []string)
	defaults = func(c *chart.Chart, prefix []string) {
		for _, raw := range c.Raw {
			if in := l.tree.source(raw.Data); raw.Name == "values.yaml" && !in.archive {
				add(in.path, in.data, prefix)
			}
		}
		for _, sub := range c.Dependencies() {
			defaults(sub, append(slices.Clip(prefix), sub.Name()))
		}
	}
	defaults(l.tree.root, nil)
	return out
}

// paths are the places in the file where the value at a path of the release may be set, the stronger first: as a global of
// this chart that reaches its subcharts, or below the prefix.
func (l *layer) paths(at source.Path) []source.Path {
	var out []source.Path
	if i := slices.Index(at, any("global")); i > len(l.prefix) && startsWith(at[:i], l.prefix) {
		out = append(out, at[i:])
	}
	if len(at) > len(l.prefix) && startsWith(at, l.prefix) {
		out = append(out, at[len(l.prefix):])
	}
	return out
}

func startsWith(at source.Path, prefix []string) bool {
	for i, name := range prefix {
		if i >= len(at) || at[i] != name {
			return false
		}
	}
	return true
}

// find answers which key of a values file gave the rendered value at path rendered, given one value that the template
// read: the value itself, or the part of a sub-tree whose keys are the end of the path.
func (ls layers) find(read, rendered source.Path, value *yaml.Node, sole bool) (span source.Span, ok bool) {
	for _, l := range ls {
		for _, p := range l.paths(read) {
			key, node, depth := source.Find(l.root, p)
			if depth != len(p) || depth == 0 {
				continue
			}
			node = target(node)
			if node.Kind == yaml.ScalarNode {
				if value.Kind == yaml.ScalarNode && (same(node, value) || sole || part(node, value)) {
					return source.NodeSpan(l.path, key, node), true
				}
				continue
			}
			if key, node, ok := within(key, node, rendered, value); ok {
				return source.NodeSpan(l.path, key, node), true
			}
		}
	}
	return source.Span{}, false
}

// scalar gives the scalar that the strongest file has at a path.
func (ls layers) scalar(at source.Path) (span source.Span, value *yaml.Node, ok bool) {
	for _, l := range ls {
		for _, p := range l.paths(at) {
			if key, node, depth := source.Find(l.root, p); depth == len(p) && depth > 0 {
				node = target(node)
				return source.NodeSpan(l.path, key, node), node, node.Kind == yaml.ScalarNode
			}
		}
	}
	return source.Span{}, nil, false
}

// within finds the node of a sub-tree that a rendered value is. The longest end of the rendered path that leads to an
// equal value wins; without one, the only equal scalar.
func within(key, sub *yaml.Node, rendered source.Path, value *yaml.Node) (k, v *yaml.Node, ok bool) {
	for i := range rendered {
		k, v, depth := source.Find(sub, rendered[i:])
		if depth != len(rendered)-i {
			continue
		}
		v = target(v)
		if same(v, value) {
			return k, v, true
		}
	}
	if value.Kind != yaml.ScalarNode {
		if sub.Kind == value.Kind && equalTree(sub, value) {
			return key, sub, true
		}
		for _, item := range sub.Content { // a list that was appended to another
			if item = target(item); sub.Kind == yaml.SequenceNode && item.Kind == value.Kind && sameName(item, value) && equalTree(item, value) {
				return nil, item, true
			}
		}
		return nil, nil, false
	}
	n := 0
	scalars(nil, sub, func(key, node *yaml.Node) {
		if same(node, value) {
			k, v, n = key, node, n+1
		}
	})
	return k, v, n == 1
}

func sameName(a, b *yaml.Node) bool {
	_, x := source.Lookup(a, "name")
	_, y := source.Lookup(b, "name")
	return x != nil && y != nil && x.Value == y.Value
}

func scalars(key, n *yaml.Node, visit func(key, node *yaml.Node)) {
	switch n.Kind {
	case yaml.ScalarNode:
		visit(key, n)
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			scalars(n.Content[i], n.Content[i+1], visit)
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			scalars(nil, e, visit)
		}
	}
}

func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// same compares what a values file says with what was rendered: scalars by value, since 1e3 is rendered as 1000, and
// mappings by whether the rendered one has the keys of the other.
func same(node, rendered *yaml.Node) bool {
	if node.Kind != rendered.Kind {
		return false
	}
	if node.Kind != yaml.ScalarNode {
		return equalTree(node, rendered)
	}
	if node.Value == rendered.Value {
		return true
	}
	a, errA := strconv.ParseFloat(node.Value, 64)
	b, errB := strconv.ParseFloat(rendered.Value, 64)
	return errA == nil && errB == nil && a == b
}

// equalTree tells whether a rendered mapping or list may be the one of a values file: another file may have added keys.
func equalTree(node, rendered *yaml.Node) bool {
	if node.Kind == yaml.SequenceNode {
		return len(node.Content) == len(rendered.Content)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if k, _ := source.Lookup(rendered, node.Content[i].Value); k == nil {
			return false
		}
	}
	return len(node.Content) > 0
}

// part reports that a rendered text was made of a value, among others: an image of its registry, repository and tag.
func part(node, rendered *yaml.Node) bool {
	return len(node.Value) > 1 && strings.Contains(rendered.Value, node.Value)
}
