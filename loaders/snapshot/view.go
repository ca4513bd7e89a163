package snapshot

import (
	"io/fs"
	"path"
	"slices"
	"sync"
)

// View is a file system that notes which questions it was asked, and the versions of the answers.
type View struct {
	fs   *FS
	mu   sync.Mutex
	seen map[question]uint64 // nil notes nothing
}

// Fresh tells whether every question that was asked would get the same answer in this round.
func (v *View) Fresh() bool {
	fresh := true
	for q, version := range v.seen {
		// All are asked, also after the first change, so that Forget keeps them.
		fresh = v.fs.ask(q).version == version && fresh
	}
	return fresh
}

func (v *View) ask(op op, name string) *answer {
	q := question{op, name}
	a := v.fs.ask(q)
	if v.seen != nil {
		v.mu.Lock()
		v.seen[q] = a.version
		v.mu.Unlock()
	}
	return a
}

// Stat implements fs.StatFS.
func (v *View) Stat(name string) (fs.FileInfo, error) {
	a := v.ask(stat, name)
	return a.info, a.err
}

// Lstat implements fs.ReadLinkFS.
func (v *View) Lstat(name string) (fs.FileInfo, error) {
	a := v.ask(lstat, name)
	return a.info, a.err
}

// ReadLink implements fs.ReadLinkFS.
func (v *View) ReadLink(name string) (string, error) {
	a := v.ask(readLink, name)
	return a.target, a.err
}

// ReadFile implements fs.ReadFileFS. The caller owns the result.
func (v *View) ReadFile(name string) ([]byte, error) {
	a := v.ask(readFile, name)
	if a.err != nil {
		return nil, a.err
	}
	return append(make([]byte, 0, len(a.data)), a.data...), nil
}

// ReadDir implements fs.ReadDirFS.
func (v *View) ReadDir(name string) ([]fs.DirEntry, error) {
	a := v.ask(readDir, name)
	out := slices.Clone(a.entries)
	for i, e := range out {
		out[i] = entry{e, v, path.Join(name, e.Name())}
	}
	return out, a.err
}

// Open implements fs.FS. What is read through the file is noted as if all of it was read.
func (v *View) Open(name string) (fs.File, error) {
	if a := v.ask(stat, name); a.err == nil && a.info.IsDir() {
		v.ask(readDir, name)
	} else {
		v.ask(readFile, name)
	}
	return v.fs.inner.Open(name)
}

// entry is an entry of a folder whose Info is a question of its own.
type entry struct {
	fs.DirEntry
	view *View
	name string
}

func (e entry) Info() (fs.FileInfo, error) { return e.view.Lstat(e.name) }
