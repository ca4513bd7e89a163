package helm

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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

// objects lists kind/name of each document, in order.
func objects(u *source.Unit) []string {
	var out []string
	for _, d := range u.Documents {
		out = append(out, d.Scalar("kind")+"/"+d.Scalar("metadata", "name"))
	}
	return out
}

// data gives .data.v of the ConfigMap of that name.
func data(t *testing.T, u *source.Unit, name string) string {
	t.Helper()
	for _, d := range u.Documents {
		if d.Scalar("metadata", "name") == name {
			return d.Scalar("data", "v")
		}
	}
	t.Fatalf("no object %q among %v; problems: %v", name, objects(u), problems(u))
	return ""
}

// problems lists the place and text of each Problem.
func problems(u *source.Unit) []string {
	var out []string
	for _, p := range u.Problems {
		out = append(out, p.Span.String()+": "+p.Message)
	}
	return out
}

// wantProblems checks that each Problem has, in order, the place and a part of the message, given as "place: part".
func wantProblems(t *testing.T, u *source.Unit, want ...string) {
	t.Helper()
	got := problems(u)
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		place, part, _ := strings.Cut(want[i], ": ")
		ok = u.Problems[i].Span.String() == place && strings.Contains(u.Problems[i].Message, part) && u.Problems[i].Stage == stage
	}
	if !ok {
		t.Errorf("problems:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func wantObjects(t *testing.T, u *source.Unit, want ...string) {
	t.Helper()
	if got := objects(u); !slices.Equal(got, want) {
		t.Errorf("objects %v, want %v; problems: %v", got, want, problems(u))
	}
}
