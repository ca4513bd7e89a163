package helm

import (
	"sort"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// random lists the scalars of an object that are another on each rendering.
func (t *tracer) random(root *yaml.Node) []source.Path {
	var out []source.Path
	var walk func(n *yaml.Node, at source.Path)
	walk = func(n *yaml.Node, at source.Path) {
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				walk(n.Content[i+1], at.Child(n.Content[i].Value))
			}
		case yaml.SequenceNode:
			for i, e := range n.Content {
				walk(e, at.Child(i))
			}
		case yaml.ScalarNode:
			from, ok := t.offset(n)
			if !ok {
				return
			}
			for _, o := range t.text.Actions(from, from+t.length(from, n)) {
				if o.Random {
					out = append(out, at)
					return
				}
			}
		}
	}
	walk(root, nil)
	return out
}

// discarded gives each object the tests of its template that a value of 0 or false did not pass.
func (t *tracer) discarded(docs []*source.Document) {
	for _, test := range t.text.Tests {
		if len(test.Reads) != 1 || t.overridden {
			continue
		}
		key, value, ok := t.layers().scalar(test.Reads[0])
		if !ok || !zero(value) || test.Fallback == value.Value {
			continue
		}
		line := sort.SearchInts(t.lines, test.Offset+1)
		i := sort.Search(len(docs), func(i int) bool { return docs[i].Root.Line > line }) - 1
		at, ok := t.action(test.Place)
		if i < 0 || !ok || t.templates[test.Template].input.archive {
			continue
		}
		docs[i].Discarded = append(docs[i].Discarded, source.Discarded{
			Field: test.Field, Value: value.Value, Fallback: test.Fallback, At: at, Key: key,
		})
	}
}

func zero(n *yaml.Node) bool {
	return n.Tag == "!!int" && n.Value == "0" || n.Tag == "!!bool" && n.Value == "false"
}
