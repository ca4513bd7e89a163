package kustomize

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/drainlint/drainlint/loaders/source"
)

// patches lists what patches and images entries do that their author cannot have meant.
func (t *tracer) patches(docs []*source.Document) []source.Patch {
	var out []source.Patch
	for _, k := range t.all {
		if component(k.root) { // what it meets depends on who uses it
			continue
		}
		eachPair(k.root, func(key string, value *yaml.Node) {
			switch key {
			case "patches", "patchesjson6902":
				eachItem(value, func(item *yaml.Node) {
					if p, ok := t.unmatched(k, target(item), docs); ok {
						out = append(out, p)
					}
				})
			case "images":
				eachItem(value, func(item *yaml.Node) {
					key, name := source.Lookup(target(item), "name")
					if name != nil && !t.mentions(name.Value, docs) {
						out = append(out, source.Patch{Issue: source.UnusedImage, At: source.NodeSpan(k.file, key, name), What: name.Value})
					}
				})
			}
		})
	}
	for _, d := range docs {
		for _, p := range t.ledger.parts {
			if p.index(); p.root != nil && t.appliesTo(p, d) {
				out = append(out, t.lists(p, d)...)
			}
		}
	}
	return out
}

func component(root *yaml.Node) bool {
	kind := ""
	eachPair(root, func(key string, value *yaml.Node) {
		if key == "kind" {
			kind = target(value).Value
		}
	})
	return kind == types.ComponentKind
}

// unmatched reports a patch whose target selects none of the objects, as they were before or after all renaming.
func (t *tracer) unmatched(k *kustomization, patch *yaml.Node, docs []*source.Document) (source.Patch, bool) {
	key, node := source.Lookup(patch, "target")
	node = target(node)
	if node.Kind != yaml.MappingNode {
		return source.Patch{}, false // without a target kustomize itself refuses a patch of nothing
	}
	var sel types.Selector
	if node.Decode(&sel) != nil {
		return source.Patch{}, false
	}
	prefixes, suffixes := t.affixes("namePrefix"), t.affixes("nameSuffix")
	for _, d := range t.objects(docs) {
		if selects(&sel, d, prefixes, suffixes) {
			return source.Patch{}, false
		}
	}
	at := source.NodeSpan(k.file, key, node)
	for _, name := range []string{"name", "kind"} { // what is most likely misspelt
		if k2, v := source.Lookup(node, name); v != nil {
			at = source.NodeSpan(k.file, k2, target(v))
			break
		}
	}
	var what []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		what = append(what, node.Content[i].Value+" "+target(node.Content[i+1]).Value)
	}
	return source.Patch{Issue: source.MatchesNothing, At: at, What: strings.Join(what, ", ")}, true
}

// objects are all objects in all their known versions: resources as they stand in files, and the result.
func (t *tracer) objects(docs []*source.Document) []*source.Document {
	out := slices.Clone(docs)
	for _, list := range t.parsed {
		out = append(out, list...)
	}
	return out
}

// affixes are what the kustomizations of the build may put before or behind a name: nothing, one namePrefix, or two. An
// object that a patch renames at last had such a name when the patches before it looked for it.
func (t *tracer) affixes(field string) []string {
	var each []string
	for _, k := range t.all {
		if _, n := source.Lookup(k.root, field); n != nil && target(n).Value != "" {
			each = append(each, target(n).Value)
		}
	}
	out := append([]string{""}, each...)
	for _, a := range each {
		for _, b := range each {
			out = append(out, a+b)
		}
	}
	return out
}

// selects tells whether a selector may mean an object under its name or one that the build gives it on the way.
func selects(s *types.Selector, d *source.Document, prefixes, suffixes []string) bool {
	group, version, ok := strings.Cut(d.Scalar("apiVersion"), "/")
	if !ok {
		group, version = "", group
	}
	is := func(pattern, text string) bool {
		if pattern == "" {
			return true
		}
		re, err := regexp.Compile("^(?:" + pattern + ")$")
		return err != nil || re.MatchString(text)
	}
	meta := func(field string) labels.Set {
		set := labels.Set{}
		_, m := source.Lookup(d.Root, "metadata")
		_, pairs := source.Lookup(m, field)
		eachPairOf(pairs, func(k, v *yaml.Node) { set[k.Value] = target(v).Value })
		return set
	}
	fits := func(selector, field string) bool {
		parsed, err := labels.Parse(selector)
		return selector == "" || err != nil || parsed.Matches(meta(field))
	}
	named := slices.ContainsFunc(prefixes, func(prefix string) bool {
		return slices.ContainsFunc(suffixes, func(suffix string) bool { return is(s.Name, prefix+d.Scalar("metadata", "name")+suffix) })
	})
	return named && is(s.Group, group) && is(s.Version, version) && is(s.Kind, d.Scalar("kind")) &&
		(s.Namespace == "" || d.Scalar("metadata", "namespace") == "" || is(s.Namespace, d.Scalar("metadata", "namespace"))) &&
		fits(s.LabelSelector, "labels") && fits(s.AnnotationSelector, "annotations")
}

func eachPairOf(m *yaml.Node, f func(k, v *yaml.Node)) {
	if m == nil || m.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		f(m.Content[i], m.Content[i+1])
	}
}

// mentions tells whether an image is named anywhere: in a resource, a patch or the result. Which fields hold images can be
// configured, so all count; and what cannot be read (an operation of a patch, a remote base) may hold it too.
func (t *tracer) mentions(image string, docs []*source.Document) bool {
	if t.partial {
		return true
	}
	found := false
	var search func(n *yaml.Node)
	search = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			rest, ok := strings.CutPrefix(n.Value, image)
			found = found || ok && (rest == "" || rest[0] == ':' || rest[0] == '@')
		}
		for _, c := range n.Content {
			search(c)
		}
	}
	for _, d := range t.objects(docs) {
		search(d.Root)
	}
	for _, p := range t.ledger.parts {
		if p.index(); p.root != nil {
			search(p.root)
		}
	}
	for _, k := range t.all {
		found = found || strings.Count(string(t.files[k.file]), image) > 1
		eachPair(k.root, func(key string, value *yaml.Node) {
			eachItem(value, func(item *yaml.Node) {
				eachPair(item, func(field string, file *yaml.Node) {
					if field != "path" {
						return
					}
					if text, err := fs.ReadFile(t.fsys, path.Join(k.dir, target(file).Value)); err == nil {
						found = found || strings.Contains(string(text), image)
					}
				})
			})
		})
	}
	return found
}

// appliesTo tells whether a document is a strategic merge patch of an object.
func (t *tracer) appliesTo(p *part, d *source.Document) bool {
	if len(t.parsed[p.file]) > 0 && !t.isPatch(p) {
		return false
	}
	patch := &source.Document{Root: p.root}
	name := patch.Scalar("metadata", "name")
	return name != "" && patch.Scalar("kind") == d.Scalar("kind") && patch.Scalar("apiVersion") == d.Scalar("apiVersion") &&
		strings.Contains(d.Scalar("metadata", "name"), name)
}

// isPatch is false for a resource.
func (t *tracer) isPatch(p *part) bool {
	for _, d := range t.parsed[p.file] {
		if d.Root.Line >= p.line && d.Root.Line < p.line+p.end-p.start {
			return false
		}
	}
	return true
}

// lists compares the lists of containers of a patch with the object that it patched, and with the object before.
func (t *tracer) lists(p *part, d *source.Document) []source.Patch {
	var out []source.Patch
	file, begin := t.origin(d)
	if begin == nil || file == p.file && t.partOf(file, begin) == p {
		return nil
	}
	var walk func(f *field, result, base *yaml.Node)
	walk = func(f *field, result, base *yaml.Node) {
		if f.value.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(f.value.Content); i += 2 {
			key := f.value.Content[i]
			child := &field{p, f, key, target(f.value.Content[i+1])}
			_, now := source.Lookup(result, key.Value)
			_, was := source.Lookup(base, key.Value)
			if (key.Value == "containers" || key.Value == "initContainers") && child.value.Kind == yaml.SequenceNode {
				out = append(out, t.containers(child, now, was, d)...)
				continue
			}
			walk(child, now, was)
		}
	}
	walk(&field{part: p, value: p.root}, d.Root, begin)
	return out
}

func (t *tracer) containers(list *field, now, was *yaml.Node, d *source.Document) []source.Patch {
	named := func(items *yaml.Node, name string) *yaml.Node {
		for _, c := range target(items).Content {
			if _, n := source.Lookup(target(c), "name"); n != nil && n.Value == name {
				return target(c)
			}
		}
		return nil
	}
	object := d.Scalar("kind") + " " + d.Scalar("metadata", "name")
	var out []source.Patch
	for _, item := range list.value.Content {
		item = target(item)
		if directive, _ := source.Lookup(item, "$patch"); directive != nil || item.Kind != yaml.MappingNode {
			return nil
		}
		_, name := source.Lookup(item, "name")
		at := (&field{part: list.part, up: list, value: item}).span()
		_, image := source.Lookup(item, "image")
		switch {
		case name == nil:
			out = append(out, source.Patch{Issue: source.AddsContainer, At: at, Object: object})
		case image == nil && was != nil && named(was, name.Value) == nil && imageless(named(now, name.Value)):
			out = append(out, source.Patch{Issue: source.AddsContainer, At: at, What: name.Value, Object: object})
		}
	}
	if len(out) > 0 || was == nil {
		return out
	}
	var lost []string
	for _, c := range target(was).Content {
		_, name := source.Lookup(target(c), "name")
		if name == nil {
			continue
		}
		kept := named(now, name.Value)
		if kept == nil {
			lost = append(lost, "container "+name.Value)
			continue
		}
		eachPairOf(target(c), func(k, _ *yaml.Node) {
			if still, _ := source.Lookup(kept, k.Value); still == nil {
				lost = append(lost, k.Value+" of container "+name.Value)
			}
		})
	}
	// A removal is written with $patch or null; a list that has become the patch's own was replaced. Where a name of the patch
	// is gone too, a later patch renamed the container.
	own := !slices.ContainsFunc(list.value.Content, func(item *yaml.Node) bool {
		_, name := source.Lookup(target(item), "name")
		return named(now, name.Value) == nil
	})
	if len(lost) > 0 && now != nil && own && len(target(now).Content) == len(list.value.Content) && !nulls(list.value) {
		out = append(out, source.Patch{Issue: source.ReplacesList, At: list.span(), What: strings.Join(lost, ", "), Object: object})
	}
	return out
}

func imageless(container *yaml.Node) bool {
	if container == nil {
		return false
	}
	image, _ := source.Lookup(container, "image")
	return image == nil
}

// nulls tells whether a patch removes something on purpose.
func nulls(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return n.Tag == "!!null"
	}
	return slices.ContainsFunc(n.Content, nulls)
}
