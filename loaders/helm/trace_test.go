package helm

import (
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

const traced = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels:
    {{- include "app.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
  {{- with .Values.strategy }}
  strategy:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  template:
    spec:
      terminationGracePeriodSeconds: {{ .Values.grace | default 45 }}
      {{- if .Values.podSecurity.enabled }}
      securityContext: {{- omit .Values.podSecurity "enabled" | toYaml | nindent 8 }}
      {{- end }}
      containers:
        {{- range $name, $c := .Values.containers }}
        - name: {{ $name }}
          image: "{{ $.Values.registry }}/{{ $c.image }}:{{ $c.tag | default $.Chart.AppVersion }}"
          resources: {{ toYaml $c.resources | nindent 12 }}
          {{- include "app.probe" (dict "port" $c.port "root" $) | nindent 10 }}
        {{- end }}
        {{- tpl (toYaml .Values.extra) . | nindent 8 }}
      tolerations: {{ toYaml .Values.global.tolerations | nindent 8 }}
      nodeSelector:
        {{- template "app.selector" . }}
`

const tracedHelpers = `{{- define "app.labels" -}}
app: {{ .Chart.Name }}
tier: {{ .Values.tier }}
{{- end }}
{{- define "app.probe" -}}
readinessProbe:
  tcpSocket:
    port: {{ .port }}
  periodSeconds: {{ .root.Values.period }}
{{- end }}
{{- define "app.selector" }}
        pool: {{ .Values.pool }}
{{- end }}
`

const tracedValues = `replicas: 3
tier: web
strategy:
  rollingUpdate:
    maxUnavailable: 1
registry: registry.example.com
podSecurity:
  enabled: true
  fsGroup: 1001
containers:
  web:
    image: shop/web
    tag: ""
    port: 8080
    resources:
      limits:
        cpu: 2
        memory: &m 1Gi
      requests:
        memory: *m
period: 7
extra:
  - name: side
    image: "{{ .Values.registry }}/side:1"
global:
  tolerations:
    - key: dedicated
      operator: Exists
pool: blue
grace: 0
`

func TestTrace(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.yaml": tracedValues, "app/templates/web.yaml": traced, "app/templates/_helpers.tpl": tracedHelpers,
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	pod := source.Path{"spec", "template", "spec"}
	container := pod.Child("containers", 0)
	for _, tt := range []struct {
		at   source.Path
		want string // place, then the places on the way to it
	}{
		{nil, "web.yaml:1:1"},
		{source.Path{"metadata", "name"}, "web.yaml:4:3"},
		{source.Path{"metadata", "labels", "tier"}, "_helpers.tpl:3:1, value from values.yaml:2:1, included from web.yaml:6:5"},
		{source.Path{"spec", "replicas"}, "web.yaml:8:3, value from values.yaml:1:1"},
		{source.Path{"spec", "strategy"}, "web.yaml:10:3"},
		{source.Path{"spec", "strategy", "rollingUpdate"}, "values.yaml:4:3, rendered by web.yaml:11:5"},
		{source.Path{"spec", "strategy", "rollingUpdate", "maxUnavailable"}, "values.yaml:5:5, rendered by web.yaml:11:5"},
		{pod.Child("terminationGracePeriodSeconds"), "web.yaml:15:7, value from values.yaml:30:1"},
		{pod.Child("securityContext", "fsGroup"), "values.yaml:9:3, rendered by web.yaml:17:24"},
		{container, "web.yaml:21:11"},
		{container.Child("image"), "web.yaml:22:11, value from values.yaml:6:1, value from values.yaml:12:5"},
		{container.Child("resources", "limits", "cpu"), "values.yaml:17:9, rendered by web.yaml:23:22"},
		{container.Child("resources", "requests", "memory"), "values.yaml:20:9, rendered by web.yaml:23:22"},
		{container.Child("readinessProbe", "tcpSocket", "port"), "_helpers.tpl:8:5, value from values.yaml:14:5, included from web.yaml:24:11"},
		{container.Child("readinessProbe", "periodSeconds"), "_helpers.tpl:9:3, value from values.yaml:21:1, included from web.yaml:24:11"},
		{pod.Child("containers", 1, "name"), "values.yaml:23:5, rendered by web.yaml:26:9"},
		{pod.Child("tolerations", 0, "key"), "values.yaml:27:7, rendered by web.yaml:27:20"},
		{pod.Child("nodeSelector", "pool"), "_helpers.tpl:12:9, value from values.yaml:29:1, included from web.yaml:29:9"},
		{pod.Child("hostPID"), "web.yaml:14:5 (not exact)"},
	} {
		if got := where(u.Documents[0].Trace(tt.at)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.at, got, tt.want)
		}
	}
}

func where(tr source.Trace) string {
	short := func(s source.Span) string {
		return strings.TrimPrefix(strings.TrimPrefix(s.String(), "app/"), "templates/")
	}
	out := short(tr.Span)
	for _, s := range tr.Via {
		out += ", " + s.Why + " " + short(s.Span)
	}
	if !tr.Exact {
		out += " (not exact)"
	}
	return out
}

// Values of a subchart may be set in its own file, in the parent's, as a global, under an alias, and by -f.
func TestTraceSubchart(t *testing.T) {
	sub := `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Chart.Name }}
spec:
  priorityClassName: {{ .Values.own }}
  nodeName: {{ .Values.parents }}
  hostname: {{ .Values.global.name }}
  schedulerName: {{ .Values.file }}
`
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml":            "apiVersion: v2\nname: app\nversion: 1.0.0\ndependencies:\n  - name: sub\n    version: 1.0.0\n    alias: twin\n",
		"app/values.yaml":           "twin:\n  parents: two\nglobal:\n  name: all\n",
		"prod.yaml":                 "twin:\n  file: prod\n",
		"app/charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n", "app/charts/sub/values.yaml": "own: high\nparents: one\nfile: none\n",
		"app/charts/sub/templates/pod.yaml": sub,
	}), Options{ValueFiles: []string{"prod.yaml"}})
	loadertest.WantProblems(t, u, stage)
	for field, want := range map[string]string{
		"priorityClassName": "charts/sub/templates/pod.yaml:6:3, value from charts/sub/values.yaml:1:1",
		"nodeName":          "charts/sub/templates/pod.yaml:7:3, value from values.yaml:2:3",
		"hostname":          "charts/sub/templates/pod.yaml:8:3, value from values.yaml:4:3",
		"schedulerName":     "charts/sub/templates/pod.yaml:9:3, value from prod.yaml:2:3",
	} {
		if got := where(u.Documents[0].Trace(source.Path{"spec", field})); got != want {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
	}
}

// Each line of rendered text is known, and text of an archive is a place in no file.
func TestRenderedLines(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.yaml": tracedValues, "app/templates/web.yaml": traced, "app/templates/_helpers.tpl": tracedHelpers,
	}), Options{})
	r := u.Rendered[0]
	for i, line := range strings.Split(strings.TrimSpace(r.Text), "\n") {
		if tr := r.Line(i + 1); strings.TrimSpace(line) != "" && !tr.Exact {
			t.Errorf("line %d %q: %v", i+1, line, tr)
		}
	}
	if r.Name != "app/templates/web.yaml" || r.Line(0).Exact || r.Line(1000).Exact {
		t.Errorf("%s: lines that do not exist are exact", r.Name)
	}
}

func TestSets(t *testing.T) {
	files := map[string]string{
		"app/values.yaml":           "replicas: 2\n",
		"app/ci/big-values.yaml":    "replicas: 9\n",
		"app/ci/notes.txt":          "",
		"prod.yaml":                 "replicas: 5\n",
		"app/templates/config.yaml": configMap("c", "{{ required \"give replicas\" .Values.replicas }}"),
	}
	for _, tt := range []struct {
		name string
		o    Options
		want []string
	}{
		{"tested", Options{}, []string{Defaults + "=2", "ci/big-values.yaml=9"}},
		{"none", Options{OnlyNamed: true}, []string{"=2"}},
		{"values given", Options{Set: []string{"replicas=4"}}, []string{"=4"}},
		{"named", Options{Sets: []ValueSet{{Name: "prod", Charts: []string{"a*"}, Files: []string{"prod.yaml"}}, {Name: "other", Charts: []string{"b"}}}}, []string{Defaults + "=2", "prod=5"}},
	} {
		units, err := LoadSets(t.Context(), chartFS(files), "app", tt.o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range units {
			got = append(got, u.Set+"="+data(t, u, "c"))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	files["app/values.yaml"] = "{}\n"
	units, err := LoadSets(t.Context(), chartFS(files), "app", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := units[0].Problems; len(p) != 1 || !p[0].Warning {
		t.Errorf("a chart that was analysed with its test values has not failed: %+v", p)
	}
}
