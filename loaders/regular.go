package loaders

import (
	"errors"
	"io/fs"
	"os"
)

// errNotRegular is the error for a pipe, a socket or a device: reading it might never end.
var errNotRegular = errors.New("not a regular file")

// regular opens only regular files and folders of a root. Whatever a loader reads goes through it.
type regular struct{ fs.FS }

// OpenRoot opens a folder so that nothing outside it can be read, and nothing in it that is not a file or a folder.
func OpenRoot(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return regular{root.FS()}, nil
}

func (r regular) check(op, name string) error {
	info, err := fs.Stat(r.FS, name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &fs.PathError{Op: op, Path: name, Err: errNotRegular}
	}
	return nil // the operation itself reports what is wrong with the path
}

func (r regular) Open(name string) (fs.File, error) {
	if err := r.check("open", name); err != nil {
		return nil, err
	}
	return r.FS.Open(name)
}

func (r regular) ReadFile(name string) ([]byte, error) {
	if err := r.check("read", name); err != nil {
		return nil, err
	}
	return fs.ReadFile(r.FS, name)
}

func (r regular) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS, name) }
func (r regular) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(r.FS, name) }
func (r regular) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(r.FS, name) }
func (r regular) ReadLink(name string) (string, error)       { return fs.ReadLink(r.FS, name) }
