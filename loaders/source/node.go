package source

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Find walks p from root. It returns the key node (nil for list items and the root), the value node and how many
// elements of p exist; key and value are those of the deepest existing node.
func Find(root *yaml.Node, p Path) (key, value *yaml.Node, depth int) {
	value = root
	for _, e := range p {
		var k, v *yaml.Node
		switch e := e.(type) {
		case string:
			k, v = Lookup(value, e)
		case int:
			if value.Kind == yaml.SequenceNode && e >= 0 && e < len(value.Content) {
				v = value.Content[e]
			}
		}
		if v == nil {
			return key, value, depth
		}
		key, value, depth = k, v, depth+1
	}
	return key, value, depth
}

// Lookup returns the key and value node of one key of a mapping, or nils. The last one wins when a key is repeated, as
// it does in the API server.
func Lookup(m *yaml.Node, name string) (key, value *yaml.Node) {
	if m == nil || m.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := len(m.Content) - 2; i >= 0; i -= 2 {
		if m.Content[i].Value == name {
			return m.Content[i], m.Content[i+1]
		}
	}
	return nil, nil
}

// NodeTrace traces paths of a document whose node positions are positions in file, which holds for plain manifests.
func NodeTrace(file string, root *yaml.Node) func(Path) Trace {
	return func(p Path) Trace {
		key, value, depth := Find(root, p)
		return Trace{Span: NodeSpan(file, key, value), Exact: depth == len(p)}
	}
}

// NodeLine traces lines of the block scalars of such a document.
func NodeLine(file string, root *yaml.Node) func(Path, int) Trace {
	trace := NodeTrace(file, root)
	return func(p Path, n int) Trace {
		_, value, depth := Find(root, p)
		if depth != len(p) || value.Kind != yaml.ScalarNode || value.Style&yaml.LiteralStyle == 0 {
			return trace(p)
		}
		line, _, _ := strings.Cut(strings.Join(strings.Split(value.Value, "\n")[min(n-1, strings.Count(value.Value, "\n")):], "\n"), "\n")
		text := strings.TrimLeft(line, " \t")
		at := Pos{value.Line + n, 1}
		return Trace{Span: Span{File: file, Start: at, End: Pos{at.Line, at.Col + max(utf8.RuneCountInString(text), 1)}}, Exact: true}
	}
}

// NodeSpan is the stretch a user should see marked for a node: "key: scalar" where both stand on one line, the key of a
// block, the first entry of a list item.
func NodeSpan(file string, key, value *yaml.Node) Span {
	first, last := key, value
	if first == nil {
		first = value
	}
	if value.Kind != yaml.ScalarNode {
		last = first
		if key == nil && value.Kind == yaml.MappingNode && len(value.Content) >= 2 && value.Style&yaml.FlowStyle == 0 {
			first, last = value.Content[0], value.Content[0]
			if v := value.Content[1]; v.Kind == yaml.ScalarNode {
				last = v
			}
		}
	}
	if last.Line != first.Line || multiline(last) {
		last = first
	}
	s := Span{File: file, Start: Pos{first.Line, first.Column}}
	s.End = Pos{last.Line, last.Column + width(last)}
	return s
}

func multiline(n *yaml.Node) bool { return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }

// width is the number of columns a node takes on its first line. Quotes count; escapes inside quotes are not known
// any more, so the end of such a scalar is its shortest spelling.
func width(n *yaml.Node) int {
	if n.Kind != yaml.ScalarNode {
		return 1
	}
	w := utf8.RuneCountInString(n.Value)
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		w += 2
	}
	return max(w, 1)
}

// Scalar returns the text of the scalar at p, or "" when there is none.
func (d *Document) Scalar(p ...any) string {
	_, v, depth := Find(d.Root, p)
	if depth != len(p) || v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
		return ""
	}
	return v.Value
}

// Identity is group/kind/namespace/name: what the API server tells objects apart by. It is empty for objects without a
// name (generateName).
func (d *Document) Identity() string {
	name := d.Scalar("metadata", "name")
	if name == "" {
		return ""
	}
	group, _, _ := strings.Cut(d.Scalar("apiVersion"), "/")
	return group + "/" + d.Scalar("kind") + "/" + d.Scalar("metadata", "namespace") + "/" + name
}
