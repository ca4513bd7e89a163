package helm

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

const plainChart = "apiVersion: v2\nname: app\nversion: 1.0.0\n"

// chartFS is a chart in folder app: Chart.yaml is added when it is not given, other names are relative to the root.
func chartFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{"app/Chart.yaml": {Data: []byte(plainChart)}}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func configMap(name, value string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\ndata:\n  v: " + value + "\n"
}

func mustLoad(t *testing.T, fsys fstest.MapFS, o Options) *source.Unit {
	t.Helper()
	u, err := Load(context.Background(), fsys, "app", o)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return u
}

// data gives .data.v of the ConfigMap of that name.
func data(t *testing.T, u *source.Unit, name string) string {
	t.Helper()
	for _, d := range u.Documents {
		if d.Scalar("metadata", "name") == name {
			return d.Scalar("data", "v")
		}
	}
	t.Fatalf("no object %q among %v; problems: %v", name, loadertest.Objects(u), loadertest.Problems(u))
	return ""
}
