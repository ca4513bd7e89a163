package kustomize

import (
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/drainlint/drainlint/loaders/source"
)

// tracer finds the lines that the fields of built objects come from. So far it compares an object with the file it began
// as: a field that has the same value there comes from there, any other from some patch or transformer.
type tracer struct {
	fsys fs.FS
	dir  string
	// top is the start of the kustomization file, the answer for what is not found.
	top    source.Span
	parsed map[string][]*source.Document
}

// newTracer traces the build of dir; parsed has the objects of each resource file.
func newTracer(fsys fs.FS, dir string, parsed map[string][]*source.Document) *tracer {
	t := &tracer{fsys: fsys, dir: dir, top: source.Span{File: dir}, parsed: parsed}
	if name, data, err := kustomizationOf(fsys, dir); err == nil {
		t.top = lineSpan(name, data, 1)
	}
	return t
}

// document converts a built object.
func (t *tracer) document(object *resource.Resource) *source.Document {
	origin, err := object.GetOrigin()
	if err != nil {
		origin = nil
	}
	root := object.YNode()
	withoutOrigin(root)
	d := &source.Document{Root: root, File: t.top.File}
	o := &traced{tracer: t, result: root, fallback: t.top}
	switch {
	case origin == nil:
	case origin.Path != "":
		d.File = t.real(origin.Path)
		o.file, o.begin = d.File, t.find(d.File, d)
	case origin.ConfiguredIn != "":
		d.File = t.real(origin.ConfiguredIn)
		o.fallback = t.generator(d.File, d)
	}
	d.Trace = o.trace
	return d
}

// real is the file behind a path that kustomize notes, which is relative to the folder of the build.
func (t *tracer) real(name string) string {
	name = path.Join(t.dir, name)
	if real, err := realPath(t.fsys, name); err == nil {
		return real
	}
	return name
}

// withoutOrigin removes the note of addOrigins.
func withoutOrigin(root *yaml.Node) {
	_, meta := source.Lookup(root, "metadata")
	_, annotations := source.Lookup(meta, "annotations")
	if annotations == nil {
		return
	}
	var kept []*yaml.Node
	for i := 0; i+1 < len(annotations.Content); i += 2 {
		if annotations.Content[i].Value != originAnnotation {
			kept = append(kept, annotations.Content[i], annotations.Content[i+1])
		}
	}
	annotations.Content = kept
	if len(kept) > 0 {
		return
	}
	for i := 0; i+1 < len(meta.Content); i += 2 {
		if meta.Content[i+1] == annotations {
			meta.Content = append(meta.Content[:i:i], meta.Content[i+2:]...)
			return
		}
	}
}

// originAnnotation is where kustomize notes the origin of an object.
const originAnnotation = "config.kubernetes.io/origin"

// find picks the object in a file that d was made from: the kind stays, the name may have got a prefix and a suffix.
func (t *tracer) find(file string, d *source.Document) *yaml.Node {
	docs := t.parsed[file]
	var best *source.Document
	ofKind := 0
	name := d.Scalar("metadata", "name")
	for _, c := range docs {
		if c.Scalar("kind") != d.Scalar("kind") {
			continue
		}
		ofKind++
		// The longest name that fits: app-web must not be taken for app.
		if own := c.Scalar("metadata", "name"); strings.Contains(name, own) &&
			(best == nil || len(own) > len(best.Scalar("metadata", "name"))) {
			best = c
		}
	}
	if best == nil && ofKind == 1 { // renamed by a patch
		for _, c := range docs {
			if c.Scalar("kind") == d.Scalar("kind") {
				best = c
			}
		}
	}
	if best == nil {
		return nil
	}
	return best.Root
}

// generator finds the entry of configMapGenerator or secretGenerator that made d.
func (t *tracer) generator(file string, d *source.Document) source.Span {
	data, err := fs.ReadFile(t.fsys, file)
	if err != nil {
		return t.top
	}
	root, err := parseFile(data)
	if err != nil {
		return t.top
	}
	span, length := lineSpan(file, data, 1), -1
	eachPair(root, func(key string, value *yaml.Node) {
		if key != strings.ToLower(d.Scalar("kind"))+"generator" {
			return
		}
		eachItem(value, func(item *yaml.Node) {
			_, name := source.Lookup(target(item), "name")
			if name != nil && len(name.Value) > length && strings.Contains(d.Scalar("metadata", "name"), name.Value) {
				span, length = source.NodeSpan(file, nil, target(item)), len(name.Value)
			}
		})
	})
	return span
}

// traced is one built object beside the one it began as.
type traced struct {
	*tracer
	result   *yaml.Node
	file     string
	begin    *yaml.Node // nil for generated objects
	fallback source.Span
}

func (o *traced) trace(p source.Path) source.Trace {
	_, _, depth := source.Find(o.result, p)
	span, ok := o.locate(p[:depth])
	return source.Trace{Span: span, Exact: ok && depth == len(p)}
}

// locate finds the node of the result at p in the file that the object began as.
func (o *traced) locate(p source.Path) (source.Span, bool) {
	if o.begin == nil {
		return o.fallback, false
	}
	var key *yaml.Node
	result, begin := o.result, o.begin
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
		if next == nil || next.Kind != result.Kind {
			return o.fallback, false
		}
		begin = next
	}
	if begin.Kind == yaml.ScalarNode && begin.Value != result.Value {
		return o.fallback, false
	}
	return source.NodeSpan(o.file, key, begin), true
}

// counterpart finds the item of a list that item was made from. Items have a name or another key that the API merges by;
// all others are taken by their index.
func counterpart(list, item *yaml.Node, index int) *yaml.Node {
	if list.Kind != yaml.SequenceNode {
		return nil
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
