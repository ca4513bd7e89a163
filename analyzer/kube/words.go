package kube

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// orList writes "A, B or C".
func orList(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// or gives the value of a pointer, or what the API server fills in.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// number reads a whole number from a node.
func number(n *yaml.Node) (int64, bool) {
	if n.Kind != yaml.ScalarNode {
		return 0, false
	}
	return resolve(n).whole()
}

// count is how many are true.
func count(flags ...bool) int {
	n := 0
	for _, f := range flags {
		if f {
			n++
		}
	}
	return n
}
