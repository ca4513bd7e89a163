package kustomize

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// ledger gives every line of resources and patches a number of its own. Kustomize parses each document by itself and moves
// its nodes, with the line and column they were parsed at, through all merges. With blank lines in front of each document
// no two documents share a line number, so that the position of a node in the result says which file it comes from. What
// kustomize makes itself (names, images, labels) has no position, and what has been through JSON has a meaningless one.
type ledger struct {
	next  int
	parts []*part // by start
	files []*paged
}

// firstNumber lies behind the lines of most objects that have been through JSON.
const firstNumber = 1500

// part is one document.
type part struct {
	start, end int // numbers of its first line, and of the one behind its last
	file       string
	line       int // of its first line in the file
	indent     int // columns by which it is indented in the file
	root       *yaml.Node

	index func() fields
}

// field is a value of a document with its key, nil in a list.
type field struct {
	part       *part
	up         *field
	key, value *yaml.Node
}

// separator is where kustomize cuts a file (kyaml/kio, splitDocuments).
var separator = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n---.*\n`) })

// paged is a file cut into its documents: texts to number, and what stands between them.
type paged struct {
	name      string
	documents []document
	between   [][]byte
	numbered  [][]byte
}

type document struct {
	text []byte
	line int
}

// add takes a file whose documents are to be numbered.
func (l *ledger) add(name string, data []byte) {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	f := &paged{name: name}
	l.files = append(l.files, f)
	if bytes.HasPrefix(data, []byte("%")) || bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		f.between = [][]byte{data}
		return
	}
	if first, rest, ok := bytes.Cut(data, []byte("\n")); ok && bytes.HasPrefix(first, []byte("---")) {
		if words := bytes.TrimSpace(first[3:]); len(words) == 0 || words[0] == '#' {
			data = append([]byte("\n"), rest...) // blank lines in front of it would make it a separator
		}
	}
	at, line := 0, 1
	for _, cut := range append(separator().FindAllIndex(data, -1), []int{len(data), len(data)}) {
		f.documents = append(f.documents, document{data[at:cut[0]], line})
		f.between = append(f.between, data[cut[0]:cut[1]])
		line += bytes.Count(data[at:cut[1]], []byte("\n"))
		at = cut[1]
	}
}

// texts numbers the documents of all files, the longest last because all that follow a document get its lines put in front
// of them, and gives what kustomize is to read.
func (l *ledger) texts() map[string][]byte {
	type place struct {
		file *paged
		i    int
	}
	var all []place
	for _, f := range l.files {
		f.numbered = make([][]byte, len(f.documents))
		for i := range f.documents {
			all = append(all, place{f, i})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int {
		return len(a.file.documents[a.i].text) - len(b.file.documents[b.i].text)
	})
	for _, p := range all {
		d := p.file.documents[p.i]
		p.file.numbered[p.i] = l.number(p.file.name, d.text, d.line, 0)
	}
	out := map[string][]byte{}
	for _, f := range l.files {
		var text []byte
		for i, b := range f.between {
			if i < len(f.numbered) {
				text = append(text, f.numbered[i]...)
			}
			text = append(text, b...)
		}
		out[f.name] = text
	}
	return out
}

// number gives one document its lines.
func (l *ledger) number(file string, text []byte, line, indent int) []byte {
	if len(bytes.TrimSpace(text)) == 0 {
		return text
	}
	if l.next == 0 {
		l.next = firstNumber
	}
	lines := bytes.Count(text, []byte("\n")) + 1
	p := &part{start: l.next + 1, end: l.next + 1 + lines, file: file, line: line, indent: indent}
	p.index = sync.OnceValue(func() fields { return p.read(text) })
	l.parts = append(l.parts, p)
	padded := append(bytes.Repeat([]byte("\n"), l.next), text...)
	l.next = p.end
	return padded
}

// fields are those of a document by the position of their value or key. A mapping begins where its first key does, so what
// is no scalar has positions of its own.
type fields struct{ scalars, others map[source.Pos]*field }

// read parses the document as it stands in the file.
func (p *part) read(text []byte) fields {
	out := fields{map[source.Pos]*field{}, map[source.Pos]*field{}}
	docs, err := parseDocuments(text)
	if err != nil || len(docs) == 0 {
		return out
	}
	p.root = docs[0]
	pos := func(n *yaml.Node) source.Pos { return source.Pos{Line: n.Line, Col: n.Column} }
	var walk func(f *field)
	walk = func(f *field) {
		switch f.value.Kind {
		case yaml.MappingNode:
			out.others[pos(f.value)] = f
			for i := 0; i+1 < len(f.value.Content); i += 2 {
				k := f.value.Content[i]
				child := &field{p, f, k, f.value.Content[i+1]}
				out.scalars[pos(k)] = child
				walk(child)
			}
		case yaml.SequenceNode:
			out.others[pos(f.value)] = f
			for _, e := range f.value.Content {
				walk(&field{p, f, nil, e})
			}
		default:
			out.scalars[pos(f.value)] = f
		}
	}
	walk(&field{part: p, value: p.root})
	return out
}

// find gives the field that a node of the result stands at in its file. A scalar has to be the same there: kustomize changes
// some where they stand.
func (l *ledger) find(n *yaml.Node) (*field, bool) {
	i := sort.Search(len(l.parts), func(i int) bool { return l.parts[i].start > n.Line }) - 1
	if i < 0 || n.Line >= l.parts[i].end {
		return nil, false
	}
	p := l.parts[i]
	at := source.Pos{Line: n.Line - p.start + 1, Col: n.Column}
	if n.Kind != yaml.ScalarNode {
		f, ok := p.index().others[at]
		return f, ok && f.value.Kind == n.Kind
	}
	f, ok := p.index().scalars[at]
	return f, ok && (f.value.Value == n.Value || f.key != nil && f.key.Value == n.Value)
}

// span is where a field stands in its file.
func (f *field) span() source.Span {
	s := source.NodeSpan(f.part.file, f.key, f.value)
	s.Start.Line, s.End.Line = s.Start.Line+f.part.line-1, s.End.Line+f.part.line-1
	s.Start.Col, s.End.Col = s.Start.Col+f.part.indent, s.End.Col+f.part.indent
	return s
}

// inlinePatch numbers a patch written in a kustomization file, and puts the padded text in its place.
func (l *ledger) inlinePatch(file string, data []byte, n *yaml.Node) {
	n = target(n)
	if n.Kind != yaml.ScalarNode || n.Style&yaml.LiteralStyle == 0 {
		return
	}
	if docs, err := parseDocuments([]byte(n.Value)); err != nil || len(docs) != 1 || docs[0].Kind != yaml.MappingNode {
		return // operations of JSON 6902 have no nodes that travel
	}
	first := n.Line + 1
	padded := l.number(file, []byte(n.Value), first, indentation(data, first))
	n.Value, n.Style = string(padded), yaml.DoubleQuotedStyle
}

// indentation is that of the first line from line on that is not blank.
func indentation(data []byte, line int) int {
	lines := strings.Split(string(data), "\n")
	for _, text := range lines[min(line-1, len(lines)):] {
		if words := strings.TrimLeft(text, " "); strings.TrimSpace(words) != "" {
			return len(text) - len(words)
		}
	}
	return 0
}
