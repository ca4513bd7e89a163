package helm

import (
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

// A store is searched after charts/ and the folders beside the chart; the highest version that fits wins.
func TestStores(t *testing.T) {
	dependent := map[string]string{
		"app/Chart.yaml":             "apiVersion: v2\nname: app\nversion: 1.0.0\ndependencies:\n  - name: sub\n    version: 1.x.x\n    repository: https://charts.example.com\n",
		"app/templates/pod.yaml":     configMap("own", "1"),
		"store/sub/Chart.yaml":       "apiVersion: v2\nname: sub\nversion: 2.0.0\n",
		"store/sub/values.yaml":      "",
		"other/sub/Chart.yaml":       "apiVersion: v2\nname: sub\nversion: 1.4.0\n",
		"other/sub/templates/c.yaml": configMap("theirs", "{{ .Chart.Version }}"),
	}
	fsys := chartFS(dependent)
	store := func(dir string) Store {
		sub, err := fsys.Sub(dir)
		if err != nil {
			t.Fatal(err)
		}
		return Store{Name: dir, FS: sub}
	}
	u := mustLoad(t, fsys, Options{Stores: []Store{store("store"), store("other")}})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "ConfigMap/theirs", "ConfigMap/own")
	if got := data(t, u, "theirs"); got != "1.4.0" {
		t.Errorf("version %s", got)
	}
	if tr := u.Documents[0].Trace(nil); tr.Span.File != "app/Chart.yaml" || tr.Exact {
		t.Errorf("%v: an object of a store is reported at the chart that asks for it", tr.Span)
	}
	if u := mustLoad(t, fsys, Options{Stores: []Store{store("store")}}); len(u.Problems) != 1 {
		t.Errorf("a version that does not fit: %v", loadertest.Problems(u))
	}
}
