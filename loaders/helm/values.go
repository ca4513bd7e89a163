package helm

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/yaml"

	"github.com/drainlint/drainlint/loaders/source"
)

// userValues merges what the caller passes on top of a chart's defaults, in the order of Helm's values.Options: files,
// then --set-json, --set, --set-string, --set-file, --set-literal. A broken file is a Problem, broken syntax in a --set an
// error. files has the text of all files read.
func (o Options) userValues(fsys fs.FS) (vals map[string]any, files map[string][]byte, problems []source.Problem, err error) {
	vals, files = map[string]any{}, map[string][]byte{}
	if o.InlineFirst {
		vals = mergeMaps(vals, o.Inline)
	}
	for _, name := range o.ValueFiles {
		name = path.Clean(name)
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			problems = append(problems, source.Problem{
				Stage: stage, Span: source.Span{File: name}, Message: "values file cannot be read: " + cause(err), Change: linkChange(err),
			})
			continue
		}
		files[name] = data
		current := map[string]any{}
		if err := yaml.Unmarshal(data, &current); err != nil {
			problems = append(problems, yamlProblem(name, data, "values file", err))
			continue
		}
		vals = mergeMaps(vals, current)
	}
	if !o.InlineFirst {
		vals = mergeMaps(vals, o.Inline)
	}
	var errs []error
	each := func(flag string, list []string, set func(string) error) {
		for _, v := range list {
			if err := set(v); err != nil {
				errs = append(errs, fmt.Errorf("%s %q: %w", flag, v, err))
			}
		}
	}
	each("--set-json", o.SetJSON, func(v string) error { return strvals.ParseJSON(v, vals) })
	each("--set", o.Set, func(v string) error { return strvals.ParseInto(v, vals) })
	each("--set-string", o.SetString, func(v string) error { return strvals.ParseIntoString(v, vals) })
	each("--set-file", o.SetFile, func(v string) error {
		return strvals.ParseIntoFile(v, vals, func(name []rune) (any, error) {
			data, err := fs.ReadFile(fsys, path.Clean(string(name)))
			return string(data), err
		})
	})
	each("--set-literal", o.SetLiteral, func(v string) error { return strvals.ParseLiteralInto(v, vals) })
	return vals, files, problems, errors.Join(errs...)
}

// flagValues are the values of each --set and of each of its sisters by itself.
func (o Options) flagValues() []flagValue {
	var out []flagValue
	each := func(flag string, list []string, set func(string, map[string]any) error) {
		for _, text := range list {
			values := map[string]any{}
			if set(text, values) == nil { // userValues reports what is wrong with it
				out = append(out, flagValue{flag + " " + text, values})
			}
		}
	}
	each("--set-json", o.SetJSON, strvals.ParseJSON)
	each("--set", o.Set, strvals.ParseInto)
	each("--set-string", o.SetString, strvals.ParseIntoString)
	each("--set-file", o.SetFile, func(text string, into map[string]any) error {
		return strvals.ParseIntoFile(text, into, func([]rune) (any, error) { return "", nil })
	})
	each("--set-literal", o.SetLiteral, strvals.ParseLiteralInto)
	return out
}

// mergeMaps lays b over a: maps merge, everything else is replaced. A null of b stays, so that it can delete a default.
func mergeMaps(a, b map[string]any) map[string]any {
	out := make(map[string]any, len(a)+len(b))
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		if over, ok := v.(map[string]any); ok {
			if under, ok := out[k].(map[string]any); ok {
				out[k] = mergeMaps(under, over)
				continue
			}
		}
		out[k] = v
	}
	return out
}
