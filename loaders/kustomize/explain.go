package kustomize

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// explain finds what made a value that has no place of its own: an operation of a JSON patch, a transformer of a
// kustomization, or, for an object that went through JSON as a whole, the patch or resource that says the same. The
// kustomization that is built comes first: what it sets, no base can change any more.
func (o *traced) explain(at source.Path, value *yaml.Node) (source.Span, bool) {
	for _, k := range o.all {
		if span, ok := o.operation(k, at, value); ok {
			return span, true
		}
		if value.Kind == yaml.ScalarNode {
			if span, ok := o.transformer(k, at, value); ok {
				return span, true
			}
		}
	}
	if span, ok := o.locate(at, true); ok && value.Kind == yaml.ScalarNode {
		return span, true
	}
	for _, p := range slices.Backward(o.ledger.parts) {
		p.index()
		if p.root == nil || p.file == o.file || !o.patches(p) {
			continue
		}
		if key, v, ok := follow(p.root, o.result, at); ok && (v.Kind != yaml.ScalarNode || equalScalar(v, value)) {
			f := &field{part: p, key: key, value: v}
			return f.span(), true
		}
	}
	return o.locate(at, true)
}

// patches tells whether a document may be a patch of this object: kustomize matches by kind and by the name it began with.
func (o *traced) patches(p *part) bool {
	d := &source.Document{Root: p.root}
	name := d.Scalar("metadata", "name")
	return d.Scalar("kind") == o.object.Scalar("kind") && strings.Contains(o.object.Scalar("metadata", "name"), name)
}

// transformer finds the entry of a kustomization that sets such a value.
func (o *traced) transformer(k *kustomization, at source.Path, value *yaml.Node) (span source.Span, ok bool) {
	if len(at) == 0 {
		return source.Span{}, false
	}
	last := ""
	for _, e := range at {
		if name, ok := e.(string); ok {
			last = name
		}
	}
	found := func(key, n *yaml.Node) { span, ok = source.NodeSpan(k.file, key, target(n)), true }
	eachPair(k.root, func(key string, v *yaml.Node) {
		if ok {
			return
		}
		switch key {
		case "namespace":
			if last == "namespace" && target(v).Value == value.Value {
				found(keyOf(k.root, v), v)
			}
		case "nameprefix", "namesuffix":
			if s := target(v).Value; s != "" && (key == "nameprefix" && strings.HasPrefix(value.Value, s) || key == "namesuffix" && strings.HasSuffix(unhashed(value.Value), s)) {
				found(keyOf(k.root, v), v)
			}
		case "commonlabels", "commonannotations":
			o.pair(v, last, value, found)
		case "labels":
			eachItem(v, func(item *yaml.Node) {
				eachPair(item, func(field string, pairs *yaml.Node) {
					if field == "pairs" {
						o.pair(pairs, last, value, found)
					}
				})
			})
		case "images":
			eachItem(v, func(item *yaml.Node) { o.image(item, value, found) })
		case "replicas":
			eachItem(v, func(item *yaml.Node) {
				_, name := source.Lookup(target(item), "name")
				countKey, count := source.Lookup(target(item), "count")
				if last == "replicas" && count != nil && name != nil && target(count).Value == value.Value && strings.Contains(o.object.Scalar("metadata", "name"), target(name).Value) {
					found(countKey, count)
				}
			})
		case "configmapgenerator", "secretgenerator":
			eachItem(v, func(item *yaml.Node) {
				nameKey, name := source.Lookup(target(item), "name")
				if name != nil && unhashed(value.Value) != value.Value && strings.HasSuffix(unhashed(value.Value), target(name).Value) {
					found(nameKey, name)
				}
			})
		case "replacements":
			eachItem(v, func(item *yaml.Node) {
				if o.replaces(item, at) {
					found(nil, item)
				}
				o.replacement(k, item, at, func(at source.Span) { span, ok = at, true })
			})
		}
	})
	return span, ok
}

// replacement looks into a file of replacements.
func (o *traced) replacement(k *kustomization, item *yaml.Node, at source.Path, found func(source.Span)) {
	_, file := source.Lookup(target(item), "path")
	if file == nil {
		return
	}
	name, err := realPath(o.fsys, path.Join(k.dir, target(file).Value))
	if err != nil {
		return
	}
	text, err := fs.ReadFile(o.fsys, name)
	if err != nil {
		return
	}
	docs, _ := parseDocuments(text)
	for _, d := range docs {
		all := []*yaml.Node{d}
		if d.Kind == yaml.SequenceNode {
			all = d.Content
		}
		for _, r := range all {
			if o.replaces(r, at) {
				found(source.NodeSpan(name, nil, r))
			}
		}
	}
}

func (o *traced) pair(pairs *yaml.Node, name string, value *yaml.Node, found func(key, n *yaml.Node)) {
	if key, v := source.Lookup(target(pairs), name); v != nil && target(v).Value == value.Value {
		found(key, v)
	}
}

// image finds the part of an images entry that a reference has got: its tag or digest where that is new, else its name.
func (o *traced) image(item, value *yaml.Node, found func(key, n *yaml.Node)) {
	m := target(item)
	text := func(name string) (k, v *yaml.Node, s string) {
		k, v = source.Lookup(m, name)
		return k, v, target(v).Value
	}
	_, _, name := text("name")
	nameKey, newName, renamed := text("newName")
	full := name
	if renamed != "" {
		full = renamed
	}
	rest, ok := strings.CutPrefix(value.Value, full)
	if !ok || full == "" || rest != "" && rest[0] != ':' && rest[0] != '@' {
		return
	}
	for _, field := range []string{"newTag", "digest", "tagSuffix"} {
		if k, v, s := text(field); s != "" && strings.HasSuffix(rest, s) {
			found(k, v)
			return
		}
	}
	if renamed != "" {
		found(nameKey, newName)
	}
}

// hashed is a name with the hash that generators append.
var hashed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-[bcdfghkmt2456789]{10}$`) })

func unhashed(name string) string { return hashed().ReplaceAllString(name, "") }

func keyOf(m, value *yaml.Node) *yaml.Node {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i+1] == value {
			return m.Content[i]
		}
	}
	return nil
}

// replaces tells whether a replacement has a target that selects this kind of object, with a field path that leads to at.
func (o *traced) replaces(item *yaml.Node, at source.Path) bool {
	found := false
	_, targets := source.Lookup(target(item), "targets")
	eachItem(targets, func(one *yaml.Node) {
		_, sel := source.Lookup(target(one), "select")
		if _, kind := source.Lookup(target(sel), "kind"); kind != nil && kind.Value != o.object.Scalar("kind") {
			return
		}
		if _, name := source.Lookup(target(sel), "name"); name != nil && !strings.Contains(o.object.Scalar("metadata", "name"), name.Value) {
			return
		}
		_, paths := source.Lookup(target(one), "fieldPaths")
		eachItem(paths, func(p *yaml.Node) { found = found || o.leads(fieldPath(target(p).Value), at) })
	})
	return found
}

// fieldPath cuts a path of kustomize at its dots, which do not count inside brackets: spec.containers.[name=app].image.
func fieldPath(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == '.' && depth == 0 && (i == 0 || text[i-1] != '\\'):
			out = append(out, strings.ReplaceAll(text[start:i], `\.`, "."))
			start = i + 1
		case text[i] == '[':
			depth++
		case text[i] == ']':
			depth--
		}
	}
	return out
}

// leads tells whether a field path leads to a node of the result.
func (o *traced) leads(steps []string, at source.Path) bool {
	if len(steps) != len(at) {
		return false
	}
	node := o.result
	for i, step := range steps {
		inner, bracket := strings.CutPrefix(step, "[")
		inner = strings.TrimSuffix(inner, "]")
		switch e := at[i].(type) {
		case string:
			if step != e && (!bracket || inner != e) {
				return false
			}
			_, node = source.Lookup(node, e)
		case int:
			node = node.Content[e]
			key, want, selects := strings.Cut(inner, "=")
			if bracket && selects {
				if _, have := source.Lookup(node, key); have == nil || have.Value != want {
					return false
				}
			} else if step != "*" && step != strconv.Itoa(e) {
				return false
			}
		}
	}
	return true
}

// operations are the operations of one JSON 6902 patch.
type operations struct {
	file         string
	line, indent int
	list         []*yaml.Node
}

// operation finds the operation of a JSON 6902 patch that set the value at a path, or something above it.
func (o *traced) operation(k *kustomization, at source.Path, value *yaml.Node) (source.Span, bool) {
	for _, ops := range o.operations(k) {
		for _, op := range slices.Backward(ops.list) {
			_, pointer := source.Lookup(op, "path")
			valueKey, v := source.Lookup(op, "value")
			if pointer == nil || v == nil {
				continue
			}
			rest, fits := beneath(at, pointer.Value)
			if !fits {
				continue
			}
			key, node, depth := source.Find(v, rest)
			if depth != len(rest) || node.Kind == yaml.ScalarNode && !equalScalar(node, value) {
				continue
			}
			if depth == 0 {
				key = valueKey
			}
			return (&field{part: &part{file: ops.file, line: ops.line, indent: ops.indent}, key: key, value: node}).span(), true
		}
	}
	return source.Span{}, false
}

// operations reads the JSON 6902 patches of a kustomization once.
func (t *tracer) operations(k *kustomization) []operations {
	if known, ok := t.ops[k]; ok {
		return known
	}
	var out []operations
	add := func(file string, line, indent int, text []byte) {
		if docs, err := parseDocuments(text); err == nil && len(docs) == 1 && docs[0].Kind == yaml.SequenceNode {
			out = append(out, operations{file, line, indent, docs[0].Content})
		}
	}
	data := t.files[k.file]
	eachPair(k.root, func(key string, v *yaml.Node) {
		if key != "patches" && key != "patchesjson6902" {
			return
		}
		eachItem(v, func(item *yaml.Node) {
			eachPair(item, func(field string, n *yaml.Node) {
				n = target(n)
				switch {
				case field == "patch" && n.Style&yaml.LiteralStyle != 0:
					add(k.file, n.Line+1, indentation(data, n.Line+1), []byte(n.Value))
				case field == "path":
					name, err := realPath(t.fsys, path.Join(k.dir, n.Value))
					if err != nil {
						return
					}
					if text, err := fs.ReadFile(t.fsys, name); err == nil {
						add(name, 1, 0, text)
					}
				}
			})
		})
	})
	t.ops[k] = out
	return out
}

// beneath gives the rest of a path below a JSON pointer; "-" is the end of a list, which may have moved since.
func beneath(at source.Path, pointer string) (source.Path, bool) {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	if len(steps) > len(at) {
		return nil, false
	}
	for i, step := range steps {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch e := at[i].(type) {
		case string:
			if e != step {
				return nil, false
			}
		case int: // an index may have moved since: the value decides
			if _, err := strconv.Atoi(step); step != "-" && err != nil {
				return nil, false
			}
		}
	}
	return at[len(steps):], true
}
