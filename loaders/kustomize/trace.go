package kustomize

import (
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/drainlint/drainlint/loaders/source"
)

// tracer finds the lines that the fields of built objects come from.
type tracer struct {
	*preparer
	dir string
	// top is the start of the kustomization file, the answer for what is not found.
	top source.Span
	ops map[*kustomization][]operations
}

func newTracer(dir string, p *preparer) *tracer {
	t := &tracer{preparer: p, dir: dir, top: source.Span{File: dir}, ops: map[*kustomization][]operations{}}
	if name, data, err := kustomizationOf(p.fsys, dir); err == nil {
		t.top = lineSpan(name, data, 1)
	}
	return t
}

// document converts a built object. Kustomize itself can note the origin of each, but that takes almost as long as the
// rest of a build.
func (t *tracer) document(object *resource.Resource) *source.Document {
	root := object.YNode()
	d := &source.Document{Root: root, File: t.top.File}
	o := &traced{tracer: t, object: d, result: root, fallback: t.top}
	if file, begin := t.origin(d); begin != nil {
		d.File, o.file, o.begin = file, file, begin
		o.first = t.partOf(file, begin)
	} else if span, ok := t.generator(d); ok {
		d.File, o.fallback, o.generated = span.File, span, true
	}
	d.Trace = o.trace
	return d
}

// origin finds the resource that d was made from: by the place of its keys, which patches leave alone, or, when it has been
// through JSON, by its kind and name.
func (t *tracer) origin(d *source.Document) (file string, begin *yaml.Node) {
	for _, name := range []string{"kind", "metadata", "spec"} {
		key, _ := source.Lookup(d.Root, name)
		if key == nil {
			continue
		}
		f, ok := t.ledger.find(key)
		if !ok {
			continue
		}
		line := f.key.Line + f.part.line - 1
		for _, c := range t.parsed[f.part.file] {
			if k, _ := source.Lookup(c.Root, name); k != nil && k.Line == line {
				return f.part.file, c.Root
			}
		}
	}
	var best *source.Document
	for _, name := range slices.Sorted(maps.Keys(t.parsed)) {
		if c := t.find(name, d); c != nil && (best == nil || len(c.Scalar("metadata", "name")) > len(best.Scalar("metadata", "name"))) {
			best, file = c, name
		}
	}
	if best == nil {
		return "", nil
	}
	return file, best.Root
}

// find picks the object in a file that d was made from: the kind stays, the name may have got a prefix and a suffix. The
// longest name that fits wins: app-web must not be taken for app.
func (t *tracer) find(file string, d *source.Document) (best *source.Document) {
	name := unhashed(d.Scalar("metadata", "name"))
	for _, c := range t.parsed[file] {
		own := c.Scalar("metadata", "name")
		if c.Scalar("kind") == d.Scalar("kind") && own != "" && strings.Contains(name, own) && (best == nil || len(own) > len(best.Scalar("metadata", "name"))) {
			best = c
		}
	}
	return best
}

// partOf finds the numbered document of an object's first version.
func (t *tracer) partOf(file string, begin *yaml.Node) *part {
	if begin == nil {
		return nil
	}
	for _, p := range t.ledger.parts {
		if p.file == file && begin.Line >= p.line && begin.Line < p.line+p.end-p.start {
			if p.index(); p.root != nil {
				return p
			}
		}
	}
	return nil
}

// generator finds the entry of configMapGenerator or secretGenerator that made d.
func (t *tracer) generator(d *source.Document) (span source.Span, ok bool) {
	length := -1
	for _, k := range t.all {
		eachPair(k.root, func(key string, value *yaml.Node) {
			if key != strings.ToLower(d.Scalar("kind"))+"generator" {
				return
			}
			eachItem(value, func(item *yaml.Node) {
				_, name := source.Lookup(target(item), "name")
				if name != nil && len(name.Value) > length && strings.Contains(d.Scalar("metadata", "name"), name.Value) {
					span, length = source.NodeSpan(k.file, nil, target(item)), len(name.Value)
				}
			})
		})
	}
	return span, length >= 0
}

// traced is one built object beside the one it began as.
type traced struct {
	*tracer
	object    *source.Document
	result    *yaml.Node
	file      string
	begin     *yaml.Node // nil for generated objects
	first     *part      // the same document with everything in it, nil when it is not numbered
	fallback  source.Span
	generated bool
}

func (o *traced) trace(p source.Path) source.Trace {
	key, value, depth := source.Find(o.result, p)
	at := p[:depth]
	out := source.Trace{Exact: depth == len(p)}
	var ok bool
	if out.Span, ok = o.where(at, key, value); !ok {
		out.Span, out.Exact = o.fallback, o.generated && depth == len(p)
	}
	if base, known := o.locate(at, false); known && (base.File != out.Span.File || base.Start.Line != out.Span.Start.Line) {
		out.Via = append(out.Via, source.Step{Span: base, Why: "replaces"})
	}
	file := out.Span.File
	if chart, ok := o.chartTrace(out.Span); ok {
		out.Span, out.Exact = chart.Span, out.Exact && chart.Exact
		out.Via = append(chart.Via, out.Via...)
	}
	for i, step := range out.Via {
		if chart, ok := o.chartTrace(step.Span); ok {
			out.Via[i].Span = chart.Span
		}
	}
	for {
		u, named := o.uses[file]
		if !named {
			u, named = o.uses[path.Dir(file)]
		}
		if !named || len(out.Via) > 8 {
			return out
		}
		if file = u.by.file; file != out.Span.File {
			out.Via = append(out.Via, source.Step{Span: source.NodeSpan(file, nil, u.node), Why: "used by"})
		}
		if u.by.dir == o.dir {
			return out
		}
		file = u.by.dir
	}
}

// where finds the place that a person edits for a node of the result.
func (o *traced) where(at source.Path, key, value *yaml.Node) (source.Span, bool) {
	if value.Kind == yaml.ScalarNode {
		if f, ok := o.ledger.find(value); ok && (f.key == nil || f.value.Value == value.Value) {
			return f.span(), true
		}
		return o.explain(at, value)
	}
	if span, ok := o.locate(at, false); ok { // a mapping or list that patches have only added to
		return span, true
	}
	if key != nil {
		if f, ok := o.ledger.find(key); ok {
			return f.span(), true
		}
	} else if f, ok := o.ledger.find(value); ok && f.value.Kind == value.Kind {
		return f.span(), true
	}
	if span, ok := o.above(value); ok {
		return span, true
	}
	return o.explain(at, value)
}

// above finds a mapping or list by the first thing in it that has a place: it stands as many levels above that one as in
// the result.
func (o *traced) above(n *yaml.Node) (source.Span, bool) {
	var search func(n *yaml.Node, levels int) *field
	search = func(n *yaml.Node, levels int) *field {
		for i, c := range n.Content {
			if n.Kind == yaml.MappingNode && i%2 == 0 {
				continue
			}
			f, ok := o.ledger.find(c)
			if !ok || c.Kind == yaml.ScalarNode && f.value.Value != c.Value {
				if f = search(c, levels+1); f == nil {
					continue
				}
				return f
			}
			for range levels {
				if f = f.up; f == nil {
					break
				}
			}
			if f != nil {
				return f
			}
		}
		return nil
	}
	if f := search(n, 1); f != nil {
		return f.span(), true
	}
	return source.Span{}, false
}

// locate finds the node of the result at p in the file that the object began as; same asks for an equal scalar.
func (o *traced) locate(p source.Path, same bool) (source.Span, bool) {
	if o.begin == nil {
		return source.Span{}, false
	}
	accept := func(value *yaml.Node) bool {
		return !same || value.Kind != yaml.ScalarNode || equalScalar(value, o.at(p)) || strings.Contains(value.Value, "$(")
	}
	if key, value, ok := follow(o.begin, o.result, p); ok && accept(value) {
		return source.NodeSpan(o.file, key, value), true
	}
	if o.first == nil {
		return source.Span{}, false
	}
	key, value, ok := follow(o.first.root, o.result, p) // the schemas of a CustomResourceDefinition are only here
	if !ok || !accept(value) {
		return source.Span{}, false
	}
	return (&field{part: o.first, key: key, value: value}).span(), true
}

func (o *traced) at(p source.Path) *yaml.Node {
	_, v, _ := source.Find(o.result, p)
	return v
}

func equalScalar(a, b *yaml.Node) bool {
	return b.Kind == yaml.ScalarNode && (a.Value == b.Value || strings.EqualFold(a.Value, b.Value) && a.Tag == b.Tag)
}

// follow walks a path of the result through another version of the object.
func follow(begin, result *yaml.Node, p source.Path) (key, value *yaml.Node, ok bool) {
	for _, e := range p {
		var next *yaml.Node
		switch e := e.(type) {
		case string:
			key, next = source.Lookup(begin, e)
			_, result = source.Lookup(result, e)
		case int:
			result = result.Content[e]
			key, next = nil, counterpart(begin, result, e)
		}
		if next == nil || target(next).Kind != result.Kind {
			return nil, nil, false
		}
		begin = target(next)
	}
	return key, begin, true
}

// counterpart finds the item of a list that item was made from. Items have a name or another key that the API merges by;
// all others are taken by their index.
func counterpart(list, item *yaml.Node, index int) *yaml.Node {
	if list.Kind != yaml.SequenceNode {
		return nil
	}
	if item.Kind == yaml.ScalarNode { // a list may have grown or shrunk in front of it
		for _, c := range list.Content {
			if c.Kind == yaml.ScalarNode && c.Value == item.Value {
				return c
			}
		}
	}
	for _, key := range []string{"name", "mountPath", "devicePath", "containerPort", "port", "key", "ip", "topologyKey", "type"} {
		_, want := source.Lookup(item, key)
		if want == nil {
			continue
		}
		for _, c := range list.Content {
			if _, have := source.Lookup(c, key); have != nil && have.Value == want.Value {
				return c
			}
		}
		return nil
	}
	if index >= len(list.Content) {
		return nil
	}
	return list.Content[index]
}
