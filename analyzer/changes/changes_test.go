package changes

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
)

// repo is a git work tree with one commit; git runs in it.
func repo(t *testing.T, files map[string]string) (dir string, git func(...string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on the PATH")
	}
	dir = t.TempDir()
	git = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for name, text := range files {
		put(t, dir, name, text)
	}
	git("add", "-A")
	git("commit", "-qm", "first")
	return dir, git
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSince(t *testing.T) {
	const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	const odd = "dir/kø 配 \"x\".yaml"
	dir, git := repo(t, map[string]string{"a.yaml": ten, "same.yaml": ten, odd: ten, "gone.yaml": "x\n", "old.yaml": ten + "old\n", "cut.yaml": ten})
	git("config", "diff.noprefix", "true")
	put(t, dir, "a.yaml", strings.Replace(ten, "5\n", "five\n++ b/same.yaml\n", 1))
	put(t, dir, odd, "0\n"+ten)
	put(t, dir, "cut.yaml", strings.Replace(ten, "4\n5\n", "", 1))
	put(t, dir, "added.yaml", ten)
	git("mv", "old.yaml", "new.yaml")
	if err := os.Remove(filepath.Join(dir, "gone.yaml")); err != nil {
		t.Fatal(err)
	}
	s, err := Since(context.Background(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file     string
		from, to int
		want     bool
	}{
		{"a.yaml", 1, 4, false}, {"a.yaml", 4, 5, true}, {"a.yaml", 6, 9, true}, {"a.yaml", 7, 9, false},
		{odd, 1, 1, true}, {odd, 2, 9, false}, {"same.yaml", 1, 99, false}, {"added.yaml", 3, 3, true},
		{"new.yaml", 1, 99, false}, {"gone.yaml", 1, 1, false},
		{"cut.yaml", 1, 2, false}, {"cut.yaml", 3, 3, true}, {"cut.yaml", 4, 4, true}, {"cut.yaml", 5, 5, false},
	} {
		if got := s.Lines(c.file, c.from, c.to); got != c.want {
			t.Errorf("%s %d-%d: got %v, want %v", c.file, c.from, c.to, got, c.want)
		}
	}
	if !s.Span(source.Span{File: "a.yaml"}) || s.Span(source.Span{File: "same.yaml"}) {
		t.Error("a span without a line stands for its file")
	}
}

func TestSinceBelowTheWorkTree(t *testing.T) {
	dir, _ := repo(t, map[string]string{"app/a.yaml": "1\n", "b.yaml": "1\n"})
	put(t, dir, "app/a.yaml", "2\n")
	put(t, dir, "b.yaml", "2\n")
	s, err := Since(context.Background(), filepath.Join(dir, "app"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if !s.File("a.yaml") || s.File("b.yaml") || s.File("app/a.yaml") {
		t.Errorf("paths are not relative to the root: %v", s.files)
	}
}

// TestSinceBranch: what the other branch gained meanwhile is no change of this one.
func TestSinceBranch(t *testing.T) {
	dir, git := repo(t, map[string]string{"a.yaml": "1\n", "b.yaml": "1\n"})
	git("branch", "other")
	git("checkout", "-q", "-b", "mine")
	put(t, dir, "a.yaml", "2\n")
	git("commit", "-qam", "mine")
	git("checkout", "-q", "other")
	put(t, dir, "b.yaml", "2\n")
	git("commit", "-qam", "other")
	git("checkout", "-q", "mine")
	s, err := Since(context.Background(), dir, "other")
	if err != nil {
		t.Fatal(err)
	}
	if !s.File("a.yaml") || s.File("b.yaml") {
		t.Errorf("got %v", s.files)
	}
}

func TestSinceErrors(t *testing.T) {
	dir, _ := repo(t, map[string]string{"a.yaml": "1\n"})
	for _, revision := range []string{"nowhere", "--output=x", ""} {
		if _, err := Since(context.Background(), dir, revision); err == nil || !strings.Contains(err.Error(), "no such revision") {
			t.Errorf("revision %q: %v", revision, err)
		}
	}
	if _, err := Since(context.Background(), t.TempDir(), "HEAD"); err == nil || !strings.Contains(err.Error(), "not in a git work tree") {
		t.Errorf("outside git: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Since(context.Background(), dir, "HEAD"); err == nil || !strings.Contains(err.Error(), "needs git") {
		t.Errorf("without git: %v", err)
	}
}
