package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"
)

// functions are what Helm offers to templates (helm.sh/helm/v3/pkg/engine, funcs.go and initFunMap) without a cluster and
// without DNS.
func (t *tracer) functions(root *template.Template) template.FuncMap {
	f := sprig.TxtFuncMap()
	delete(f, "env")
	delete(f, "expandenv")
	for name, fn := range map[string]any{
		"toToml":        toTOML,
		"fromToml":      func(s string) map[string]any { return decodeMap(s, toml.Unmarshal) },
		"toYaml":        toYAML,
		"toYamlPretty":  toYAMLPretty,
		"fromYaml":      func(s string) map[string]any { return decodeMap(s, unmarshalYAML) },
		"fromYamlArray": func(s string) []any { return decodeList(s, unmarshalYAML) },
		"toJson":        toJSON,
		"fromJson":      func(s string) map[string]any { return decodeMap(s, json.Unmarshal) },
		"fromJsonArray": func(s string) []any { return decodeList(s, json.Unmarshal) },
		"required":      required,
		"fail":          func(text string) (string, error) { return "", warning(text) },
		"lookup":        t.lookup,
		"getHostByName": func(string) string { return "" },
		"until":         until,
		"untilStep":     untilStep,
		"repeat":        repeated,
		"include":       t.include(root),
		"tpl":           t.tpl(root),
		announce:        t.announce,
		enter:           t.enter,
		leave:           t.leave,
	} {
		f[name] = fn
	}
	for name, fn := range t.fixed() {
		f[name] = fn
	}
	return f
}

// lookup finds nothing, as in every rendering without a cluster.
func (t *tracer) lookup(string, string, string, string) (map[string]any, error) {
	t.looked = true
	return map[string]any{}, nil
}

// until, untilStep and repeated are sprig's, with an end.

func until(n int) ([]int, error) {
	if n < 0 {
		return untilStep(0, n, -1)
	}
	return untilStep(0, n, 1)
}

func untilStep(start, stop, step int) ([]int, error) {
	if step != 0 && (stop-start)/step > maxList {
		return nil, fmt.Errorf("a list of %d numbers: more than %d are refused", (stop-start)/step, maxList)
	}
	return sprig.TxtFuncMap()["untilStep"].(func(int, int, int) []int)(start, stop, step), nil
}

func repeated(n int, s string) (string, error) {
	if n > 0 && n*len(s) > maxOutput {
		return "", fmt.Errorf("repeat makes a text of %d MB", n*len(s)>>20)
	}
	return strings.Repeat(s, n), nil
}

func required(text string, value any) (any, error) {
	if s, ok := value.(string); value == nil || ok && s == "" {
		return value, warning(text)
	}
	return value, nil
}

// The encoders swallow their errors, as Helm's do.

func toYAML(v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(data), "\n")
}

func toYAMLPretty(v any) string {
	var data bytes.Buffer
	e := goyaml.NewEncoder(&data)
	e.SetIndent(2)
	if err := e.Encode(v); err != nil {
		return ""
	}
	return strings.TrimSuffix(data.String(), "\n")
}

func toTOML(v any) string {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(v); err != nil {
		return err.Error()
	}
	return b.String()
}

func toJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

func unmarshalYAML(data []byte, v any) error { return yaml.Unmarshal(data, v) }

// decodeMap has the error under the key Error, which templates look for.
func decodeMap(s string, decode func([]byte, any) error) map[string]any {
	m := map[string]any{}
	if err := decode([]byte(s), &m); err != nil {
		m["Error"] = err.Error()
	}
	return m
}

func decodeList(s string, decode func([]byte, any) error) []any {
	list := []any{}
	if err := decode([]byte(s), &list); err != nil {
		list = []any{err.Error()}
	}
	return list
}

// include renders a named template into a string.
func (t *tracer) include(in *template.Template) func(string, any) (string, error) {
	return func(name string, data any) (string, error) {
		if t.nested[name] > maxIncludes {
			return "", fmt.Errorf("rendering template has a nested reference name: %s: unable to execute template", name)
		}
		t.nested[name]++
		out, err := t.execute(in, name, data, t.call(name))
		t.nested[name]--
		return out.text("").String, err
	}
}

// tpl renders a string that is a template itself.
func (t *tracer) tpl(parent *template.Template) func(string, any) (string, error) {
	return func(text string, data any) (string, error) {
		if !strings.Contains(text, "{{") { // most are plain: nothing to parse
			return strings.ReplaceAll(text, "<no value>", ""), nil
		}
		if t.depth++; t.depth > maxTpl {
			return "", fmt.Errorf("tpl calls itself more than %d times", maxTpl)
		}
		defer func() { t.depth-- }()
		in, err := parent.Clone()
		if err != nil {
			return "", fmt.Errorf("cannot clone template: %w", err)
		}
		in.Option("missingkey=zero")
		// What the string defines can be included from within it only.
		in.Funcs(template.FuncMap{"include": t.include(in), "tpl": t.tpl(in)})
		if in, err = in.New(parent.Name()).Parse(text); err != nil {
			return "", fmt.Errorf("cannot parse template %q: %w", text, err)
		}
		t.instrument(in)
		out, err := t.execute(in, "", data, t.call(""))
		if err != nil {
			return "", fmt.Errorf("error during tpl function execution for %q: %w", text, err)
		}
		return out.text("<no value>").String, nil
	}
}
