package engine

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// decodes tells whether the output of an action may be made of an included text that was read as YAML and written again:
// include ... | fromYaml | toYaml, as a whole or by way of a variable. Its keys are sorted then, and its lines are others.
func (r *record) decodes(limit int) bool {
	if limit == 0 {
		return false
	}
	return r.action.decodes || slices.ContainsFunc(r.from, func(from *record) bool { return from != nil && from.decodes(limit-1) })
}

// entry is one key with its value, or one item of a list, of a text that is YAML.
type entry struct {
	key, value int      // offsets of their first bytes; equal for an item of a list
	chain      []string // the keys and list indexes above
	words      string   // the key and its value, if that is a scalar
}

// entries lists those of a text; nil where it is no YAML.
func entries(text []byte) []entry {
	var root yaml.Node
	shift := indent(text)
	if yaml.Unmarshal(dedent(text, shift), &root) != nil || len(root.Content) == 0 {
		return nil
	}
	var starts []int
	start := 0
	for line := range strings.Lines(string(text)) {
		starts = append(starts, start)
		start += len(line)
	}
	offset := func(n *yaml.Node) int {
		if n.Line < 1 || n.Line > len(starts) {
			return -1
		}
		at := starts[n.Line-1] + shift
		for range n.Column - 1 { // columns count runes
			if at >= len(text) {
				return -1
			}
			at++
			for at < len(text) && text[at]&0xc0 == 0x80 {
				at++
			}
		}
		return at
	}
	var out []entry
	add := func(key, value *yaml.Node, chain []string, name string) {
		e := entry{key: offset(key), value: offset(value), chain: chain, words: name}
		if value.Kind == yaml.ScalarNode {
			e.words += "\x00"
			if value.Tag != "!!null" { // written as nothing, ~ or null
				e.words += value.Value
			}
		}
		if e.key >= 0 && e.value >= e.key {
			out = append(out, e)
		}
	}
	var walk func(n *yaml.Node, chain []string)
	walk = func(n *yaml.Node, chain []string) {
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				key, value := n.Content[i], n.Content[i+1]
				add(key, value, chain, key.Value)
				walk(value, slices.Concat(chain, []string{key.Value}))
			}
		case yaml.SequenceNode:
			for i, item := range n.Content {
				if item.Kind == yaml.ScalarNode {
					add(item, item, chain, "")
				}
				walk(item, slices.Concat(chain, []string{strconv.Itoa(i)}))
			}
		}
	}
	walk(root.Content[0], nil)
	return out
}

// indent is by how much the first line that is not blank is indented.
func indent(text []byte) int {
	n := 0
	eachLine(text, func(line span, start int, _ []byte) {
		if n == 0 {
			n = start - line.start + 1
		}
	})
	return max(n-1, 0)
}

// dedent takes n blanks from the start of each line. The offsets of what stays differ by n in each.
func dedent(text []byte, n int) []byte {
	if n == 0 {
		return text
	}
	var out []byte
	for line := range strings.Lines(string(text)) {
		i := 0
		for i < n && i < len(line) && line[i] == ' ' {
			i++
		}
		out = append(out, line[i:]...)
	}
	return out
}

// alignDecoded finds the entries of an action's output in the texts that it included, wherever they stand there: the same
// key with the same value below the same keys, as far up as both texts reach.
func (f *frame) alignDecoded(i int) []alignment {
	s := &f.segments[i]
	type candidate struct {
		frame *frame
		entry
	}
	have := map[string][]candidate{}
	for _, c := range s.record.sources() {
		for _, e := range entries(c.out) {
			have[e.words] = append(have[e.words], candidate{c, e})
		}
	}
	if len(have) == 0 {
		return nil
	}
	text := f.out[s.start:f.end(i)]
	var out []alignment
	for _, e := range entries(text) {
		best, most, several := candidate{}, -1, false
		for _, c := range have[e.words] {
			switch n := common(e.chain, c.chain); {
			case n > most:
				best, most, several = c, n, false
			case n == most:
				several = true
			}
		}
		if most < 0 || several || most < min(len(e.chain), 1) {
			continue
		}
		end := lineEnd(text, e.value)
		if e.value > e.key {
			cut := min(e.value, lineEnd(text, e.key))
			out = append(out, alignment{span{s.start + lineStart(text, e.key), s.start + cut}, s.start + e.key, best.frame, best.key, true})
			if cut < e.value { // the value stands on lines of its own, which are entries themselves
				continue
			}
		}
		out = append(out, alignment{span{s.start + e.value, s.start + end}, s.start + e.value, best.frame, best.value, true})
	}
	slices.SortStableFunc(out, func(a, b alignment) int { return a.line.end - b.line.end })
	return out
}

// common is the length of what two chains have in common at their ends.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func lineStart(text []byte, offset int) int {
	return strings.LastIndexByte(string(text[:offset]), '\n') + 1
}

func lineEnd(text []byte, offset int) int {
	if n := strings.IndexByte(string(text[offset:]), '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(text)
}
