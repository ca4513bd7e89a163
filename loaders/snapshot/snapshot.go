// Package snapshot answers questions about files from memory and finds out which answers have changed: a run that follows
// another one reads only what was edited in between, and knows whom that concerns.
package snapshot

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// settled is how much older than its reading a file has to be before equal times mean equal content: clocks of file
// systems are coarse (2 s on FAT).
const settled = 2 * time.Second

// FS is a file system that remembers its answers. Within one round, a question always has the same answer. It is safe for
// concurrent use, except for Next and Forget.
type FS struct {
	inner   fs.FS
	mu      sync.Mutex
	round   int
	answers map[question]*answer
	version atomic.Uint64
}

// New remembers answers of inner.
func New(inner fs.FS) *FS { return &FS{inner: inner, answers: map[question]*answer{}} }

// Next begins a round: every answer is checked once more when it is asked for again.
func (f *FS) Next() { f.round++ }

// Forget drops the answers that nobody asked for in this round.
func (f *FS) Forget() {
	for q, a := range f.answers {
		if a.round != f.round {
			delete(f.answers, q)
		}
	}
}

// View is a file system over f that notes what is asked.
func (f *FS) View() *View { return &View{fs: f, seen: map[question]uint64{}} }

// Unnoted is a file system over f that notes nothing.
func (f *FS) Unnoted() fs.FS { return &View{fs: f} }

// Folders are the folders whose changes can change an answer, relative to the root; some may not exist (yet). Links are
// the symbolic links among the entries of these folders.
func (f *FS) Folders() (folders, links []string) {
	seen := map[string]bool{}
	for q, a := range f.answers {
		if !fs.ValidPath(q.name) {
			continue
		}
		seen[path.Dir(q.name)] = true
		if q.op != readDir {
			continue
		}
		seen[q.name] = true
		for _, e := range a.entries {
			if e.Type()&fs.ModeSymlink != 0 {
				links = append(links, path.Join(q.name, e.Name()))
			}
		}
	}
	for dir := range seen {
		folders = append(folders, dir)
	}
	slices.Sort(folders)
	slices.Sort(links)
	return folders, links
}

type op byte

const (
	stat op = iota
	lstat
	readLink
	readDir
	readFile
)

type question struct {
	op   op
	name string
}

// answer is the last answer to a question. version changes with it; round is the round in which it was checked.
type answer struct {
	mu      sync.Mutex
	version uint64
	round   int
	err     error
	info    fs.FileInfo
	target  string
	entries []fs.DirEntry
	data    []byte
	// of is what a file was when data was read, at that time.
	of   fs.FileInfo
	read time.Time
}

func (f *FS) ask(q question) *answer {
	f.mu.Lock()
	a := f.answers[q]
	if a == nil {
		a = &answer{}
		f.answers[q] = a
	}
	f.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.version != 0 && a.round == f.round {
		return a
	}
	same := f.check(q, a)
	if a.version == 0 || !same {
		a.version = f.version.Add(1)
	}
	a.round = f.round
	return a
}

// check asks the file system, and tells whether the answer is what it was.
func (f *FS) check(q question, a *answer) (same bool) {
	old := a.err
	switch q.op {
	case stat, lstat:
		info := a.info
		if a.info, a.err = fs.Stat(f.inner, q.name); q.op == lstat {
			a.info, a.err = fs.Lstat(f.inner, q.name)
		}
		return sameError(old, a.err) && sameInfo(info, a.info)
	case readLink:
		target := a.target
		a.target, a.err = fs.ReadLink(f.inner, q.name)
		return sameError(old, a.err) && target == a.target
	case readDir:
		entries := a.entries
		a.entries, a.err = fs.ReadDir(f.inner, q.name)
		return sameError(old, a.err) && slices.EqualFunc(entries, a.entries, func(x, y fs.DirEntry) bool {
			return x.Name() == y.Name() && x.Type() == y.Type()
		})
	}
	info, err := fs.Stat(f.inner, q.name)
	if err == nil && a.err == nil && a.of != nil && os.SameFile(info, a.of) && info.Size() == a.of.Size() &&
		info.ModTime().Equal(a.of.ModTime()) && info.Mode() == a.of.Mode() && a.read.Sub(info.ModTime()) > settled {
		return true
	}
	data := a.data
	a.read = time.Now()
	a.data, a.err = fs.ReadFile(f.inner, q.name)
	a.of = info
	return sameError(old, a.err) && bytes.Equal(data, a.data)
}

func sameError(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

// sameInfo compares what loaders read of a FileInfo: the kind, and the size of files.
func sameInfo(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Mode() == b.Mode() && (!a.Mode().IsRegular() || a.Size() == b.Size())
}
