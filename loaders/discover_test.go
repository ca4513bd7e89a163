package loaders

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	object        = "apiVersion: v1\nkind: Service\nmetadata:\n  name: x\n"
	chartYAML     = "apiVersion: v2\nname: c\nversion: 0.1.0\n"
	kustomization = "resources: [%s]\n"
)

// tree writes files (a value that starts with "-> " makes a link) and opens the folder as a root.
func tree(t *testing.T, files map[string]string) fs.FS {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, p)
		} else {
			err = os.WriteFile(p, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root.FS()
}

// owners gives each owner as "kind dir files".
func owners(d *Discovery) []string {
	var out []string
	for _, o := range d.Owners {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", o.Kind, o.Dir, strings.Join(o.Files, " "))))
	}
	return out
}

func TestDiscover(t *testing.T) {
	chart := map[string]string{
		"c/Chart.yaml": chartYAML, "c/values.yaml": "a: 1\n", "c/templates/a.yaml": object, "c/charts/sub/Chart.yaml": chartYAML,
		"c/charts/sub/templates/b.yaml": object, "c/crds/crd.yaml": object, "c/ci/test-values.yaml": "b: 2\n",
	}
	overlay := map[string]string{
		"base/kustomization.yaml": fmt.Sprintf(kustomization, "a.yaml"), "base/a.yaml": object,
		"prod/kustomization.yaml": fmt.Sprintf(kustomization, "../base"), "stage/kustomization.yml": fmt.Sprintf(kustomization, "../base"),
	}
	tests := []struct {
		name     string
		files    map[string]string
		paths    []string
		excludes []string
		want     []string
		scope    Scope
	}{
		{"a chart owns its templates, subcharts and crds", chart, []string{"."}, nil, []string{"helm c"}, nil},
		{"template text outside templates/ belongs to the chart, an example does not", map[string]string{
			"c/Chart.yaml": chart["c/Chart.yaml"], "c/assets/job.yaml": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .name }}\n", "c/examples/pod.yaml": object,
		}, []string{"."}, nil, []string{"helm c", "manifest c/examples c/examples/pod.yaml"}, nil},
		{"a template belongs to the chart", chart, []string{"c/templates/a.yaml"}, nil, []string{"helm c"}, Scope{"c/templates/a.yaml"}},
		{"a subchart's template belongs to the topmost chart", chart, []string{"c/charts/sub/templates/b.yaml"}, nil, []string{"helm c"}, Scope{"c/charts/sub/templates/b.yaml"}},
		{"values belong to the chart", chart, []string{"c/values.yaml"}, nil, []string{"helm c"}, Scope{"c"}},
		{"a folder inside a chart", chart, []string{"c/templates"}, nil, []string{"helm c"}, Scope{"c/templates"}},
		{"a manifest beside the templates is a manifest", map[string]string{"Chart.yaml": chartYAML, "deploy/a.yaml": object}, []string{"."}, nil,
			[]string{"helm .", "manifest deploy deploy/a.yaml"}, nil},
		{"roots are kustomizations that no other uses", overlay, []string{"."}, nil, []string{"kustomize prod", "kustomize stage"}, nil},
		{"a base alone is a root", overlay, []string{"base"}, nil, []string{"kustomize base"}, nil},
		{"a base file belongs to the overlays", overlay, []string{"base/a.yaml"}, nil, []string{"kustomize prod", "kustomize stage"}, Scope{"base/a.yaml"}},
		{"an overlay's own file concerns no other overlay", overlay, []string{"prod/kustomization.yaml"}, nil, []string{"kustomize prod"}, Scope{"prod/kustomization.yaml"}},
		{"manifests: the topmost folder that directly holds some", map[string]string{"x/a.yaml": object, "x/y/b.yaml": object, "z/w/c.yaml": object, "ci.yaml": "on: push\n"},
			[]string{"."}, nil, []string{"manifest x x/a.yaml x/y/b.yaml", "manifest z/w z/w/c.yaml"}, nil},
		{"a named manifest brings its neighbours", map[string]string{"x/a.yaml": object, "x/b.yaml": object}, []string{"x/a.yaml"}, nil,
			[]string{"manifest x x/a.yaml x/b.yaml"}, Scope{"x/a.yaml"}},
		{"Dockerfiles by name", map[string]string{"Dockerfile": "FROM a", "x/Dockerfile.dev": "FROM a", "y/web.Dockerfile": "FROM a", "z/Containerfile": "FROM a", "Dockerfile.dockerignore": "x", "NotADockerfile": ""},
			[]string{"."}, nil, []string{"dockerfile . Dockerfile", "dockerfile x x/Dockerfile.dev", "dockerfile y y/web.Dockerfile", "dockerfile z z/Containerfile"}, nil},
		{"gitignore and excludes", map[string]string{".gitignore": "gen/\n!gen/keep\n", "gen/a.yaml": object, "b.yaml": object, "skip/c.yaml": object, "d/.gitignore": "e.yaml\n", "d/e.yaml": object},
			[]string{"."}, []string{"skip"}, []string{"manifest . b.yaml"}, nil},
		{"an ignored file that is named", map[string]string{".gitignore": "a.yaml\n", "a.yaml": object}, []string{"a.yaml"}, nil, []string{"manifest . a.yaml"}, Scope{"a.yaml"}},
		{"git's own folder and node_modules", map[string]string{".git/a.yaml": object, "node_modules/x/b.yaml": object, "c.yaml": object}, []string{"."}, nil, []string{"manifest . c.yaml"}, nil},
		{"a link inside the root is followed", map[string]string{"real/a.yaml": object, "x/link.yaml": "-> ../real/a.yaml"}, []string{"x"}, nil, []string{"manifest x x/link.yaml"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Discover(tree(t, tt.files), tt.paths, tt.excludes, false)
			if len(d.Problems) > 0 {
				t.Errorf("problems: %v", d.Problems)
			}
			if got := owners(d); !slices.Equal(got, tt.want) {
				t.Errorf("owners\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
			if !slices.Equal(d.Scope, tt.scope) {
				t.Errorf("scope %v, want %v", d.Scope, tt.scope)
			}
		})
	}
}

func TestDiscoverProblems(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		path  string
		want  string
	}{
		{"missing path", map[string]string{"a.yaml": object}, "nope", "path nope does not exist"},
		{"link to itself", map[string]string{"a.yaml": object, "l.yaml": "-> l.yaml"}, ".", "l.yaml: cannot be read: a loop of symbolic links"},
		{"link out of the root", map[string]string{"a.yaml": object, "l.yaml": "-> ../../../../etc/hostname"}, ".", "l.yaml: cannot be read: the link leaves the root"},
		{"folder link to a parent", map[string]string{"x/a.yaml": object, "x/up": "-> .."}, ".", "x/up: a loop of symbolic links"},
		{"dangling link", map[string]string{"a.yaml": object, "l.yaml": "-> gone.yaml"}, ".", "l.yaml: cannot be read: no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Discover(tree(t, tt.files), []string{tt.path}, nil, false)
			var got []string
			for _, p := range d.Problems {
				got = append(got, strings.TrimPrefix(p.Span.String()+": "+p.Message, ": "))
			}
			if len(got) != 1 || !strings.HasPrefix(got[0], tt.want) {
				t.Errorf("problems %q, want one that starts with %q", got, tt.want)
			}
			if tt.path == "." && len(d.Owners) != 1 {
				t.Errorf("the good file was lost: %v", owners(d))
			}
		})
	}
}

func TestDiscoverNotKubernetes(t *testing.T) {
	d := Discover(tree(t, map[string]string{"values.yaml": "a: 1\n"}), []string{"values.yaml"}, nil, false)
	if !slices.Equal(d.NotKubernetes, []string{"values.yaml"}) || len(d.Owners) > 0 || len(d.Problems) > 0 {
		t.Errorf("%+v", d)
	}
	d = Discover(tree(t, map[string]string{"values.yaml": "a: [\n"}), []string{"values.yaml"}, nil, false)
	if len(d.Owners) != 1 || !d.Owners[0].Strict["values.yaml"] {
		t.Errorf("a named file that is no YAML at all must be loaded and reported: %+v", d)
	}
}

func TestDiscoverPassed(t *testing.T) {
	files := map[string]string{
		"a.yaml": object, "values.yaml": "a: 1\n", "playbook.yaml": "a: {{ b }}\n", "gone/b.yaml": object, "main.go": "package main\n",
		".gitignore": "gen/\n", "gen/c.yaml": object, "skip/d.yaml": object, "c/Chart.yaml": chartYAML, "c/templates/e.yaml": object,
	}
	var paths []string
	for p := range files {
		paths = append(paths, p)
	}
	d := DiscoverPassed(tree(t, files), append(paths, "deleted.yaml"), []string{"skip"}, false)
	if len(d.Problems)+len(d.NotKubernetes) > 0 {
		t.Errorf("%+v", d)
	}
	want := []string{"manifest . a.yaml gone/b.yaml", "helm c"}
	if got := owners(d); !slices.Equal(got, want) {
		t.Errorf("owners %q, want %q", got, want)
	}
	d = DiscoverPassed(tree(t, files), []string{"deleted.yaml", "playbook.yaml", "gen/c.yaml"}, nil, false)
	if len(d.Owners) > 0 || d.Scope.Contains("a.yaml") {
		t.Errorf("%+v", d)
	}
}

func TestFindRoot(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"repo/.git", "repo/a/b", "plain/x", "plain/y"} {
		if err := os.MkdirAll(filepath.Join(dir, p), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "plain/x/f.yaml")
	if err := os.WriteFile(file, []byte(object), 0o644); err != nil {
		t.Fatal(err)
	}
	at := func(p string) string { return filepath.Join(dir, p) }
	tests := []struct {
		name, explicit string
		paths          []string
		want           string
	}{
		{"git work tree", "", []string{at("repo/a/b")}, at("repo")},
		{"explicit", at("repo/a"), []string{at("repo/a/b")}, at("repo/a")},
		{"the path itself", "", []string{at("plain/x")}, at("plain/x")},
		{"a file's folder", "", []string{file}, at("plain/x")},
		{"several paths", "", []string{at("plain/x"), at("plain/y")}, at("plain")},
		{"a missing path", "", []string{at("repo/a/none")}, at("repo")},
		{"standard input does not count", "", []string{"-", at("repo/a")}, at("repo")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := FindRoot(tt.explicit, tt.paths)
			if err != nil || got != tt.want {
				t.Errorf("root %q (%v), want %q", got, err, tt.want)
			}
		})
	}
	if _, ok := Relative(at("repo"), at("plain/x")); ok {
		t.Error("a path outside the root was accepted")
	}
}

// TestLinkedFiles: a link to a file that the same owner has is left out; one to elsewhere, or one that is named, is not.
func TestLinkedFiles(t *testing.T) {
	fsys := tree(t, map[string]string{
		"a/x.yaml": object, "a/more/x.yaml": "-> ../x.yaml", "a/more/again.yaml": "-> x.yaml",
		"b/deep/y.yaml": object, "c/deep/y.yaml": "-> ../../b/deep/y.yaml",
	})
	for _, c := range []struct {
		paths []string
		want  []string
	}{
		{[]string{"."}, []string{"manifest a a/x.yaml", "manifest b/deep b/deep/y.yaml", "manifest c/deep c/deep/y.yaml"}},
		{[]string{"a"}, []string{"manifest a a/x.yaml"}},
		{[]string{"a/more/x.yaml"}, []string{"manifest a a/more/x.yaml a/x.yaml"}},
	} {
		if got := owners(Discover(fsys, c.paths, nil, false)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.paths, got, c.want)
		}
	}
}
