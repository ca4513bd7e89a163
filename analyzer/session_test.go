package analyzer_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/report"
)

// tree is a folder that a test edits like a person: the demo, and files that link images with Dockerfiles.
type tree struct {
	t    *testing.T
	root string
}

func newTree(t *testing.T) tree {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tr := tree{t, root}
	demo := os.DirFS("../testdata/demo")
	tr.check(os.CopyFS(root, demo))
	tr.write(".git/HEAD", "ref: refs/heads/main\n")
	tr.write("jobs/app/Dockerfile", "FROM debian:12\nCOPY run.sh /run.sh\nCMD /run.sh --serve\n")
	tr.write("jobs/app/run.sh", "#!/bin/sh\nexec app\n")
	tr.write("jobs/app/pod.yaml", pod("jobs-app", "example.com/jobs/app:1"))
	tr.write("jobs/one.yaml", pod("one", "example.com/one:1"))
	tr.write("jobs/skaffold.yaml", "apiVersion: skaffold/v4beta6\nkind: Config\nbuild:\n  artifacts:\n  - image: example.com/one\n    context: app\n")
	return tr
}

func pod(name, image string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n  labels: {app: %s}\nspec:\n  terminationGracePeriodSeconds: 5\n  containers:\n  - name: app\n    image: %s\n    ports: [{containerPort: 80}]\n    lifecycle: {preStop: {exec: {command: [sleep, \"9\"]}}}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: %s}\nspec: {selector: {app: %s}, ports: [{port: 80}]}\n", name, name, image, name, name)
}

func (tr tree) check(err error) {
	tr.t.Helper()
	if err != nil {
		tr.t.Fatal(err)
	}
}

func (tr tree) path(name string) string { return filepath.Join(tr.root, filepath.FromSlash(name)) }

func (tr tree) write(name, text string) {
	tr.t.Helper()
	tr.check(os.MkdirAll(filepath.Dir(tr.path(name)), 0o755))
	tr.check(os.WriteFile(tr.path(name), []byte(text), 0o644))
}

// files are the names of files (or folders) of the tree.
func (tr tree) files(folders bool) []string {
	var out []string
	tr.check(fs.WalkDir(os.DirFS(tr.root), ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if p == ".git" {
			return fs.SkipDir
		}
		if p != "." && e.IsDir() == folders && e.Type()&fs.ModeSymlink == 0 {
			out = append(out, p)
		}
		return nil
	}))
	return out
}

// words are replaced by each other in any file: names, images, numbers, forms of commands.
var words = [][2]string{
	{"terminationGracePeriodSeconds: 5", "terminationGracePeriodSeconds: 50"}, {"replicas: 2", "replicas: 1"}, {"replicas: 3", "replicas: 1"},
	{"CMD /run.sh --serve", `CMD ["/run.sh", "--serve"]`}, {"exec app", "app"}, {"example.com/one", "example.com/jobs/app"},
	{"sleep", "slepp"}, {"kind: Service", "kind: Servant"}, {"context: app", "context: ."}, {"name: ", "name:  "},
	{"apiVersion", "apiversion"}, {"../../base", "../base"}, {"\n", "\n# drainlint:ignore prestop-exceeds-grace -- accepted\n"},
	{"image: ", "image: {{ nothing }}"}, {"httpGet", "tcpSocket"}, {"sleep\", \"9", "sleep\", \"7"}, {"FROM debian:12", "FROM scratch"},
}

// edit changes one thing, and says what.
func (tr tree) edit(rnd *rand.Rand, kept map[string]string) string {
	files := tr.files(false)
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	file := pick(files)
	data, err := os.ReadFile(tr.path(file))
	tr.check(err)
	switch n := rnd.IntN(20); {
	case n < 8:
		for range 400 {
			file = pick(files)
			data, err = os.ReadFile(tr.path(file))
			tr.check(err)
			w := words[rnd.IntN(len(words))]
			from, to := w[0], w[1]
			if strings.Contains(string(data), to) {
				from, to = to, from
			}
			if strings.Contains(string(data), from) {
				tr.write(file, strings.Replace(string(data), from, to, 1))
				return fmt.Sprintf("in %s: %q to %q", file, from, to)
			}
		}
	case n < 10:
		tr.check(os.Remove(tr.path(file)))
		kept[file] = string(data)
		return "delete " + file
	case n < 13 && len(kept) > 0:
		for file, text := range kept {
			if os.MkdirAll(filepath.Dir(tr.path(file)), 0o755) == nil && os.WriteFile(tr.path(file), []byte(text), 0o644) == nil {
				delete(kept, file)
				return "restore " + file
			}
		}
	case n == 13: // an editor that writes beside the file and renames
		tr.write(file+"~", string(data)+"\n# edited\n")
		tr.check(os.Rename(tr.path(file+"~"), tr.path(file)))
		return "replace " + file
	case n == 14:
		to := strings.TrimSuffix(file, filepath.Ext(file)) + "-b" + filepath.Ext(file)
		tr.check(os.Rename(tr.path(file), tr.path(to)))
		kept[file] = string(data)
		return "rename " + file + " to " + to
	case n == 15:
		dir := pick(tr.files(true))
		if os.Rename(tr.path(dir), tr.path(dir+"-moved")) == nil {
			return "move folder " + dir
		}
	case n == 16:
		for _, dir := range tr.files(true) {
			if to, ok := strings.CutSuffix(dir, "-moved"); ok && os.Rename(tr.path(dir), tr.path(to)) == nil {
				return "move folder back " + dir
			}
		}
	case n == 17:
		to := fmt.Sprintf("new%d/%s", rnd.IntN(3), filepath.Base(file))
		tr.write(to, string(data))
		return "copy " + file + " to " + to
	case n == 18:
		tr.write(".gitignore", pick([]string{"", "jobs/\n", "*.json\n", "charts/\n", "new1/\n", "Dockerfile\n"}))
		return ".gitignore"
	}
	link := fmt.Sprintf("link%d%s", rnd.IntN(2), filepath.Ext(file))
	_ = os.Remove(tr.path(link))
	tr.check(os.Symlink(filepath.FromSlash(file), tr.path(link)))
	return "link " + link + " to " + file
}

// TestSessionEqualsRun makes random edits, and compares what a Session says with what a new run says.
func TestSessionEqualsRun(t *testing.T) {
	edits := 40
	if testing.Short() {
		edits = 20
	}
	a, err := analyzer.New(analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range []uint64{1, 2, 3} {
		tr := newTree(t)
		paths := []string{tr.root}
		if seed == 3 {
			paths = []string{tr.path("deploy/base/api.yaml"), tr.path("charts"), tr.path("jobs")}
		}
		s, err := a.Session(paths...)
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(seed, 0))
		kept := map[string]string{}
		var log []string
		analysed, owners := 0, 0
		for i := range edits {
			got := encode(t, s.Run, paths)
			want := encode(t, func(ctx context.Context) (*analyzer.Report, error) { return a.Run(ctx, paths...) }, paths)
			if got != want {
				t.Fatalf("seed %d: the session differs from a scan after %d edits, the last ones:\n%s\n%s", seed, i, strings.Join(log[max(0, len(log)-5):], "\n"), difference(got, want))
			}
			again, all := s.Analysed()
			if i > 0 {
				analysed, owners = analysed+again, owners+all
			}
			log = append(log, tr.edit(rnd, kept))
		}
		if analysed*2 > owners {
			t.Errorf("seed %d: %d of %d inputs were analysed again: that is no gain", seed, analysed, owners)
		}
		t.Logf("seed %d: %d of %d inputs analysed again", seed, analysed, owners)
	}
}

func encode(t *testing.T, run func(context.Context) (*analyzer.Report, error), paths []string) string {
	t.Helper()
	r, err := run(context.Background())
	if err != nil {
		t.Fatal(paths, err)
	}
	var b bytes.Buffer
	if err := report.Write(&b, "json", r, report.Options{Root: r.Root}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// difference are the first lines that only one of two texts has.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out []string
	for i := 0; i < min(len(x), len(y)) && len(out) < 12; i++ {
		if x[i] != y[i] {
			out = append(out, "session: "+x[i], "scan:    "+y[i])
		}
	}
	return strings.Join(out, "\n")
}

// TestSessionWorksOnlyOnWhatChanged names the inputs of which an edit is the business.
func TestSessionWorksOnlyOnWhatChanged(t *testing.T) {
	tr := newTree(t)
	a, err := analyzer.New(analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := a.Session(tr.root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	_, all := s.Analysed()
	for _, tt := range []struct {
		name, file, from, to string
		want                 int
	}{
		{"nothing", "", "", "", 0},
		{"a file that nobody reads", "notes.txt", "", "notes", 0},
		{"a manifest", "jobs/one.yaml", "image: ", "image:  ", 1},
		{"a chart's values", "charts/shop/values.yaml", "", "# edited\n", 1},
		{"a base is the business of its overlays", "deploy/base/api.yaml", "", "# edited\n", 1},
		{"a script is the business of its Dockerfile, which the pods start", "jobs/app/run.sh", "exec app", "app", 2},
	} {
		if tt.file != "" {
			data, _ := os.ReadFile(tr.path(tt.file))
			tr.write(tt.file, strings.Replace(string(data), tt.from, tt.to, 1))
		}
		if _, err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got, _ := s.Analysed(); got != tt.want {
			t.Errorf("%s: %d of %d inputs analysed again, want %d", tt.name, got, all, tt.want)
		}
	}
	if _, err := a.Session("-"); err == nil {
		t.Error("a session accepted standard input")
	}
	if !slices.Contains(s.Folders(), tr.path("charts/shop/templates")) {
		t.Errorf("the folder of templates is not watched: %v", s.Folders())
	}
}
