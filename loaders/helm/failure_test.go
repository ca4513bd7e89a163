package helm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestFailures(t *testing.T) {
	good := configMap("good", "1")
	for _, tt := range []struct {
		name    string
		files   map[string]string
		want    []string
		objects []string
		whole   bool // nothing is missing from the Unit
	}{
		{
			name: "fail", files: map[string]string{"bad.yaml": "a: 1\n{{ fail \"give me a name\" }}\n"},
			want: []string{"app/templates/bad.yaml:2:1: the chart stops: give me a name"},
		},
		{
			name: "required", files: map[string]string{"bad.yaml": "a: {{ required \"need .x\" .Values.x }}\n"},
			want: []string{"app/templates/bad.yaml:1:1: the chart stops: need .x"},
		},
		{
			name: "syntax", files: map[string]string{"bad.yaml": "a: 1\nb: {{ .Values.x \n"},
			want: []string{"app/templates/bad.yaml:2:1: template syntax: an action that begins here is not closed"},
		},
		{
			name: "end is missing", files: map[string]string{"bad.yaml": "a: 1\n{{ if true }}\n"},
			want: []string{"app/templates/bad.yaml:3:1: template syntax: the file ends inside a block"},
		},
		{
			name: "unknown function", files: map[string]string{"bad.yaml": "a: {{ nothing 1 }}\n"},
			want: []string{`app/templates/bad.yaml:1:1: function "nothing" does not exist in Helm`},
		},
		{
			name: "include of a missing define", files: map[string]string{"bad.yaml": "a: 1\nb: {{ include \"no.such\" . }}\n"},
			want: []string{`app/templates/bad.yaml:2:1: template "no.such" is included, but neither the chart nor its dependencies define it`},
		},
		{
			name: "template of a missing define", files: map[string]string{"bad.yaml": "a: 1\nb: {{ template \"no.such\" . }}\n"},
			want: []string{`app/templates/bad.yaml:2:1: template "no.such" is included`},
		},
		{
			name: "nil pointer", files: map[string]string{"bad.yaml": "a: {{ .Values.x.y.z }}\n"},
			want: []string{"app/templates/bad.yaml:1:1: .Values.x.y.z cannot be read: what stands before .y is not set"},
		},
		{
			name: "field of a string", files: map[string]string{"bad.yaml": "a: {{ .Release.Name.y }}\n"},
			want: []string{"app/templates/bad.yaml:1:1: .Release.Name.y cannot be read: what stands before .y has no such field"},
		},
		{
			name: "failure in a partial stands at its line, once for all that include it", files: map[string]string{
				"_h.tpl":    "{{ define \"h\" }}\n  {{ .Values.x.y }}\n{{ end }}\n",
				"bad1.yaml": "a: {{ include \"h\" . }}\n", "bad2.yaml": "a: {{ include \"h\" . }}\n",
			},
			want: []string{"app/templates/_h.tpl:2:3: .Values.x.y cannot be read: what stands before .y is not set (left out: app/templates/bad2.yaml, app/templates/bad1.yaml)"},
		},
		{
			name: "failure through the template action, which hides the caller", files: map[string]string{
				"_h.tpl": "{{ define \"h\" }}{{ .x.y }}{{ end }}", "bad.yaml": "a: 1\n{{ template \"h\" .Values }}\n",
			},
			want: []string{"app/templates/_h.tpl:1:1: what stands before .y is not set (left out: app/templates/bad.yaml)"},
		},
		{
			name: "failure inside tpl", files: map[string]string{"bad.yaml": "a: 1\nb: {{ tpl \"{{ .Values.x.y }}\" . }}\n"},
			want: []string{"app/templates/bad.yaml:2:1: .Values.x.y cannot be read"},
		},
		{
			name: "the file included for a checksum is to blame, not the one that includes it", files: map[string]string{
				"secret.yaml": "a: 1\nb: {{ required \"need a password\" .Values.p }}\n",
				"zdep.yaml":   "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\n  annotations:\n    sum: {{ include (print $.Template.BasePath \"/secret.yaml\") . | sha256sum }}\n",
			},
			want: []string{"app/templates/secret.yaml:2:1: the chart stops: need a password"}, objects: []string{"ConfigMap/good", "Deployment/d"},
		},
		{
			name: "a broken partial takes along what includes it, in one Problem", files: map[string]string{
				"_h.tpl": "{{ define \"h\" }}x{{ end }}\n{{ if }}\n", "uses.yaml": "a: {{ include \"h\" . }}\n",
			},
			want: []string{"app/templates/_h.tpl:2:1: template syntax: missing value for if"},
		},
		{
			name: "NOTES.txt loses no object", files: map[string]string{"NOTES.txt": "{{ fail \"note\" }}"},
			want: []string{"app/templates/NOTES.txt:1:1: the chart stops: note"}, whole: true,
		},
		{
			name: "YAML error", files: map[string]string{"bad.yaml": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\n  bad: a: b\n---\n" + configMap("second", "1")},
			want: []string{"app/templates/bad.yaml:5:3: not valid YAML: mapping values are not allowed in this context, at: bad: a: b"}, objects: []string{"ConfigMap/second", "ConfigMap/good"},
		},
		{
			name: "repeated key, which Helm accepts", files: map[string]string{"bad.yaml": configMap("twice", "1") + "  v: 2\n  v: 3\n  w: 1\n  w: 1\n"},
			want:    []string{`app/templates/bad.yaml:7:3: helm keeps the last value only: "v", "w"`},
			objects: []string{"ConfigMap/twice", "ConfigMap/good"}, whole: true,
		},
		{
			name: "endless include", files: map[string]string{"_h.tpl": "{{ define \"h\" }}{{ include \"h\" . }}{{ end }}", "bad.yaml": "{{ include \"h\" . }}"},
			want: []string{"app/templates/_h.tpl:1:1: nested reference name: h"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"app/templates/good.yaml": good}
			for name, text := range tt.files {
				files["app/templates/"+name] = text
			}
			u := mustLoad(t, chartFS(files), Options{})
			loadertest.WantProblems(t, u, stage, tt.want...)
			if tt.objects == nil {
				tt.objects = []string{"ConfigMap/good"}
			}
			loadertest.WantObjects(t, u, tt.objects...)
			if u.Partial == tt.whole {
				t.Errorf("Unit.Partial is %v", u.Partial)
			}
			for _, p := range u.Problems {
				if !p.Partial {
					t.Errorf("not marked partial: %v", p)
				}
				if strings.Contains(p.Message, "executing") || strings.Contains(p.Message, "<") {
					t.Errorf("template jargon in %q", p.Message)
				}
			}
		})
	}
}

func TestTooManyFailures(t *testing.T) {
	files := map[string]string{"app/templates/good.yaml": configMap("good", "1")}
	for i := range maxAttempts + 5 {
		files[fmt.Sprintf("app/templates/bad%02d.yaml", i)] = fmt.Sprintf("{{ fail %q }}", fmt.Sprint(i))
	}
	u := mustLoad(t, chartFS(files), Options{})
	if len(u.Documents) > 0 || !u.Partial || len(u.Problems) != maxAttempts+1 {
		t.Errorf("documents %d, partial %v, %d problems", len(u.Documents), u.Partial, len(u.Problems))
	}
	if last := u.Problems[len(u.Problems)-1]; last.Partial || !strings.Contains(last.Message, "not analysed") {
		t.Errorf("last problem %+v", last)
	}
}

func TestFailureInArchive(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/charts/sub-1.0.0.tgz": archive(t, map[string]string{
			"sub/Chart.yaml":          "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
			"sub/templates/bad.yaml":  "{{ .Values.x.y }}",
			"sub/templates/cm.yaml":   configMap("sub", "1"),
			"sub/templates/yaml.yaml": "a: [",
			"sub/crds/c.yaml":         "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c}\n",
		}),
	}), Options{})
	const tgz = "app/charts/sub-1.0.0.tgz"
	loadertest.WantProblems(t, u, stage, tgz+": cannot be read: what stands before .y is not set (left out: "+tgz+":templates/bad.yaml)",
		tgz+":1:1: templates/yaml.yaml in the archive: rendered text: not valid YAML")
	loadertest.WantObjects(t, u, "CustomResourceDefinition/c", "ConfigMap/sub")
	for _, d := range u.Documents {
		if tr := d.Trace(nil); d.File != tgz || tr.Span.File != tgz || tr.Exact {
			t.Errorf("file %q, trace %v exact %v", d.File, tr.Span, tr.Exact)
		}
	}
	if _, ok := u.Files[tgz]; ok {
		t.Error("Files has the archive")
	}
}
