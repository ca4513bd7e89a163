package kube

import (
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Unknown is a key that the API server drops.
type Unknown struct {
	// Path ends in the unknown key.
	Path source.Path
	// Parent is the Go type that lacks the field, such as PodTemplateSpec.
	Parent string
	// Suggestion is the field path where the key probably belongs ("spec.template.metadata.annotations", with []
	// for "any item"); empty when there is no likely place.
	Suggestion string
	// Critical is true for fields about lifecycle, probes, security, update strategy, grace, disruption budgets and
	// volumes, whose loss changes how a workload stops, starts or what it may do.
	Critical bool
	// Empty is true when the key has no value (null): dropping it changes nothing.
	Empty bool
	// Gate is set when the field exists but is dropped in the chosen release: the feature gate that holds it back.
	Gate string
	// Since is the first release that has Gate on by default; zero when none has.
	Since Version
}

// WrongType is a value of a JSON type that the API server cannot read; it refuses the whole object.
type WrongType struct {
	Path source.Path
	// Want and Got are words for a message: "a list of strings", "the text \"sleep 5\"".
	Want, Got string
	// Change says how to write it, when that is certain; may be empty.
	Change string
	// Empty is true for an empty text, which a template may leave for its user to fill.
	Empty bool
}

// Issues is what a decode found, in document order.
type Issues struct {
	Unknown   []Unknown
	WrongType []WrongType
}

// Decode fills into, a pointer to a typed object, from root the way an API server of release v reads it, and records
// what that server would drop or refuse. It is lenient: a value of a wrong type is left out (a number or boolean in
// place of a string is kept as its text), everything else is decoded. null is the same as absent. Fields that v does
// not have are left out; fields that need a feature gate which no release turns on are kept.
//
// root must hold no alias nodes and no merge keys. into may be any type of k8s.io/api, also a part such as
// PodTemplateSpec.
func Decode(root *yaml.Node, into any, v Version) Issues { return DecodeAt(root, nil, into, v) }

// DecodeAt decodes the node at path at of root; the paths of the issues start at root.
func DecodeAt(root *yaml.Node, at source.Path, into any, v Version) Issues {
	d := decoder{release: v, base: at}
	target := reflect.ValueOf(into)
	_, node, depth := source.Find(root, at)
	if node == nil || depth < len(at) || target.Kind() != reflect.Pointer || target.IsNil() {
		return d.out
	}
	if node.Kind == yaml.DocumentNode && len(node.Content) == 1 {
		node = node.Content[0]
	}
	d.value(node, target.Elem(), infoOf(target.Type()))
	return d.out
}

// decoder walks a document once. stack holds the way from the start to the current node.
type decoder struct {
	release Version
	base    source.Path
	stack   []frame
	out     Issues
}

// frame is one path element: a key of a mapping, or an index when owner is nil and key is empty.
type frame struct {
	key   string
	index int
	// owner is the struct type that the key belongs to; nil for list items and map entries.
	owner *typeInfo
	list  bool
}

func (d *decoder) push(f frame) { d.stack = append(d.stack, f) }
func (d *decoder) pop()         { d.stack = d.stack[:len(d.stack)-1] }

func (d *decoder) path(more ...any) source.Path {
	p := d.base.Child()
	for _, f := range d.stack {
		if f.list {
			p = append(p, f.index)
		} else {
			p = append(p, f.key)
		}
	}
	return append(p, more...)
}

// value decodes one node; false means that nothing was set.
func (d *decoder) value(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	if isNull(n) {
		return false
	}
	if into.Kind() == reflect.Pointer {
		target := reflect.New(into.Type().Elem())
		if !d.value(n, target.Elem(), info) {
			return false
		}
		into.Set(target)
		return true
	}
	switch info.shape {
	case structShape:
		return d.object(n, into, info)
	case listShape:
		return d.list(n, into, info)
	case mapShape:
		return d.mapping(n, into, info)
	case ownShape:
		return d.own(n, into, info)
	case otherless:
		return false
	}
	if n.Kind != yaml.ScalarNode {
		return d.wrong(n, info)
	}
	return d.scalar(n, into, info)
}

func (d *decoder) scalar(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	s := resolve(n)
	switch info.shape {
	case textShape:
		if s.kind != textScalar {
			d.wrong(n, info)
		}
		into.SetString(s.text)
		return true
	case boolShape:
		if s.kind != boolScalar {
			return d.wrong(n, info)
		}
		into.SetBool(s.yes)
		return true
	case intShape:
		whole, ok := s.whole()
		if !ok || into.OverflowInt(whole) {
			return d.wrong(n, info)
		}
		into.SetInt(whole)
		return true
	case floatShape:
		if s.kind != intScalar && s.kind != floatScalar {
			return d.wrong(n, info)
		}
		if s.kind == intScalar {
			s.big = float64(s.num)
		}
		into.SetFloat(s.big)
		return true
	case bytesShape:
		raw, err := base64.StdEncoding.DecodeString(s.text)
		if s.kind != textScalar || err != nil {
			return d.wrong(n, info)
		}
		into.SetBytes(raw)
		return true
	}
	return false
}

func (d *decoder) object(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	if n.Kind != yaml.MappingNode {
		return d.wrong(n, info)
	}
	if info.repeats(n) {
		n = lastOfEach(n)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		f := info.field(key)
		if f == nil {
			if !strings.HasPrefix(key, "$") { // a directive of a strategic merge patch
				d.unknown(key, value, info)
			}
			continue
		}
		if g := d.held(f); g != nil && value.Kind != 0 && !isNull(value) {
			d.out.Unknown = append(d.out.Unknown, Unknown{Path: d.path(key), Parent: info.name(), Gate: g.name, Since: g.release(), Critical: critical(info.name(), key)})
			if g.since > 0 {
				continue
			}
		}
		d.push(frame{key: key, owner: info})
		d.value(value, into.FieldByIndex(f.index), f.info)
		d.pop()
	}
	return true
}

// lastOfEach drops all but the last entry of a repeated key, as the conversion to JSON does.
func lastOfEach(n *yaml.Node) *yaml.Node {
	last := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		last[n.Content[i].Value] = i
	}
	short := *n
	short.Content = make([]*yaml.Node, 0, 2*len(last))
	for i := 0; i+1 < len(n.Content); i += 2 {
		if last[n.Content[i].Value] == i {
			short.Content = append(short.Content, n.Content[i], n.Content[i+1])
		}
	}
	return &short
}

// held returns the gate that makes the chosen release drop a field, or nil.
func (d *decoder) held(f *fieldInfo) *gate {
	for i := range f.gates {
		g := &f.gates[i]
		if (g.list == "" || g.list == d.enclosingList()) && g.off(d.release) {
			return g
		}
	}
	return nil
}

// enclosingList is the key of the list whose item is being decoded.
func (d *decoder) enclosingList() string {
	if n := len(d.stack); n >= 2 && d.stack[n-1].list {
		return d.stack[n-2].key
	}
	return ""
}

func (d *decoder) list(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	if n.Kind != yaml.SequenceNode {
		return d.wrong(n, info)
	}
	out := reflect.MakeSlice(into.Type(), len(n.Content), len(n.Content))
	for i, item := range n.Content {
		d.push(frame{index: i, list: true})
		d.value(item, out.Index(i), info.elem)
		d.pop()
	}
	into.Set(out)
	return true
}

func (d *decoder) mapping(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	if n.Kind != yaml.MappingNode {
		return d.wrong(n, info)
	}
	out := reflect.MakeMapWithSize(into.Type(), len(n.Content)/2)
	text, _ := out.Interface().(map[string]string)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			continue
		}
		name := resolve(k).key()
		if text != nil && v.Kind == yaml.ScalarNode {
			s := resolve(v)
			if s.kind == textScalar {
				text[name] = s.text
				continue
			}
		}
		elem := reflect.New(into.Type().Elem()).Elem()
		d.push(frame{key: k.Value})
		ok := d.value(v, elem, info.elem)
		d.pop()
		if !ok && !isNull(v) {
			continue
		}
		out.SetMapIndex(reflect.ValueOf(name).Convert(into.Type().Key()), elem)
	}
	into.Set(out)
	return true
}

// own decodes types that read their JSON themselves: quantities, times, IntOrString, raw extensions.
func (d *decoder) own(n *yaml.Node, into reflect.Value, info *typeInfo) bool {
	if p, ok := into.Addr().Interface().(*intstr.IntOrString); ok && n.Kind == yaml.ScalarNode {
		switch s := resolve(n); {
		case s.kind == textScalar:
			*p = intstr.FromString(s.text)
			return true
		case s.kind == intScalar && s.num == int64(int32(s.num)):
			*p = intstr.FromInt32(int32(s.num))
			return true
		}
	}
	text, ok := toJSON(n)
	if !ok {
		return d.wrong(n, info)
	}
	target := reflect.New(info.typ)
	if err := target.Interface().(json.Unmarshaler).UnmarshalJSON(text); err != nil {
		return d.wrong(n, info)
	}
	into.Set(target.Elem())
	return true
}

func (d *decoder) wrong(n *yaml.Node, info *typeInfo) bool {
	if n.Kind == yaml.AliasNode {
		return false
	}
	d.out.WrongType = append(d.out.WrongType, WrongType{
		Path: d.path(), Want: want(info), Got: describe(n), Change: rewrite(n, info),
		Empty: n.Kind == yaml.ScalarNode && n.Value == "",
	})
	return false
}

// want names a type in words.
func want(info *typeInfo) string {
	switch info.shape {
	case textShape:
		return "a string"
	case boolShape:
		return "true or false"
	case intShape:
		return "a whole number"
	case floatShape:
		return "a number"
	case bytesShape:
		return "base64 text"
	case listShape:
		switch info.elem.shape {
		case textShape:
			return "a list of strings"
		case structShape:
			return "a list of mappings (" + info.elem.name() + ")"
		}
		return "a list"
	case mapShape:
		if info.elem.shape == textShape {
			return "a mapping of strings"
		}
		return "a mapping"
	case structShape:
		return "a mapping (" + info.name() + ")"
	}
	switch info.name() {
	case "IntOrString":
		return "a whole number or a string"
	case "Quantity":
		return "a quantity such as 100m or 128Mi"
	case "Time", "MicroTime":
		return "a time such as 2030-01-31T12:00:00Z"
	case "Duration":
		return "a duration such as 30s"
	}
	return "a " + info.name()
}

// rewrite says how to spell the value so that it has the right type.
func rewrite(n *yaml.Node, info *typeInfo) string {
	if n.Kind != yaml.ScalarNode {
		return ""
	}
	s := resolve(n)
	switch info.shape {
	case textShape:
		if n.Value != "" {
			return "put it in quotes: " + quoted(n.Value)
		}
	case intShape:
		if p := plain(n.Value); s.kind == textScalar && p.kind == intScalar {
			return "remove the quotes: " + n.Value
		}
	case boolShape:
		if p := plain(n.Value); s.kind == textScalar && p.kind == boolScalar {
			return "remove the quotes: " + n.Value
		}
	case listShape:
		if info.elem.shape == textShape {
			return "write a list with one item per word: [\"…\", \"…\"]"
		}
	}
	return ""
}
