package engine

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	helm "helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/yaml"
)

// app builds a chart; templates are by name, "values" is values.yaml.
func app(t *testing.T, name, values string, templates map[string]string, subcharts ...*chart.Chart) *chart.Chart {
	t.Helper()
	c := &chart.Chart{Metadata: &chart.Metadata{APIVersion: "v2", Name: name, Version: "1.0.0", AppVersion: "7"}, Values: map[string]any{}}
	if err := yaml.Unmarshal([]byte(values), &c.Values); err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Sorted(maps.Keys(templates)) {
		if rest, ok := strings.CutPrefix(file, "files/"); ok {
			c.Files = append(c.Files, &chart.File{Name: rest, Data: []byte(templates[file])})
			continue
		}
		c.Templates = append(c.Templates, &chart.File{Name: "templates/" + file, Data: []byte(templates[file])})
	}
	c.AddDependency(subcharts...)
	return c
}

func values(t *testing.T, c *chart.Chart) chartutil.Values {
	t.Helper()
	v, err := chartutil.ToRenderValues(c, map[string]any{}, chartutil.ReleaseOptions{Name: "rel", Namespace: "ns", IsInstall: true}, chartutil.DefaultCapabilities)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSameAsHelm renders what the language has with Helm's own engine too.
func TestSameAsHelm(t *testing.T) {
	for name, template := range map[string]string{
		"text":            "a: 1\n",
		"values":          "{{ .Values.a.b }} {{ .Values.missing }} {{ .Values.a.missing }}",
		"trim":            "a:\n  {{- if .Values.on }}\n  b: 1\n  {{- else }}\n  c: 1\n  {{- end }}\n",
		"with and range":  "{{ with .Values.a }}{{ .b }}{{ else }}none{{ end }}{{ range $i, $e := .Values.list }}{{ $i }}={{ $e }},{{ end }}{{ range .Values.none }}x{{ else }}empty{{ end }}",
		"break, continue": "{{ range .Values.list }}{{ if eq . \"y\" }}{{ continue }}{{ end }}{{ . }}{{ break }}{{ end }}",
		"toYaml":          "a: {{- toYaml .Values.a | nindent 2 }}\nb: {{ toYaml .Values.list | indent 2 | trim }}\n",
		"pretty":          "{{ toYamlPretty .Values.a }}{{ toJson .Values.a }}{{ toToml .Values.a }}{{ (fromYaml \"x: [1\").Error }}{{ fromJsonArray \"[1, 2]\" }}{{ (fromJson \"{}\") }}",
		"include":         "{{ include \"h\" . | nindent 2 }}{{ template \"h\" . }}{{ include \"h\" (dict \"x\" 1) | sha256sum }}",
		"variables":       "{{ $x := include \"h\" . }}{{ $x }}{{ $x = \"y\" }}{{ $x }}{{ range $x := .Values.list }}{{ $x }}{{ end }}{{ $x }}",
		"tpl":             "{{ tpl .Values.tpl . }}{{ tpl \"{{ define \\\"own\\\" }}o{{ end }}{{ include \\\"own\\\" . }}\" . }}{{ tpl \"plain <no value>\" . }}",
		"files":           "{{ .Files.Get \"c.txt\" }}{{ (.Files.Glob \"*.txt\").AsConfig | indent 2 }}{{ (.Files.Glob \"c*\").AsSecrets }}{{ range .Files.Lines \"c.txt\" }}{{ . }};{{ end }}{{ .Files.Get \"none\" }}",
		"chart":           "{{ .Chart.Name }} {{ .Chart.AppVersion }} {{ .Chart.IsRoot }} {{ .Release.Name }} {{ .Release.IsInstall }} {{ .Template.Name }} {{ .Template.BasePath }} {{ .Subcharts.sub.Chart.Name }}",
		"capabilities":    "{{ .Capabilities.KubeVersion.Minor }}{{ .Capabilities.APIVersions.Has \"apps/v1\" }}",
		"lookup":          "{{ (lookup \"v1\" \"Secret\" \"ns\" \"n\") | len }}{{ getHostByName \"example.com\" }}",
		"numbers":         "{{ until 3 }}{{ until -2 }}{{ untilStep 0 10 4 }}{{ untilStep 5 0 -2 }}{{ untilStep 0 -5 1 }}{{ repeat 3 \"ab\" }}{{ .Values.big }}",
		"raw strings":     "{{ `{{ not parsed }}` }}{{ \"{{\" }}",
		"comments":        "{{/* {{ x }} */}}a{{- /* c */ -}}  b",
		"block":           "{{ block \"here\" . }}default {{ .Release.Name }}{{ end }}",
		"set":             "{{ $_ := set .Values \"new\" \"v\" }}{{ .Values.new }}{{ $d := deepCopy .Values.a }}{{ $_ := unset $d \"b\" }}{{ $d }}",
	} {
		t.Run(name, func(t *testing.T) {
			build := func() *chart.Chart {
				return app(t, "app", "a: {b: text, c: [1, 2]}\nlist: [x, y]\non: true\nbig: 1000000\ntpl: 'v-{{ .Values.a.b }}-{{ .Values.none }}'\nsub: {s: from parent}\n",
					map[string]string{"t.yaml": template, "_h.tpl": `{{ define "h" }}k: {{ .x | default "v" }}
l: 2{{ end }}`, "files/c.txt": "one\ntwo\n", "files/d.bin": "x"},
					app(t, "sub", "s: own\n", map[string]string{"s.yaml": "{{ .Values.s }} {{ .Values.global }} {{ .Chart.IsRoot }}"}))
			}
			c := build()
			want, err := helm.Engine{}.Render(c, values(t, c))
			if err != nil {
				t.Fatal(err)
			}
			c = build()
			got, err := Render(context.Background(), c, values(t, c))
			if err != nil {
				t.Fatal(err)
			}
			for file, text := range want {
				if got[file] == nil || got[file].String != text {
					t.Errorf("%s: %q, helm %q", file, got[file].String, text)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d files, helm %d", len(got), len(want))
			}
		})
	}
}

// TestErrorsAsHelm: what reads errors knows those of Helm.
func TestErrorsAsHelm(t *testing.T) {
	for name, template := range map[string]string{
		"syntax":       "a\n{{ if }}",
		"no function":  "{{ nope }}",
		"fail":         "\n{{ fail \"stop: here\" }}",
		"required":     "{{ required \"give x\" .Values.x }}",
		"in include":   "{{ include \"bad\" . }}",
		"no template":  "{{ include \"none\" . }}",
		"nil":          "{{ .Values.x.y }}",
		"in tpl":       "{{ tpl \"{{ fail `inner` }}\" . }}",
		"tpl syntax":   "{{ tpl \"{{ if }}\" . }}",
		"self include": "{{ include \"self\" . }}",
	} {
		t.Run(name, func(t *testing.T) {
			build := func() *chart.Chart {
				return app(t, "app", "a: 1", map[string]string{"t.yaml": template, "_h.tpl": "{{ define \"bad\" }}\n{{ .Values.x.y }}{{ end }}{{ define \"self\" }}{{ include \"self\" . }}{{ end }}"})
			}
			c := build()
			_, want := helm.Engine{}.Render(c, values(t, c))
			c = build()
			_, got := Render(context.Background(), c, values(t, c))
			if want == nil || got == nil || got.Error() != want.Error() {
				t.Errorf("%v\nhelm: %v", got, want)
			}
		})
	}
}

// TestLimits: charts that end Helm's process, or never end it.
func TestLimits(t *testing.T) {
	for name, template := range map[string]string{
		"tpl calls itself":   `{{ define "x" }}{{ tpl "{{ include \"x\" . }}" . }}{{ end }}{{ include "x" . }}`,
		"a long list":        "{{ until 1000000000 }}",
		"a long text":        "{{ repeat 1000000000 \"x\" }}",
		"output without end": `{{ define "a" }}{{ repeat 30000000 "x" }}{{ end }}{{ include "a" . }}{{ include "a" . }}{{ include "a" . }}`,
	} {
		c := app(t, "app", "", map[string]string{"t.yaml": template})
		if _, err := Render(context.Background(), c, values(t, c)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := app(t, "app", "", map[string]string{"t.yaml": "{{ range until 1000 }}{{ . }}{{ end }}"})
	if _, err := Render(ctx, c, values(t, c)); err == nil {
		t.Error("a cancelled rendering goes on")
	}
}

// TestRandom: all that changes from run to run is constant here, has its shape, and is known.
func TestRandom(t *testing.T) {
	const each = `{{ randAlphaNum 12 }}
{{ randNumeric 4 }}
{{ uuidv4 }}
{{ now | date "2006" }}
{{ (genCA "ca" 10).Cert | b64enc | trunc 8 }}
{{ $ca := genCA "ca" 10 }}{{ (genSignedCert "x" nil nil 10 (buildCustomCert ($ca.Cert | b64enc) ($ca.Key | b64enc))).Key | trunc 31 }}
{{ genPrivateKey "ecdsa" | trunc 30 }}
{{ htpasswd "user" "word" | len }}
{{ include "password" . }}
plain
`
	c := app(t, "app", "", map[string]string{"t.yaml": each, "_h.tpl": `{{ define "password" }}{{ randAlpha 6 }}{{ end }}`, "guarded.yaml": `{{ lookup "v1" "Secret" "" "" }}{{ randAlpha 3 }}`})
	texts, err := Render(context.Background(), c, values(t, c))
	if err != nil {
		t.Fatal(err)
	}
	text := texts["app/templates/t.yaml"]
	lines := strings.Split(text.String, "\n")
	for i, want := range []string{"a1B2c3D4e5F6", "1234", "00000000-0000-4000-8000-000000000000", "2024", "LS0tLS1C", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY-----", "65", "aBcDeF"} {
		if lines[i] != want {
			t.Errorf("line %d: %q, want %q", i+1, lines[i], want)
		}
	}
	offset := 0
	for i, line := range lines[:10] {
		if o, _ := text.At(offset); o.Random != (i < 9 && i != 7) { // a salt changes a text, not what it stands for
			t.Errorf("line %d (%s): random %v", i+1, line, o.Random)
		}
		offset += len(line) + 1
	}
	if !text.Random || texts["app/templates/guarded.yaml"].Random {
		t.Error("random texts: the guarded one is not, the other is")
	}
}
