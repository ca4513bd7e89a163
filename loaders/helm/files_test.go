package helm

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestHelmignore(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/.helmignore":               "# comment\n*.bak.yaml\n/templates/gone/\n",
		"app/templates/a.yaml":          configMap("a", `'{{ .Files.Get "x.txt" }}{{ .Files.Get "y.txt" }}'`),
		"app/templates/b.bak.yaml":      configMap("b", "1"),
		"app/templates/gone/c.yaml":     configMap("c", "1"),
		"app/templates/.hidden.yaml":    configMap("hidden", "1"),
		"app/x.txt":                     "x",
		"app/charts/s/Chart.yaml":       "apiVersion: v2\nname: s\nversion: 1.0.0\n",
		"app/charts/s/templates/d.yaml": configMap("d", "1"),
		"app/charts/s/.helmignore":      "d.yaml\n",
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "ConfigMap/d", "ConfigMap/a") // a vendored chart's own .helmignore has no say
	if got := data(t, u, "a"); got != "x" {
		t.Errorf(".Files: %q", got)
	}
}

func TestBrokenHelmignore(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/.helmignore":      "b.yaml\ndocs/**\n",
		"app/templates/a.yaml": configMap("a", "1"),
		"app/templates/b.yaml": configMap("b", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage, "app/.helmignore:2: double-star")
	loadertest.WantObjects(t, u, "ConfigMap/a")
}

func TestLinks(t *testing.T) {
	fsys := chartFS(map[string]string{
		"shared/common/Chart.yaml":          "apiVersion: v2\nname: common\nversion: 1.0.0\n",
		"shared/common/templates/cm.yaml":   configMap("common", "1"),
		"shared/one.yaml":                   configMap("one", "1"),
		"app/templates/real.yaml":           configMap("real", "1"),
		"app/.helmignore":                   "ignored.yaml\n",
		"shared/common/templates/_unused.x": "",
	})
	link := func(at, to string) { fsys[at] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777} }
	link("app/charts/common", "../../shared/common")
	link("app/templates/one.yaml", "../../shared/one.yaml")
	link("app/templates/ignored.yaml", "nowhere")
	link("app/templates/dangling.yaml", "nowhere")
	link("app/templates/outside.yaml", "../../../etc/passwd")
	link("app/templates/loop", "..")
	u := mustLoad(t, fsys, Options{})
	loadertest.WantProblems(t, u, stage, "app/templates/dangling.yaml: cannot be read", "app/templates/loop: a loop of symbolic links",
		"app/templates/outside.yaml: leaves the root of the run")
	loadertest.WantObjects(t, u, "ConfigMap/common", "ConfigMap/one", "ConfigMap/real")
	for i, want := range []string{"shared/common/templates/cm.yaml", "shared/one.yaml", "app/templates/real.yaml"} {
		if got := u.Documents[i].File; got != want {
			t.Errorf("document %d: file %q, want the real file %q", i, got, want)
		}
	}
}

// A root on disk refuses links that leave it by itself; the chart must still load.
func TestLinksOnDisk(t *testing.T) {
	outside := t.TempDir()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("app/Chart.yaml", plainChart)
	write("app/templates/a.yaml", configMap("a", "1"))
	write("b.yaml", configMap("b", "1"))
	for at, to := range map[string]string{"b.yaml": "../../b.yaml", "c.yaml": filepath.Join(outside, "c.yaml"), "d.yaml": "../../../d.yaml"} {
		if err := os.Symlink(to, filepath.Join(dir, "app/templates", at)); err != nil {
			t.Skip("links are not supported here")
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	u, err := Load(context.Background(), root.FS(), "app", Options{})
	if err != nil {
		t.Fatal(err)
	}
	loadertest.WantProblems(t, u, stage, "app/templates/c.yaml: leaves the root of the run", "app/templates/d.yaml: leaves the root of the run")
	loadertest.WantObjects(t, u, "ConfigMap/a", "ConfigMap/b")
}
