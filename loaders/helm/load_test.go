package helm

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

func TestLoad(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.yaml":              "replicas: 2\n",
		"app/templates/_helpers.tpl":   `{{ define "app.name" }}{{ .Release.Name }}-x{{ end }}`,
		"app/templates/b.yaml":         configMap(`{{ include "app.name" . }}`, "{{ .Values.replicas }}"),
		"app/templates/a.yaml":         "---\n# nothing\n---\n" + configMap("one", "1") + "---\n" + configMap("two", "2"),
		"app/templates/empty.yaml":     "{{ if false }}x{{ end }}",
		"app/templates/NOTES.txt":      "kind: Note\napiVersion: v1\n",
		"app/templates/hook.yaml":      hooked("pre-install"),
		"app/templates/old.yaml":       hooked("crd-install"),
		"app/templates/tests/t.yaml":   strings.Replace(hooked("test"), "name: h", "name: t", 1),
		"app/crds/crd.yaml":            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: things.example.com\n",
		"app/README.md":                "text",
		"app/templates/nokind.yaml":    "just: data\n",
		"app/templates/glued.yaml":     "---apiVersion: v1\nkind: Secret\nmetadata: {name: glued}\n",
		"app/templates/namespace.yaml": configMap("ns", "{{ .Release.Namespace }}/{{ .Release.Revision }}/{{ .Release.IsInstall }}/{{ .Release.Service }}"),
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "CustomResourceDefinition/things.example.com", "ConfigMap/one", "ConfigMap/two", "ConfigMap/release-name-x",
		"Secret/glued", "Job/h", "ConfigMap/ns", "Job/t")
	if got := data(t, u, "ns"); got != "default/1/true/Helm" {
		t.Errorf(".Release: %q", got)
	}
	if u.Kind != source.Helm || u.Dir != "app" || u.Namespace != "default" || u.Partial {
		t.Errorf("unit %+v", u)
	}
	var files []string
	for name := range u.Files {
		files = append(files, name)
	}
	for _, want := range []string{"app/Chart.yaml", "app/values.yaml", "app/templates/_helpers.tpl", "app/crds/crd.yaml"} {
		if !slices.Contains(files, want) {
			t.Errorf("Files %v: no %s", files, want)
		}
	}
	if slices.Contains(files, "app/README.md") {
		t.Error("Files has README.md")
	}
	for i, want := range map[int]string{0: "app/crds/crd.yaml", 1: "app/templates/a.yaml", 7: "app/templates/tests/t.yaml"} {
		if got := u.Documents[i].File; got != want {
			t.Errorf("document %d: file %q, want %q", i, got, want)
		}
	}
	crd, tmpl := u.Documents[0].Trace(source.Path{"metadata", "name"}), u.Documents[1].Trace(source.Path{"metadata", "name"})
	if crd.Span.String() != "app/crds/crd.yaml:4:3" || !crd.Exact {
		t.Errorf("crd: %v exact %v", crd.Span, crd.Exact)
	}
	if tmpl.Span.File != "app/templates/a.yaml" {
		t.Errorf("template: %v", tmpl.Span)
	}
}

func hooked(hook string) string {
	return "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: h\n  annotations:\n    helm.sh/hook: " + hook + "\n"
}

func TestLoadChartAtRoot(t *testing.T) {
	fsys := chartFS(nil)
	fsys["Chart.yaml"] = fsys["app/Chart.yaml"]
	delete(fsys, "app/Chart.yaml")
	fsys["templates/a.yaml"] = chartFS(map[string]string{"x": configMap("a", "1")})["x"]
	u, err := Load(context.Background(), fsys, ".", Options{})
	if err != nil || len(u.Documents) != 1 || u.Documents[0].File != "templates/a.yaml" {
		t.Errorf("unit %+v, error %v", u, err)
	}
}

func TestValuesOrder(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/values.yaml":       "v: default\nlist: [1, 2]\nkeep: {a: 1, b: 2}\ngone: here\n",
		"one.yaml":              "v: one\nkeep: {b: 3}\nlist: [9]\ngone: null\n",
		"two.yaml":              "v: two\n",
		"content.txt":           "from file",
		"app/templates/cm.yaml": configMap("cm", `'{{ .Values.v }}|{{ .Values.keep.a }}{{ .Values.keep.b }}|{{ .Values.list | join "," }}|{{ .Values.gone }}|{{ kindOf .Values.v }}'`),
	})
	one, two := []string{"one.yaml"}, []string{"one.yaml", "two.yaml"}
	for _, tt := range []struct {
		name string
		o    Options
		want string
	}{
		{"defaults", Options{}, "default|12|1,2|here|string"},
		{"file merges maps, replaces lists, null deletes", Options{ValueFiles: one}, "one|13|9||string"},
		{"later file wins", Options{ValueFiles: two}, "two|13|9||string"},
		{"set-json before set", Options{ValueFiles: two, SetJSON: []string{`v="json"`}, Set: []string{"v=5"}}, "5|13|9||int64"},
		{"set-json", Options{ValueFiles: two, SetJSON: []string{`v="json"`}}, "json|13|9||string"},
		{"set-string over set", Options{Set: []string{"v=5"}, SetString: []string{"v=6"}}, "6|12|1,2|here|string"},
		{"set-file over set-string", Options{SetString: []string{"v=6"}, SetFile: []string{"v=content.txt"}}, "from file|12|1,2|here|string"},
		{"set-literal last", Options{SetFile: []string{"v=content.txt"}, SetLiteral: []string{"v=a,b=c"}}, "a,b=c|12|1,2|here|string"},
		{"set null deletes", Options{Set: []string{"gone=null"}}, "default|12|1,2||string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := mustLoad(t, fsys, tt.o)
			loadertest.WantProblems(t, u, stage)
			if got := data(t, u, "cm"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSubcharts(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/Chart.yaml": plainChart + `dependencies:
- {name: sub, version: 1.x, alias: first}
- {name: sub, version: 1.x, alias: second, condition: second.enabled}
- {name: none, version: 1.x, condition: none.enabled}
- {name: tagged, version: 1.x, tags: [extra]}
`,
		"app/values.yaml":                      "global: {color: red}\nfirst: {v: parent}\nsecond: {enabled: true}\nnone: {enabled: false}\ntags: {extra: false}\n",
		"app/charts/sub/Chart.yaml":            "apiVersion: v2\nname: sub\nversion: 1.2.3\n",
		"app/charts/sub/values.yaml":           "v: own\n",
		"app/charts/sub/templates/cm.yaml":     configMap("{{ .Chart.Name }}", "{{ .Values.v }}/{{ .Values.global.color }}"),
		"app/charts/sub/crds/c.yaml":           "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c}\n",
		"app/charts/none/Chart.yaml":           "apiVersion: v2\nname: none\nversion: 1.0.0\n",
		"app/charts/none/templates/cm.yaml":    configMap("none", "1"),
		"app/charts/tagged/Chart.yaml":         "apiVersion: v2\nname: tagged\nversion: 1.0.0\n",
		"app/charts/tagged/templates/cm.yaml":  configMap("tagged", "1"),
		"app/charts/_parked/templates/cm.yaml": configMap("parked", "1"),
	})
	u := mustLoad(t, fsys, Options{Set: []string{"first.v=set"}})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "CustomResourceDefinition/c", "ConfigMap/first", "CustomResourceDefinition/c", "ConfigMap/second")
	if a, b := data(t, u, "first"), data(t, u, "second"); a != "set/red" || b != "own/red" {
		t.Errorf("values %q and %q", a, b)
	}
	for _, d := range u.Documents {
		if !strings.HasPrefix(d.File, "app/charts/sub/") {
			t.Errorf("%s: file %q, want the real folder of the alias", d.Scalar("metadata", "name"), d.File)
		}
	}
	u = mustLoad(t, fsys, Options{Set: []string{"second.enabled=false", "none.enabled=true", "tags.extra=true", "global.color=blue"}})
	loadertest.WantObjects(t, u, "CustomResourceDefinition/c", "ConfigMap/first", "ConfigMap/none", "ConfigMap/tagged")
	if got := data(t, u, "first"); got != "parent/blue" {
		t.Errorf("global from --set: %q", got)
	}
}

func TestLibraryChart(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml":         plainChart + "type: library\ndependencies: [{name: gone, version: 1.x}]\n",
		"app/templates/_x.tpl":   `{{ define "x" }}{{ fail "no" }}{{ end }}`,
		"app/templates/bad.yaml": "{{ .Values.a.b }}",
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u)
	if u.Partial || len(u.Files) == 0 {
		t.Errorf("partial %v, files %d", u.Partial, len(u.Files))
	}
}

func TestLookupIsEmpty(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/templates/cm.yaml": configMap("cm", `'{{ (lookup "v1" "Secret" "" "").items | default list | len }}{{ if lookup "v1" "Secret" "a" "b" }}found{{ else }}none{{ end }}{{ getHostByName "localhost" }}'`),
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	if got := data(t, u, "cm"); got != "0none" {
		t.Errorf("got %q", got)
	}
}

func TestTemplatesCannotChangeLaterAttempts(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.yaml":         "m: {}\n",
		"app/templates/z.yaml":    `{{ $_ := set .Values.m "n" 1 }}`,
		"app/templates/fail.yaml": `{{ fail "stop" }}`,
		"app/templates/cm.yaml":   configMap("cm", "'{{ len .Values.m }}'"),
	}), Options{})
	if got := data(t, u, "cm"); got != "1" {
		t.Errorf("values leak between attempts: %q", got)
	}
}

func TestLoadErrors(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		o          Options
	}{
		{"kube version", `kube version "new"`, Options{KubeVersion: "new"}},
		{"release name", `release name "No_Good"`, Options{ReleaseName: "No_Good"}},
		{"set", `--set "a[=1"`, Options{Set: []string{"a[=1"}}},
		{"set-json", `--set-json "a={"`, Options{SetJSON: []string{"a={"}}},
		{"set-file", `--set-file "a=none.txt"`, Options{SetFile: []string{"a=none.txt"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := Load(context.Background(), chartFS(nil), "app", tt.o)
			if err == nil || u != nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("unit %v, error %v, want an error with %q", u, err, tt.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, chartFS(nil), "app", Options{}); err == nil {
		t.Error("a cancelled context gives no error")
	}
}

func TestLoadIsDeterministic(t *testing.T) {
	files := map[string]string{"app/Chart.yaml": plainChart}
	for _, n := range []string{"a", "b", "c", "d", "e"} {
		files["app/charts/"+n+"/Chart.yaml"] = "apiVersion: v2\nname: same\nversion: 1.0.0\n"
		files["app/charts/"+n+"/templates/"+n+".yaml"] = configMap(n, "1")
		files["app/templates/bad-"+n+".yaml"] = "{{ fail \"" + n + "\" }}"
	}
	first := mustLoad(t, chartFS(files), Options{})
	for range 5 {
		again := mustLoad(t, chartFS(files), Options{})
		if !slices.Equal(loadertest.Objects(again), loadertest.Objects(first)) || !slices.Equal(loadertest.Problems(again), loadertest.Problems(first)) {
			t.Fatalf("differs:\n%v %v\n%v %v", loadertest.Objects(first), loadertest.Problems(first), loadertest.Objects(again), loadertest.Problems(again))
		}
	}
}
