package helm

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/helm/engine"
	"github.com/drainlint/drainlint/loaders/source"
)

// tracer answers where the nodes of the objects of one template come from.
type tracer struct {
	templates map[string]template
	text      *engine.Text
	lines     []int // offsets of the lines of text
	layers    func() layers
	fallback  source.Span
	// starts has the offsets of the lines of templates, shared by all tracers of a chart.
	starts     map[string][]int
	texts      map[string]string
	overridden bool
}

func newTracer(r *rendered) *tracer {
	return &tracer{
		templates: r.chart.templates, text: r.text, lines: lineStarts(r.text.String), layers: r.chart.layers,
		fallback: fileStart(r.template.input.path), starts: r.chart.starts, texts: r.chart.texts, overridden: r.chart.overridden,
	}
}

func lineStarts(text string) []int {
	out := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// trace answers for the node at a path of root, or its nearest existing ancestor.
func (t *tracer) trace(root *yaml.Node, at source.Path) source.Trace {
	key, value, depth := source.Find(root, at)
	exact := depth == len(at)
	at = at[:depth]
	first, last := key, value
	if first == nil {
		first = value
		if value.Kind == yaml.MappingNode && len(value.Content) > 1 { // "- name: web" is shown for the item of a list
			first, last = value.Content[0], value.Content[1]
		}
	}
	offset, ok := t.offset(first)
	if !ok {
		return source.Trace{Span: t.fallback}
	}
	origin, ok := t.text.At(offset)
	if !ok {
		return source.Trace{Span: t.fallback}
	}
	if k, v := source.Lookup(value, "name"); origin.Sorted && key == nil && k != nil {
		// Its first key may be any of them: what names it is what people look for.
		if offset, ok := t.offset(k); ok {
			if o, ok := t.text.At(offset); ok {
				origin, first, last = o, k, v
			}
		}
	}
	span, ok := t.span(origin, first, last)
	if !ok {
		return source.Trace{Span: t.fallback}
	}
	out := source.Trace{Span: span, Exact: exact && !t.templates[origin.Template].input.archive}
	if tmpl := t.templates[origin.Template]; tmpl.input.archive {
		line := 1 + strings.Count(string(tmpl.file.Data[:min(origin.Offset, len(tmpl.file.Data))]), "\n")
		out.Via = append(out.Via, source.Step{Span: span, Why: fmt.Sprintf("line %d of %s in the archive", line, tmpl.file.Name)})
	}
	keys := t.values(at, key, value, origin)
	if !origin.Literal && len(keys) > 0 {
		// Key and value were written by one action: the values file holds both, and is where they are edited.
		out.Span = keys[0]
		out.Via = append(out.Via, source.Step{Span: span, Why: "rendered by"})
		keys = keys[1:]
	}
	for _, k := range keys {
		out.Via = append(out.Via, source.Step{Span: k, Why: source.FromValues})
	}
	for _, call := range origin.Calls {
		if s, ok := t.action(call); ok {
			out.Via = append(out.Via, source.Step{Span: s, Why: "included from"})
		}
	}
	return out
}

// scalarLine answers for a line of the text in the block scalar at a path.
func (t *tracer) scalarLine(root *yaml.Node, at source.Path, n int) source.Trace {
	_, value, depth := source.Find(root, at)
	if depth != len(at) || value.Kind != yaml.ScalarNode || value.Style&yaml.LiteralStyle == 0 {
		return t.trace(root, at)
	}
	return t.line(value.Line + n)
}

// line answers for a line of the rendered text.
func (t *tracer) line(n int) source.Trace {
	out := source.Trace{Span: t.fallback}
	if n < 1 || n > len(t.lines) {
		return out
	}
	line, _, _ := strings.Cut(t.text.String[t.lines[n-1]:], "\n")
	blank := len(line) - len(strings.TrimLeft(line, " \t"))
	origin, ok := t.text.At(t.lines[n-1] + blank)
	if !ok {
		return out
	}
	if span, ok := t.span(origin, &yaml.Node{}, &yaml.Node{}); ok {
		out.Span, out.Exact = span, !t.templates[origin.Template].input.archive
	}
	for _, call := range origin.Calls {
		if s, ok := t.action(call); ok {
			out.Via = append(out.Via, source.Step{Span: s, Why: "included from"})
		}
	}
	return out
}

// values lists the keys of values files that a rendered node was made from, none for a node that a template spells out.
func (t *tracer) values(at source.Path, key, value *yaml.Node, origin engine.Origin) []source.Span {
	var reads []engine.Path
	switch {
	case value.Kind == yaml.ScalarNode:
		from, ok := t.offset(value)
		if !ok {
			return nil
		}
		for _, o := range t.text.Actions(from, from+t.length(from, value)) {
			reads = append(reads, o.Reads...)
		}
	case key == nil || !origin.Literal:
		reads = origin.Reads
	}
	var out []source.Span
	for _, read := range reads {
		if span, ok := t.layers().find(read, at, value, len(reads) == 1 && !t.overridden); ok && !slices.Contains(out, span) {
			out = append(out, span)
		}
	}
	return out
}

// offset is the byte of the rendered text at which a node begins. Where an object begins on the line of its --- the loader
// has parsed the line without it.
func (t *tracer) offset(n *yaml.Node) (int, bool) {
	if n.Line < 1 || n.Line > len(t.lines) {
		return 0, false
	}
	start := t.lines[n.Line-1]
	line, _, _ := strings.Cut(t.text.String[start:], "\n")
	if rest, ok := strings.CutPrefix(line, "---"); ok {
		rest = strings.TrimLeft(rest, " \t")
		start, line = start+len(line)-len(rest), rest
	}
	col := 1
	for i := range line {
		if col == n.Column {
			return start + i, true
		}
		col++
	}
	return 0, false
}

// length is how many bytes of its first line a scalar takes at most; for a block scalar, of all its lines.
func (t *tracer) length(from int, n *yaml.Node) int {
	rest := t.text.String[from:]
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return t.block(from)
	}
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 {
		return min(len(rest), len(n.Value))
	}
	return len(rest)
}

// block is how many bytes a block scalar takes: to the first line that is indented no deeper than the key or the dash it belongs to.
func (t *tracer) block(from int) int {
	text := t.text.String
	start := strings.LastIndexByte(text[:from], '\n') + 1
	depth := 0
	for _, c := range text[start:from] {
		if c != ' ' && c != '-' {
			break
		}
		depth++
	}
	if start+depth == from { // "- |": the dash decides, which stands before the scalar
		depth = strings.LastIndexByte(text[start:from], '-')
	}
	end := from
	for first := true; end < len(text); first = false {
		line, _, more := strings.Cut(text[end:], "\n")
		words := strings.TrimLeft(line, " ")
		if !first && strings.TrimSpace(line) != "" && len(line)-len(words) <= depth {
			break
		}
		if end += len(line); more {
			end++
		}
	}
	return end - from
}

// span is what to mark in the template for a node that begins at origin: the line from there on for a scalar that stands
// on it, else its key; the whole action where an action wrote it.
func (t *tracer) span(o engine.Origin, first, value *yaml.Node) (source.Span, bool) {
	if !o.Literal {
		return t.action(o.Place)
	}
	file, text, ok := t.file(o.Template)
	if !ok || o.Offset > len(text) {
		return source.Span{}, false
	}
	if t.templates[o.Template].input.archive {
		return file, true
	}
	end := o.Offset + len(text[o.Offset:])
	if i := strings.IndexByte(text[o.Offset:], '\n'); i >= 0 {
		end = o.Offset + i
	}
	if value.Kind == yaml.ScalarNode && value.Line == first.Line {
		end = o.Offset + len(strings.TrimRight(text[o.Offset:end], " \t\r"))
	} else {
		end = min(end, o.Offset+len(first.Value))
	}
	file.Start, file.End = t.position(o.Template, text, o.Offset), t.position(o.Template, text, max(end, o.Offset+1))
	return file, true
}

// action is the stretch of an action, from its {{ to its }} or to the end of its line.
func (t *tracer) action(p engine.Place) (source.Span, bool) {
	file, text, ok := t.file(p.Template)
	if !ok || p.Offset > len(text) {
		return source.Span{}, false
	}
	if t.templates[p.Template].input.archive {
		return file, true
	}
	start := max(strings.LastIndex(text[:p.Offset], "{{"), 0)
	end := len(text)
	if i := strings.Index(text[p.Offset:], "}}"); i >= 0 {
		end = p.Offset + i + 2
	}
	if i := strings.IndexByte(text[start:end], '\n'); i >= 0 {
		end = start + i
	}
	file.Start, file.End = t.position(p.Template, text, start), t.position(p.Template, text, end)
	return file, true
}

// file gives the start of a template's file, and its text. All of an archive is one place.
func (t *tracer) file(name string) (source.Span, string, bool) {
	tmpl, ok := t.templates[name]
	if !ok {
		return source.Span{}, "", false
	}
	text, ok := t.texts[name]
	if !ok {
		text = string(tmpl.file.Data)
		t.texts[name] = text
	}
	return fileStart(tmpl.input.path), text, true
}

func (t *tracer) position(name, text string, offset int) source.Pos {
	starts, ok := t.starts[name]
	if !ok {
		starts = lineStarts(text)
		t.starts[name] = starts
	}
	line := sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
	return source.Pos{Line: line, Col: 1 + utf8.RuneCountInString(text[starts[line-1]:offset])}
}
