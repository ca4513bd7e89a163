package kube

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// shape is how a Go type takes JSON.
type shape uint8

const (
	textShape shape = iota
	boolShape
	intShape
	floatShape
	structShape
	listShape
	mapShape
	bytesShape
	ownShape  // has its own UnmarshalJSON
	otherless // interfaces and whatever else manifests never fill
)

// typeInfo describes a Go type (pointers removed). Its fields are read on first use.
type typeInfo struct {
	typ   reflect.Type
	shape shape
	elem  *typeInfo // of lists and maps

	once   sync.Once
	fields map[string]*fieldInfo
	order  []*fieldInfo

	belowOnce sync.Once
	below     map[string]place
}

type fieldInfo struct {
	name    string
	ordinal uint // its place among the fields of the type
	index   []int
	info    *typeInfo
	gates   []gate
}

// infos caches *typeInfo by reflect.Type.
var infos sync.Map

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func infoOf(t reflect.Type) *typeInfo {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if i, ok := infos.Load(t); ok {
		return i.(*typeInfo)
	}
	i := &typeInfo{typ: t, shape: shapeOf(t)}
	if i.shape == listShape || i.shape == mapShape {
		i.elem = infoOf(t.Elem())
	}
	cached, _ := infos.LoadOrStore(t, i)
	return cached.(*typeInfo)
}

func shapeOf(t reflect.Type) shape {
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return ownShape
	}
	switch t.Kind() {
	case reflect.String:
		return textShape
	case reflect.Bool:
		return boolShape
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intShape
	case reflect.Float32, reflect.Float64:
		return floatShape
	case reflect.Struct:
		return structShape
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return bytesShape
		}
		return listShape
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return mapShape
		}
	}
	return otherless
}

func (i *typeInfo) name() string { return i.typ.Name() }

// field finds a field by its exact JSON name, which is how the API server matches them.
func (i *typeInfo) field(name string) *fieldInfo {
	i.once.Do(i.readFields)
	return i.fields[name]
}

// all lists the fields in the order of the Go struct.
func (i *typeInfo) all() []*fieldInfo {
	i.once.Do(i.readFields)
	return i.order
}

// repeats is true when a mapping has a field of the type more than once.
func (i *typeInfo) repeats(n *yaml.Node) bool {
	var seen uint64
	for k := 0; k+1 < len(n.Content); k += 2 {
		f := i.field(n.Content[k].Value)
		if f == nil || f.ordinal >= maxFields {
			continue
		}
		if seen&(1<<f.ordinal) != 0 {
			return true
		}
		seen |= 1 << f.ordinal
	}
	return false
}

// maxFields is at least the number of fields of any type of k8s.io/api, and the bits of a word.
const maxFields = 64

func (i *typeInfo) readFields() {
	i.fields = map[string]*fieldInfo{}
	if i.shape == structShape {
		i.add(i.typ, nil)
	}
}

func (i *typeInfo) add(t reflect.Type, at []int) {
	for n := range t.NumField() {
		f := t.Field(n)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		index := append(append([]int(nil), at...), n)
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			i.add(f.Type, index)
			continue
		}
		if name == "" {
			name = f.Name
		}
		if _, dup := i.fields[name]; dup {
			continue // the outer field hides the embedded one
		}
		field := &fieldInfo{name: name, ordinal: uint(len(i.order)), index: index, info: infoOf(f.Type), gates: gatesOf(i.typ.Name(), name)}
		i.fields[name] = field
		i.order = append(i.order, field)
	}
}
