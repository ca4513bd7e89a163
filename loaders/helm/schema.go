package helm

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"helm.sh/helm/v3/pkg/chart"

	"github.com/drainlint/drainlint/loaders/source"
)

// valuesFile is a file that may have set a value of the chart at prefix (subchart names, outermost first).
type valuesFile struct {
	path   string
	data   []byte
	prefix []string
	// named is true for a file of the caller's, which is not the chart's.
	named bool
}

// schemaCheck checks values against each chart's values.schema.json, as Helm does before it renders. Helm itself fetches
// schemas that a schema refers to; here they count as "anything goes", with a warning.
type schemaCheck struct {
	tree *tree
	// files are searched for the line that set an offending value, the strongest first.
	files []valuesFile
	// flags are stronger than all files.
	flags    []flagValue
	problems []source.Problem
}

func (s *schemaCheck) check(c *chart.Chart, values map[string]any, prefix []string) {
	s.addDefaults(c, prefix)
	if len(c.Schema) > 0 {
		s.one(c, values, prefix)
	}
	for _, sub := range c.Dependencies() {
		switch raw := values[sub.Name()].(type) {
		case nil: // no values for it
		case map[string]any:
			s.check(sub, raw, append(prefix[:len(prefix):len(prefix)], sub.Name()))
		}
	}
}

// addDefaults lets locate search the chart's values.yaml, after all files added before.
func (s *schemaCheck) addDefaults(c *chart.Chart, prefix []string) {
	for _, raw := range c.Raw {
		if in := s.tree.source(raw.Data); raw.Name == "values.yaml" && !in.archive {
			s.files = append(s.files, valuesFile{path: in.path, data: in.data, prefix: prefix})
		}
	}
}

func (s *schemaCheck) one(c *chart.Chart, values map[string]any, prefix []string) {
	file := s.tree.source(c.Schema)
	validator, refused, err := compile(c.Schema)
	for _, url := range refused {
		s.problems = append(s.problems, inArchive(file, source.Problem{
			Stage: stage, Span: source.Span{File: file.path, Start: source.Pos{Line: textLine(c.Schema, url)}}, Warning: true, Partial: true,
			Message: fmt.Sprintf("the schema refers to %s, which is not fetched: that part of the values is not checked", url),
			Change:  "copy the definitions into values.schema.json",
		}))
	}
	if err != nil {
		if len(refused) == 0 {
			s.problems = append(s.problems, inArchive(file, source.Problem{
				Stage: stage, Span: lineSpan(file.path, c.Schema, 1), Partial: true, Message: "values.schema.json is not a valid JSON schema: " + firstLine(err.Error()),
			}))
		}
		return
	}
	verr := (*jsonschema.ValidationError)(nil)
	if !errors.As(validator.Validate(values), &verr) {
		return
	}
	printer := message.NewPrinter(language.English)
	faults := leaves(verr)
	slices.SortStableFunc(faults, func(a, b *jsonschema.ValidationError) int { return slices.Compare(a.InstanceLocation, b.InstanceLocation) })
	for _, leaf := range faults {
		at := append(prefix[:len(prefix):len(prefix)], leaf.InstanceLocation...)
		for _, r := range refusals(leaf.ErrorKind) {
			named := at
			if r.key != "" {
				named = append(at[:len(at):len(at)], r.key)
			}
			s.problems = append(s.problems, source.Problem{
				Stage: stage, Span: s.locate(named, at, file), Partial: true,
				Message: fmt.Sprintf("helm refuses the values: %s: %s (%svalues.schema.json of chart %q)",
					valueName(at), r.kind.LocalizedString(printer), s.setBy(named), c.Name()),
				Change: "change the value, or the schema",
			})
		}
	}
}

// refusal is one fault of a value, and the key below it that the fault is about; "" when it is the value itself.
type refusal struct {
	kind jsonschema.ErrorKind
	key  string
}

// refusals takes a fault about several keys apart: each key has a line of its own.
func refusals(k jsonschema.ErrorKind) []refusal {
	var out []refusal
	switch k := k.(type) {
	case *kind.AdditionalProperties:
		for _, name := range slices.Sorted(slices.Values(k.Properties)) {
			out = append(out, refusal{&kind.AdditionalProperties{Properties: []string{name}}, name})
		}
	case *kind.Required:
		for _, name := range slices.Sorted(slices.Values(k.Missing)) {
			out = append(out, refusal{&kind.Required{Missing: []string{name}}, name})
		}
	default:
		return []refusal{{kind: k}}
	}
	return out
}

// setBy names the flags that set the value at a path or below it.
func (s *schemaCheck) setBy(at []string) string {
	var b strings.Builder
	for _, f := range s.flags {
		if sets(f.values, at) {
			b.WriteString(f.text + "; ")
		}
	}
	return b.String()
}

// flagValue is one --set or a sister of it, and the values that it sets.
type flagValue struct {
	text   string
	values map[string]any
}

// sets tells whether a path leads to anything.
func sets(v any, at []string) bool {
	for _, name := range at {
		switch t := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = t[name]; !ok {
				return false
			}
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(t) || t[i] == nil {
				return false
			}
			v = t[i]
		default:
			return false
		}
	}
	return len(at) > 0
}

// leaves are the innermost violations. Of alternatives (anyOf, oneOf) the choice itself is reported, not each way in which
// it failed.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.Not, *kind.Contains:
		return []*jsonschema.ValidationError{e}
	}
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var out []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		out = append(out, leaves(cause)...)
	}
	return out
}

func valueName(at []string) string {
	if len(at) == 0 {
		return "the values as a whole"
	}
	return ".Values." + strings.Join(at, ".")
}

// locate finds the line that sets the value of a key, else that of the value in that lacks or refuses the key, else the
// beginning of the strongest values file that the caller named, else the schema.
func (s *schemaCheck) locate(named, in []string, schema input) source.Span {
	if sp, ok := s.find(named); ok {
		return sp
	}
	if sp, ok := s.find(in); ok {
		return sp
	}
	if len(s.files) > 0 && s.files[0].named && s.setBy(named) == "" {
		return lineSpan(s.files[0].path, s.files[0].data, 1)
	}
	return source.Span{File: schema.path, Start: source.Pos{Line: 1}}
}

// find is the key of the strongest file that sets the value at a path.
func (s *schemaCheck) find(at []string) (source.Span, bool) {
	for _, f := range s.files {
		if len(at) < len(f.prefix) || strings.Join(at[:len(f.prefix)], "\x00") != strings.Join(f.prefix, "\x00") {
			continue
		}
		root, err := parseYAML(f.data)
		if err != nil || root == nil {
			continue
		}
		var p source.Path
		for _, name := range at[len(f.prefix):] {
			if _, value, _ := source.Find(root, p); value.Kind == yaml.SequenceNode {
				if i, err := strconv.Atoi(name); err == nil {
					p = p.Child(i)
					continue
				}
			}
			p = p.Child(name)
		}
		if key, value, depth := source.Find(root, p); depth == len(p) && depth > 0 {
			return source.NodeSpan(f.path, key, value), true
		}
	}
	return source.Span{}, false
}

// compile compiles a schema without reading anything else; refused are the references that would have been fetched.
func compile(text []byte) (_ *jsonschema.Schema, refused []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cannot be used: %v", r)
		}
	}()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	offline := &offlineLoader{}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(offline)
	const url = "file:///values.schema.json"
	if err := compiler.AddResource(url, schema); err != nil {
		return nil, offline.refused, err
	}
	compiled, err := compiler.Compile(url)
	return compiled, offline.refused, err
}

// offlineLoader answers each reference with the schema that accepts everything.
type offlineLoader struct{ refused []string }

func (l *offlineLoader) Load(url string) (any, error) {
	l.refused = append(l.refused, url)
	return true, nil
}

// textLine is the 1-based line on which s first stands, 1 when it does not.
func textLine(data []byte, s string) int {
	i := bytes.Index(data, []byte(s))
	return 1 + bytes.Count(data[:max(i, 0)], []byte("\n"))
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
