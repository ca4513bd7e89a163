package manifest

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// An expansion past this many nodes that is also more than tenfold is taken for an alias bomb. The largest objects
// people write by hand have some ten thousand nodes; the API server's own limit is of this order.
const maxExpanded = 1_000_000

// normalizer makes one document free of aliases and merge keys, shifts its positions to those of the file and notes
// repeated keys.
type normalizer struct {
	file     string
	offset   int
	aliases  int
	nodes    int
	problems []source.Problem
}

// normalize returns nil when the document cannot be used at all; the reason is then among the problems.
func (n *normalizer) normalize(root *yaml.Node) *yaml.Node {
	n.scan(root)
	if n.aliases == 0 {
		return root
	}
	sizes := map[*yaml.Node]int{}
	size, bad := expanded(root, sizes)
	if bad != nil {
		n.fail(bad, fmt.Sprintf("alias *%s stands inside its own anchor, so it has no end", bad.Value), "")
		return nil
	}
	if size > maxExpanded && size > 10*n.nodes {
		n.fail(root, fmt.Sprintf("aliases would expand %d nodes to more than %d: this is an alias bomb, and the API server refuses it", n.nodes, maxExpanded),
			"write the repeated parts out, or use fewer nested aliases")
		return nil
	}
	return resolve(root, map[*yaml.Node]*yaml.Node{})
}

func (n *normalizer) fail(node *yaml.Node, message, change string) {
	n.problems = append(n.problems, source.Problem{Stage: stage, Span: at(n.file, node.Line, node.Column), Message: message, Change: change})
}

// scan visits every node once: aliases are not followed.
func (n *normalizer) scan(node *yaml.Node) {
	n.nodes++
	node.Line += n.offset
	if node.Kind == yaml.AliasNode {
		n.aliases++
		return
	}
	for _, c := range node.Content {
		n.scan(c)
	}
	if node.Kind == yaml.MappingNode {
		n.repeated(node)
	}
}

func (n *normalizer) repeated(m *yaml.Node) {
	if len(m.Content) <= 16 { // the common case needs no map
		for i := 2; i < len(m.Content); i += 2 {
			for j := 0; j < i; j += 2 {
				if sameKey(m.Content[i], m.Content[j]) {
					n.repeat(m.Content[i], m.Content[j])
					break
				}
			}
		}
		return
	}
	seen := make(map[string]*yaml.Node, len(m.Content)/2)
	for i := 0; i < len(m.Content); i += 2 {
		k := m.Content[i]
		if first := seen[k.Value]; first != nil && sameKey(k, first) {
			n.repeat(k, first)
			continue
		}
		seen[k.Value] = k
	}
}

func sameKey(a, b *yaml.Node) bool {
	return a.Kind == yaml.ScalarNode && b.Kind == yaml.ScalarNode && a.Value == b.Value && a.Value != "<<"
}

func (n *normalizer) repeat(again, first *yaml.Node) {
	n.problems = append(n.problems, source.Problem{
		Stage: stage, Span: source.NodeSpan(n.file, nil, again), Partial: true, Warning: true,
		Message: fmt.Sprintf("key %q is repeated (first on line %d): kubectl keeps the last value without a word, Kustomize refuses the file", again.Value, first.Line),
		Change:  "keep one of the two",
	})
}

// expanded counts the nodes below node with aliases followed, saturating. bad is an alias that contains itself.
func expanded(node *yaml.Node, sizes map[*yaml.Node]int) (size int, bad *yaml.Node) {
	if node.Kind == yaml.AliasNode {
		if s, ok := sizes[node.Alias]; ok && s < 0 {
			return 0, node
		}
		return expanded(node.Alias, sizes)
	}
	if s, ok := sizes[node]; ok {
		return s, nil
	}
	if node.Anchor != "" {
		sizes[node] = -1 // being counted
	}
	size = 1
	for _, c := range node.Content {
		s, bad := expanded(c, sizes)
		if bad != nil {
			return 0, bad
		}
		size = min(size+s, 1<<40)
	}
	if node.Anchor != "" {
		sizes[node] = size
	}
	return size, nil
}

// resolve replaces aliases by their targets (shared, not copied: documents are read only) and applies merge keys. A
// merged-in key keeps the position of the anchor it comes from: that is the line to edit.
func resolve(node *yaml.Node, done map[*yaml.Node]*yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	if r, ok := done[node]; ok {
		return r
	}
	if len(node.Content) == 0 {
		return node
	}
	out := *node
	out.Content = make([]*yaml.Node, 0, len(node.Content))
	if node.Kind != yaml.MappingNode {
		for _, c := range node.Content {
			out.Content = append(out.Content, resolve(c, done))
		}
	} else {
		mapping(node, &out, done)
	}
	done[node] = &out
	return &out
}

func mapping(node, out *yaml.Node, done map[*yaml.Node]*yaml.Node) {
	var merges []*yaml.Node
	for i := 0; i+1 < len(node.Content); i += 2 {
		k, v := node.Content[i], resolve(node.Content[i+1], done)
		if k.Tag != "!!merge" {
			out.Content = append(out.Content, resolve(k, done), v)
			continue
		}
		if v.Kind == yaml.SequenceNode {
			merges = append(merges, v.Content...)
		} else {
			merges = append(merges, v)
		}
	}
	for _, m := range merges { // earlier merges win over later ones, explicit keys over both
		for i := 0; m.Kind == yaml.MappingNode && i+1 < len(m.Content); i += 2 {
			if k, _ := source.Lookup(out, m.Content[i].Value); k == nil {
				out.Content = append(out.Content, m.Content[i], m.Content[i+1])
			}
		}
	}
}
