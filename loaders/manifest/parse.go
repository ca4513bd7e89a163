// Package manifest reads Kubernetes objects from YAML and JSON text, keeping the exact position of every key and value.
package manifest

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

const stage = "manifest"

// Parse reads every Kubernetes object in data: several YAML documents, JSON, List objects (their items), anchors and
// merge keys (resolved), CRLF line ends and a byte order mark. YAML that holds no Kubernetes object (values files, CI
// configuration) is skipped silently, also when it is broken. A broken document becomes a Problem and does not hide its
// neighbours.
func Parse(file string, data []byte) ([]*source.Document, []source.Problem) {
	return parse(file, data, false)
}

// ParseStrict is Parse for text that must be YAML (a rendered template, a file named on the command line): broken text
// is a Problem whatever it holds.
func ParseStrict(file string, data []byte) ([]*source.Document, []source.Problem) {
	return parse(file, data, true)
}

// ParseFrom is ParseStrict for a part of a text that begins on its line first.
func ParseFrom(file string, data []byte, first int) ([]*source.Document, []source.Problem) {
	if p, bad := invalidUTF8(file, data); bad {
		p.Span.Start.Line, p.Span.End.Line = p.Span.Start.Line+first-1, p.Span.End.Line+first-1
		return nil, []source.Problem{p}
	}
	var docs []*source.Document
	var problems []source.Problem
	for _, c := range split(data) {
		c.line += first - 1
		d, p := parseOne(file, c)
		docs, problems = append(docs, d...), append(problems, p...)
	}
	return docs, problems
}

func parse(file string, data []byte, strict bool) ([]*source.Document, []source.Problem) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !strict && !Looks(data) {
		return nil, nil
	}
	if p, bad := invalidUTF8(file, data); bad {
		return nil, []source.Problem{p}
	}
	var docs []*source.Document
	var problems []source.Problem
	for _, c := range split(data) {
		d, p := parseOne(file, c)
		docs, problems = append(docs, d...), append(problems, p...)
	}
	return docs, problems
}

var (
	looksOnce     sync.Once
	hasAPIVersion *regexp.Regexp
	hasKind       *regexp.Regexp
)

// Looks tells, without parsing, whether data can hold a Kubernetes object: keys apiVersion and kind somewhere.
func Looks(data []byte) bool {
	looksOnce.Do(func() {
		hasAPIVersion = regexp.MustCompile(`(?m)(^|[{,\s"'\x{feff}])apiVersion["']?\s*:`)
		hasKind = regexp.MustCompile(`(?m)(^|[{,\s"'\x{feff}])kind["']?\s*:`)
	})
	return bytes.Contains(data, []byte("apiVersion")) && hasAPIVersion.Match(data) && hasKind.Match(data)
}

func parseOne(file string, c chunk) ([]*source.Document, []source.Problem) {
	var doc yaml.Node
	if text, ok := withoutSchemas(c.text); !ok || unmarshal(text, &doc) != nil {
		doc = yaml.Node{}
		if err := unmarshal(c.text, &doc); err != nil {
			return nil, []source.Problem{syntaxProblem(file, c, err)}
		}
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	n := &normalizer{file: file, offset: c.line - 1}
	root := n.normalize(doc.Content[0])
	if root == nil {
		return nil, n.problems
	}
	docs := objects(file, root)
	if len(docs) == 0 {
		// Not ours: its repeated keys are none of our business either.
		return nil, nil
	}
	return docs, n.problems
}

// unmarshal contains the panics that yaml raises for a few malformed inputs.
func unmarshal(text []byte, into *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return yaml.Unmarshal(text, into)
}

// objects returns root when it is an object, or the items of a List.
func objects(file string, root *yaml.Node) []*source.Document {
	_, kind := source.Lookup(root, "kind")
	_, version := source.Lookup(root, "apiVersion")
	_, items := source.Lookup(root, "items")
	isList := items != nil && items.Kind == yaml.SequenceNode &&
		(kind == nil || strings.HasSuffix(kind.Value, "List"))
	switch {
	case isList:
		var docs []*source.Document
		for _, item := range items.Content {
			docs = append(docs, objects(file, item)...)
		}
		return docs
	case kind == nil || version == nil || kind.Kind != yaml.ScalarNode || version.Kind != yaml.ScalarNode,
		kind.Value == "" || version.Value == "":
		return nil
	}
	return []*source.Document{{Root: root, File: file, Trace: source.NodeTrace(file, root), Line: source.NodeLine(file, root)}}
}

func invalidUTF8(file string, data []byte) (source.Problem, bool) {
	if utf8.Valid(data) {
		return source.Problem{}, false
	}
	line, col := 1, 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return source.Problem{
				Stage: stage, Span: at(file, line, col),
				Message: fmt.Sprintf("byte 0x%02x is not valid UTF-8, and Kubernetes reads UTF-8 only", data[i]),
				Change:  "save the file as UTF-8",
			}, true
		}
		if r == '\n' {
			line, col = line+1, 1
		} else {
			col++
		}
		i += size
	}
	return source.Problem{}, false
}

func at(file string, line, col int) source.Span {
	return source.Span{File: file, Start: source.Pos{Line: line, Col: col}, End: source.Pos{Line: line, Col: col + 1}}
}

var yamlLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`) })

// syntaxProblem words an error of the YAML parser. Its line numbers count from the start of the chunk.
func syntaxProblem(file string, c chunk, err error) source.Problem {
	line, text := 1, err.Error()
	if m := yamlLine().FindStringSubmatch(strings.SplitN(text, "\n", 2)[0]); m != nil {
		text = m[2]
		if n, e := strconv.Atoi(m[1]); e == nil {
			line = n
		}
		if strings.HasPrefix(text, "did not find expected") {
			line++ // the parser, unlike the scanner, counts its lines from 0
		}
	}
	p := source.Problem{Stage: stage, Message: "not valid YAML: " + text}
	lines := bytes.Split(bytes.TrimRight(c.text, " \t\r\n"), []byte("\n"))
	if l, col := tab(lines, line); l > 0 {
		p.Span = at(file, l+c.line-1, col)
		p.Message = "not valid YAML: a tab stands in the indentation, where only spaces are allowed"
		p.Change = "replace the tab by spaces"
		return p
	}
	line = min(max(line, 1), len(lines))
	text = string(lines[line-1])
	p.Span = at(file, line+c.line-1, 1+len(text)-len(strings.TrimLeft(text, " ")))
	if bytes.Contains(c.text, []byte("{{")) {
		p.Change = "this looks like a template: name the folder of its chart, or exclude the file in .drainlint.yaml"
	}
	return p
}

// tab finds a tab in the indentation of the line that the parser names or of a neighbour (the parser counts one line
// on in some errors).
func tab(lines [][]byte, line int) (int, int) {
	for _, l := range []int{line, line + 1, line - 1} {
		if l < 1 || l > len(lines) {
			continue
		}
		indent := lines[l-1][:len(lines[l-1])-len(bytes.TrimLeft(lines[l-1], " \t"))]
		if i := bytes.IndexByte(indent, '\t'); i >= 0 {
			return l, i + 1
		}
	}
	return 0, 0
}
