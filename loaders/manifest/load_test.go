package manifest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/source"
)

// unitsOf loads files (path: names of the objects inside) and gives each Unit as its sorted "file/name" list.
func unitsOf(t *testing.T, files map[string]string) []string {
	t.Helper()
	fsys := fstest.MapFS{}
	var list []string
	for file, objects := range files {
		var b strings.Builder
		for _, name := range strings.Fields(objects) {
			fmt.Fprintf(&b, "---\n"+pod, name)
		}
		fsys[file] = &fstest.MapFile{Data: []byte(b.String())}
		list = append(list, file)
	}
	slices.Sort(list)
	units, err := Load(context.Background(), fsys, ".", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, u := range units {
		var objects []string
		for _, d := range u.Documents {
			objects = append(objects, d.File+"#"+d.Scalar("metadata", "name"))
		}
		out = append(out, strings.Join(objects, " "))
	}
	return out
}

func TestUnits(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"one Unit over folders", map[string]string{"a.yaml": "a", "sub/b.yaml": "b"}, []string{"a.yaml#a sub/b.yaml#b"}},
		{"two files define one object: what is defined once is in both Units",
			map[string]string{"svc.yaml": "svc", "v1.yaml": "web", "v2.yaml": "web"},
			[]string{"svc.yaml#svc v1.yaml#web", "svc.yaml#svc v2.yaml#web"}},
		{"two folders with full sets",
			map[string]string{"dev/web.yaml": "web", "dev/svc.yaml": "svc", "prod/web.yaml": "web", "prod/svc.yaml": "svc"},
			[]string{"dev/svc.yaml#svc dev/web.yaml#web", "prod/svc.yaml#svc prod/web.yaml#web"}},
		{"variants inside one folder", map[string]string{"a.yaml": "a", "v/1.yaml": "web", "v/2.yaml": "web"},
			[]string{"a.yaml#a v/1.yaml#web", "a.yaml#a v/2.yaml#web"}},
		{"one file that defines an object twice stays one Unit", map[string]string{"a.yaml": "web web"}, []string{"a.yaml#web a.yaml#web"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := unitsOf(t, tt.files); !slices.Equal(got, tt.want) {
				t.Errorf("Units\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

func TestLoadUnreadableFile(t *testing.T) {
	fsys := fstest.MapFS{"good.yaml": {Data: []byte(fmt.Sprintf(pod, "a"))}}
	units, err := Load(context.Background(), fsys, ".", []string{"gone.yaml", "good.yaml"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(units) != 1 || len(units[0].Documents) != 1 || len(units[0].Problems) != 1 {
		t.Fatalf("units: %+v", units)
	}
	if p := units[0].Problems[0]; p.Span != (source.Span{File: "gone.yaml"}) || !strings.Contains(p.Message, "cannot be read") {
		t.Errorf("problem %+v", p)
	}
}
