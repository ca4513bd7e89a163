package helm

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestBrokenChartFiles(t *testing.T) {
	for _, tt := range []struct {
		name    string
		files   map[string]string
		want    string
		objects []string
	}{
		{name: "no name", files: map[string]string{"app/Chart.yaml": "apiVersion: v2\nversion: 1.0.0\n"}, want: "app/Chart.yaml:1:1: Chart.yaml: name is required"},
		{name: "no version", files: map[string]string{"app/Chart.yaml": "apiVersion: v2\nname: a\n"}, want: "app/Chart.yaml:1:1: Chart.yaml: version is required"},
		{name: "bad version", files: map[string]string{"app/Chart.yaml": "apiVersion: v2\nname: a\nversion: one\n"}, want: `app/Chart.yaml:3:1: version "one" is invalid`},
		{name: "map for version", files: map[string]string{"app/Chart.yaml": "apiVersion: v2\nname: a\nversion: {a: 1}\n"}, want: "app/Chart.yaml:3:1: version: expected a string, found object"},
		{name: "bad type", files: map[string]string{"app/Chart.yaml": plainChart + "type: plugin\n"}, want: "app/Chart.yaml:4:1: type must be application or library"},
		{name: "broken YAML", files: map[string]string{"app/Chart.yaml": "apiVersion: v2\nname: [\nversion: 1.0.0\n"}, want: "app/Chart.yaml:2:1: Chart.yaml is not valid YAML"},
		{name: "two dependencies of one name", files: map[string]string{"app/Chart.yaml": plainChart + "dependencies: [{name: a}, {name: a}]\n"}, want: `app/Chart.yaml:4:1: more than one dependency with name or alias "a"`},
		{name: "values are a list", files: map[string]string{"app/values.yaml": "- 1\n"}, want: "app/values.yaml:1:1: values.yaml has a value of the wrong type: expected a mapping, found array"},
		{name: "values are broken", files: map[string]string{"app/values.yaml": "a: 1\nb: {\nc: 2\n"}, want: "app/values.yaml:2:1: values.yaml is not valid YAML"},
		{name: "no apiVersion", files: map[string]string{"app/Chart.yaml": "name: a\nversion: 1.0.0\n"}, want: "app/Chart.yaml:1:1: no apiVersion", objects: []string{"ConfigMap/cm"}},
		{
			name: "broken subchart", want: "app/charts/s/Chart.yaml:1:1: name is required", objects: []string{"ConfigMap/cm"},
			files: map[string]string{"app/charts/s/Chart.yaml": "apiVersion: v2\nversion: 1.0.0\n", "app/charts/s/templates/x.yaml": configMap("x", "1")},
		},
		{
			name: "values of a dependency are no map", want: `app/values.yaml:1:1: the values of subchart "s" have to be a map`,
			files: map[string]string{"app/values.yaml": "s: text\n", "app/charts/s/Chart.yaml": "apiVersion: v2\nname: s\nversion: 1.0.0\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := chartFS(map[string]string{"app/templates/cm.yaml": configMap("cm", "1")})
			for name, text := range tt.files {
				fsys[name] = &fstest.MapFile{Data: []byte(text)}
			}
			u := mustLoad(t, fsys, Options{})
			loadertest.WantProblems(t, u, stage, tt.want)
			loadertest.WantObjects(t, u, tt.objects...)
			if p := u.Problems[0]; p.Partial != (tt.objects != nil) || u.Partial == p.Warning {
				t.Errorf("problem partial %v, unit partial %v", p.Partial, u.Partial)
			}
		})
	}
}

func TestNoChart(t *testing.T) {
	u, err := Load(context.Background(), fstest.MapFS{"app/values.yaml": {}}, "app", Options{})
	if err != nil {
		t.Fatal(err)
	}
	loadertest.WantProblems(t, u, stage, "app: a chart without Chart.yaml")
}

func TestBrokenValueFile(t *testing.T) {
	fsys := chartFS(map[string]string{"app/templates/cm.yaml": configMap("cm", "1"), "v.yaml": "a: 1\nb: [\nc: 1\n"})
	u := mustLoad(t, fsys, Options{ValueFiles: []string{"v.yaml", "none.yaml"}})
	loadertest.WantProblems(t, u, stage, "v.yaml:2:1: values file is not valid YAML", "none.yaml: values file cannot be read")
	loadertest.WantObjects(t, u) // other values than those asked for would prove nothing
	if !u.Partial || u.Problems[0].Partial {
		t.Errorf("unit partial %v, problem partial %v", u.Partial, u.Problems[0].Partial)
	}
}
