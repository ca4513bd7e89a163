package kustomize

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// rendered writes an object as kustomize prints it, and answers for each line.
func rendered(d *source.Document) source.Rendered {
	out := source.Rendered{Name: d.Scalar("kind") + "/" + d.Scalar("metadata", "name"), File: d.File}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(d.Root); err != nil {
		out.Text = fmt.Sprintf("# cannot be written: %v\n", err)
		out.Line = func(int) source.Trace { return source.Trace{Span: source.Span{File: d.File}} }
		return out
	}
	out.Text = b.String()
	paths := map[int]source.Path{} // the innermost node that begins on a line
	var doc yaml.Node
	if yaml.Unmarshal(b.Bytes(), &doc) == nil && len(doc.Content) > 0 {
		linesOf(doc.Content[0], nil, paths)
	}
	out.Line = func(line int) source.Trace {
		for ; line > 0; line-- { // the lines of a block scalar belong to its first
			if p, ok := paths[line]; ok {
				return d.Trace(p)
			}
		}
		return d.Trace(nil)
	}
	return out
}

func linesOf(n *yaml.Node, at source.Path, paths map[int]source.Path) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			child := at.Child(n.Content[i].Value)
			paths[n.Content[i].Line] = child
			linesOf(n.Content[i+1], child, paths)
		}
	case yaml.SequenceNode:
		for i, e := range n.Content {
			if e.Kind == yaml.ScalarNode {
				paths[e.Line] = at.Child(i)
			}
			linesOf(e, at.Child(i), paths)
		}
	}
}
