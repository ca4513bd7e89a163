package kube

import (
	"bytes"
	"encoding/json"

	"go.yaml.in/yaml/v3"
)

// toJSON writes a node as the JSON that reaches the API server. ok is false where there is none (.nan, alias nodes,
// a list or mapping as key).
func toJSON(n *yaml.Node) (text []byte, ok bool) {
	var b bytes.Buffer
	if !writeJSON(&b, n) {
		return nil, false
	}
	return b.Bytes(), true
}

func writeJSON(b *bytes.Buffer, n *yaml.Node) bool {
	switch n.Kind {
	case yaml.ScalarNode:
		text, ok := resolve(n).json()
		b.Write(text)
		return ok
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if !writeJSON(b, item) {
				return false
			}
		}
		b.WriteByte(']')
		return true
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Kind != yaml.ScalarNode {
				return false
			}
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(resolve(n.Content[i]).key())
			if err != nil {
				return false
			}
			b.Write(key)
			b.WriteByte(':')
			if !writeJSON(b, n.Content[i+1]) {
				return false
			}
		}
		b.WriteByte('}')
		return true
	}
	return false
}
