package manifest

import "bytes"

var (
	crdKind   = []byte("kind: CustomResourceDefinition")
	schemaKey = []byte("openAPIV3Schema:")
)

// withoutSchemas empties the schemas of a CustomResourceDefinition, line by line, so that all other lines keep their
// numbers. The schemas are nine tenths of the YAML of many repositories, no verdict depends on what they say, and parsing
// them would be most of a run. ok is false for other text, and for a schema that is not written as a plain block.
func withoutSchemas(text []byte) (out []byte, ok bool) {
	if !bytes.Contains(text, schemaKey) || !hasLine(text, crdKind) {
		return nil, false
	}
	out = make([]byte, 0, len(text)/8)
	inside := -1 // indentation of the key whose block is being left out
	for line := range bytes.Lines(text) {
		words := bytes.TrimLeft(line, " ")
		indent := len(line) - len(words)
		blank := len(bytes.TrimSpace(words)) == 0
		if inside >= 0 && (blank || indent > inside) {
			out = append(out, '\n')
			continue
		}
		inside = -1
		if bytes.Equal(bytes.TrimSpace(words), schemaKey) {
			inside = indent
			out = append(append(out, bytes.TrimRight(line, "\r\n")...), " {}\n"...)
			continue
		}
		out = append(out, line...)
	}
	return out, true
}

// hasLine tells whether one line of text begins with words, at its left edge.
func hasLine(text, words []byte) bool {
	return bytes.HasPrefix(text, words) || bytes.Contains(text, append([]byte("\n"), words...))
}
