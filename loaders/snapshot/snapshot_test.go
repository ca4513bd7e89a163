package snapshot

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestFresh(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a", "1")
	old := time.Now().Add(-time.Hour)
	for _, tt := range []struct {
		name   string
		ask    func(fs.FS)
		change func()
		fresh  bool
	}{
		{"nothing", func(f fs.FS) { _, _ = fs.ReadFile(f, "a") }, func() {}, true},
		{"another text", func(f fs.FS) { _, _ = fs.ReadFile(f, "a") }, func() { write("a", "2") }, false},
		{"the same text again", func(f fs.FS) { _, _ = fs.ReadFile(f, "a") }, func() { write("a", "2") }, true},
		{"another text of an old time", func(f fs.FS) { _, _ = fs.ReadFile(f, "a") }, func() { write("a", "33"); _ = os.Chtimes(filepath.Join(dir, "a"), old, old) }, false},
		{"another file", func(f fs.FS) { _, _ = fs.ReadFile(f, "a") }, func() { write("b", "2") }, true},
		{"a new name", func(f fs.FS) { _, _ = fs.ReadDir(f, ".") }, func() { write("c", "2") }, false},
		{"a longer text is no new name", func(f fs.FS) { _, _ = fs.ReadDir(f, ".") }, func() { write("c", "22") }, true},
		{"a pattern", func(f fs.FS) { _, _ = fs.Glob(f, "*.yaml") }, func() { write("d.yaml", "2") }, false},
		{"a file that was missing", func(f fs.FS) { _, _ = fs.Stat(f, "e") }, func() { write("e", "") }, false},
		{"a deleted file", func(f fs.FS) { _, _ = f.Open("e") }, func() { _ = os.Remove(filepath.Join(dir, "e")) }, false},
		{"a link's target", func(f fs.FS) { _, _ = fs.ReadLink(f, "l") }, func() { _ = os.Symlink("a", filepath.Join(dir, "l")) }, false},
		{"a text behind a link", func(f fs.FS) { _, _ = fs.ReadFile(f, "l") }, func() { write("a", "4") }, false},
	} {
		f := New(os.DirFS(dir))
		f.Next()
		v := f.View()
		tt.ask(v)
		tt.change()
		if !v.Fresh() {
			t.Errorf("%s: another answer in the same round", tt.name)
		}
		f.Next()
		if v.Fresh() != tt.fresh {
			t.Errorf("%s: fresh %v, want %v", tt.name, !tt.fresh, tt.fresh)
		}
		f.Forget()
		if len(f.answers) == 0 {
			t.Errorf("%s: answers that were checked are forgotten", tt.name)
		}
		if folders, _ := f.Folders(); !slices.Equal(folders, []string{"."}) {
			t.Errorf("%s: folders %v", tt.name, folders)
		}
	}
}

// TestOwnCopy proves that who changes an answer changes nobody else's.
func TestOwnCopy(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := New(os.DirFS(dir))
	f.Next()
	data, err := fs.ReadFile(f.Unnoted(), "a")
	if err != nil {
		t.Fatal(err)
	}
	clear(data)
	if again, _ := fs.ReadFile(f.View(), "a"); string(again) != "text" {
		t.Errorf("the text became %q", again)
	}
}
