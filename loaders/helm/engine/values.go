package engine

import (
	"reflect"
	"slices"
	"unsafe"
)

// Path leads from the root of the values to one of them: keys (string) and list indexes (int).
type Path = []any

// index finds values by their identity: the same map, list or text, wherever a template has passed it.
type index struct {
	paths map[identity]*place
}

// identity is the address of what a value holds, and its kind, as a map may begin where a text does not end.
type identity struct {
	at   uintptr
	kind reflect.Kind
	n    int // bytes of a text, elements of a list
}

// place is a node of the tree of values; a path is built only when it is asked for.
type place struct {
	up  *place
	key any
}

func newIndex() *index { return &index{paths: map[identity]*place{}} }

func (x *index) add(root any) { x.walk(root, nil) }

func (x *index) walk(v any, at *place) {
	if id, ok := identify(v); ok {
		if _, known := x.paths[id]; known && id.kind == reflect.String {
			delete(x.paths, id) // shared by two values, so it tells nothing
		} else {
			x.paths[id] = at
		}
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			x.walk(e, &place{at, i})
		}
	default:
		if m, ok := mapping(v); ok {
			for k, e := range m {
				x.walk(e, &place{at, k})
			}
		}
	}
}

// identify gives what a value can be recognised by. Numbers and truth values have nothing.
func identify(v any) (identity, bool) {
	switch v := v.(type) {
	case string:
		if len(v) < 2 { // short texts share their memory
			return identity{}, false
		}
		return identity{uintptr(unsafe.Pointer(unsafe.StringData(v))), reflect.String, len(v)}, true
	case []any:
		if len(v) == 0 {
			return identity{}, false
		}
		return identity{uintptr(unsafe.Pointer(unsafe.SliceData(v))), reflect.Slice, len(v)}, true
	}
	if m, ok := mapping(v); ok && m != nil {
		return identity{reflect.ValueOf(m).Pointer(), reflect.Map, 0}, true
	}
	return identity{}, false
}

// mapping gives the entries of map[string]any and of types made from it, such as chartutil.Values.
func mapping(v any) (map[string]any, bool) {
	if m, ok := v.(map[string]any); ok {
		return m, true
	}
	if v == nil {
		return nil, false
	}
	r := reflect.ValueOf(v)
	plain := reflect.TypeFor[map[string]any]()
	if r.Kind() != reflect.Map || !r.Type().ConvertibleTo(plain) {
		return nil, false
	}
	return r.Convert(plain).Interface().(map[string]any), true
}

// find descends from a value by fields until it meets one that is part of the values.
func (x *index) find(v any, fields []string) (Path, bool) {
	for i := 0; ; i++ {
		if id, ok := identify(v); ok {
			if at, known := x.paths[id]; known {
				p := at.path()
				for _, f := range fields[i:] {
					p = append(p, f)
				}
				return p, true
			}
		}
		m, ok := mapping(v)
		if !ok || i == len(fields) {
			return nil, false
		}
		if v, ok = m[fields[i]]; !ok {
			return nil, false
		}
	}
}

func (p *place) path() Path {
	var out Path
	for ; p != nil; p = p.up {
		out = append(out, p.key)
	}
	slices.Reverse(out)
	return out
}

// reads lists the values that an action read: each as a path that the rendered text may be the value of, or a part of.
// limit bounds the search through variables and includes.
func (t *tracer) reads(r *record, limit int) []Path {
	var out []Path
	if r == nil || limit == 0 {
		return nil
	}
	for _, read := range r.action.reads {
		out = append(out, t.resolve(r, read, limit)...)
	}
	for _, before := range r.earlier {
		out = append(out, t.reads(before, limit-1)...)
	}
	return out
}

func (t *tracer) resolve(r *record, read read, limit int) []Path {
	if limit == 0 {
		return nil
	}
	var value any
	var rest []Path
	switch read.variable {
	case "":
		value = r.dot
	case "$":
		value = r.root
	default:
		i := slices.Index(r.action.variables, read.variable)
		if i < 0 { // set by this very action
			return nil
		}
		if i < len(r.values) {
			value = r.values[i]
		}
		if p, ok := t.index.find(value, read.fields); ok {
			return []Path{p}
		}
		return extend(t.reads(r.from[i], limit-1), read.fields)
	}
	if p, ok := t.index.find(value, read.fields); ok {
		return []Path{p}
	}
	if read.variable == "" && r.action.within != nil {
		if block := r.scope.blocks[r.action.within]; block != nil && block != r {
			return extend(t.reads(block, limit-1), read.fields)
		}
	}
	caller, given := r.scope.caller, r.scope.given
	if caller == nil {
		return nil
	}
	if given.dict != nil {
		if len(read.fields) == 0 {
			return nil
		}
		for _, of := range given.dict[read.fields[0]] {
			rest = append(rest, extend(t.resolve(caller, of, limit-1), read.fields[1:])...)
		}
		return rest
	}
	for _, of := range given.reads {
		of.fields = slices.Concat(of.fields, read.fields)
		rest = append(rest, t.resolve(caller, of, limit-1)...)
	}
	return rest
}

func extend(paths []Path, fields []string) []Path {
	for i := range paths {
		for _, f := range fields {
			paths[i] = append(paths[i], f)
		}
	}
	return paths
}
