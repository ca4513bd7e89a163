package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"

	"github.com/drainlint/drainlint/analyzer/facts"
)

// Input converts facts to OPA's values directly. Nil slices and maps become empty ones: a rule never meets null.
func Input(f *facts.Facts) ast.Value { return value(reflect.ValueOf(f).Elem()) }

func value(v reflect.Value) ast.Value {
	switch v.Kind() {
	case reflect.String:
		return ast.String(v.String())
	case reflect.Bool:
		return ast.Boolean(v.Bool())
	case reflect.Int, reflect.Int32, reflect.Int64:
		return ast.Number(json.Number(fmt.Sprint(v.Int())))
	case reflect.Float64:
		n, _ := json.Marshal(v.Float())
		return ast.Number(json.Number(n))
	case reflect.Slice:
		terms := make([]*ast.Term, v.Len())
		for i := range terms {
			terms[i] = ast.NewTerm(value(v.Index(i)))
		}
		return ast.NewArray(terms...)
	case reflect.Map:
		o := ast.NewObject()
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, k := range keys {
			o.Insert(ast.StringTerm(k.String()), ast.NewTerm(value(v.MapIndex(k))))
		}
		return o
	case reflect.Struct:
		return object(v)
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return ast.Null{}
		}
		return value(v.Elem())
	}
	panic("unreachable: facts hold no " + v.Kind().String())
}

func object(v reflect.Value) ast.Value {
	pairs := make([][2]*ast.Term, 0, v.NumField())
	for _, f := range fieldsOf(v.Type()) {
		fv := v.FieldByIndex(f.index)
		if f.omitEmpty && fv.IsZero() || fv.Kind() == reflect.Pointer && fv.IsNil() {
			continue
		}
		pairs = append(pairs, [2]*ast.Term{f.key, ast.NewTerm(value(fv))})
	}
	return ast.NewObject(pairs...)
}

// field is one JSON field of a struct; embedded structs are flattened as encoding/json does.
type field struct {
	index     []int
	key       *ast.Term
	omitEmpty bool
}

var fieldCache sync.Map // reflect.Type -> []field

func fieldsOf(t reflect.Type) []field {
	if fs, ok := fieldCache.Load(t); ok {
		return fs.([]field)
	}
	var out []field
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" || name == "-" {
			continue
		}
		out = append(out, field{f.Index, ast.InternedTerm(name), strings.Contains(options, "omitempty")})
	}
	fieldCache.Store(t, out)
	return out
}

func schemaSet(schema []byte) (*ast.SchemaSet, error) {
	var s any
	if err := util.Unmarshal(schema, &s); err != nil {
		return nil, fmt.Errorf("schema of the facts: %w", err)
	}
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, s)
	return set, nil
}
