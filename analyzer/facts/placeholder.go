package facts

import (
	"regexp"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

var angle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[A-Za-z][A-Za-z0-9 _.-]*>`) })

// placeholder tells whether the node at p is text that some other tool replaces before the object is applied: {{name}}
// (which YAML reads as a mapping inside a mapping), ${NAME}, <NAME>. What it stands for is unknown, so it is not wrong.
func placeholder(root *yaml.Node, p source.Path) bool {
	_, n, depth := source.Find(root, p)
	if depth < len(p) {
		return false
	}
	switch n.Kind {
	case yaml.MappingNode:
		return n.Style&yaml.FlowStyle != 0 && len(n.Content) == 2 && n.Content[0].Kind == yaml.MappingNode
	case yaml.ScalarNode:
		return strings.Contains(n.Value, "{{") || strings.Contains(n.Value, "${") || angle().MatchString(n.Value)
	}
	return false
}
