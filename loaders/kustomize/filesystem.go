package kustomize

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// mount is the absolute path under which kustomize sees the root of the run.
const mount = "/checkout"

var errReadOnly = errors.New("read-only file system")

// readOnly shows kustomize the root of the run and nothing else. Files in overlay take the place of those on disk.
type readOnly struct {
	fsys    fs.FS
	overlay map[string][]byte
	// charts are files of overlay that exist nowhere else.
	charts map[string]*inflated
	// read collects the text of every file that kustomize has read, as it stands on disk.
	read map[string][]byte
}

// rel turns an absolute path below mount into one below the root of the run.
func rel(p string) (string, error) {
	p = path.Clean(filepath.ToSlash(p))
	if p == mount {
		return ".", nil
	}
	if r, ok := strings.CutPrefix(p, mount+"/"); ok {
		return r, nil
	}
	return "", &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
}

func (r *readOnly) stat(p string) (string, fs.FileInfo, error) {
	name, err := rel(p)
	if err != nil {
		return "", nil, err
	}
	if _, ok := r.charts[name]; ok {
		return name, virtual{path.Base(name), int64(len(r.overlay[name]))}, nil
	}
	if name, err = realPath(r.fsys, name); err != nil {
		return "", nil, err
	}
	info, err := fs.Stat(r.fsys, name)
	return name, info, err
}

// CleanedAbs implements filesys.FileSystem; it follows links, as kustomize does on disk.
func (r *readOnly) CleanedAbs(p string) (filesys.ConfirmedDir, string, error) {
	name, info, err := r.stat(p)
	switch {
	case err != nil:
		return "", "", err
	case info.IsDir():
		return filesys.ConfirmedDir(path.Join(mount, name)), "", nil
	}
	return filesys.ConfirmedDir(path.Join(mount, path.Dir(name))), path.Base(name), nil
}

// ReadFile implements filesys.FileSystem.
func (r *readOnly) ReadFile(p string) ([]byte, error) {
	name, err := rel(p)
	if err != nil {
		return nil, err
	}
	if _, ok := r.charts[name]; ok {
		return r.overlay[name], nil
	}
	if real, err := realPath(r.fsys, name); err == nil {
		name = real
	}
	data, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		return nil, err
	}
	r.read[name] = data
	if prepared, ok := r.overlay[name]; ok {
		return prepared, nil
	}
	if FileName(path.Base(name)) {
		// Each kustomization is prepared before the build; one that was not could start git.
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	return data, nil
}

// IsDir implements filesys.FileSystem.
func (r *readOnly) IsDir(p string) bool {
	_, info, err := r.stat(p)
	return err == nil && info.IsDir()
}

// Exists implements filesys.FileSystem.
func (r *readOnly) Exists(p string) bool {
	_, _, err := r.stat(p)
	return err == nil
}

// ReadDir implements filesys.FileSystem.
func (r *readOnly) ReadDir(p string) ([]string, error) {
	name, err := rel(p)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(r.fsys, name)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// Glob implements filesys.FileSystem.
func (r *readOnly) Glob(pattern string) ([]string, error) {
	name, err := rel(pattern)
	if err != nil {
		return nil, nil
	}
	found, err := fs.Glob(r.fsys, name)
	for i := range found {
		found[i] = path.Join(mount, found[i])
	}
	return found, err
}

// Walk implements filesys.FileSystem; a build does not walk.
func (r *readOnly) Walk(string, filepath.WalkFunc) error { return errReadOnly }

// Open implements filesys.FileSystem; a build reads whole files only.
func (r *readOnly) Open(string) (filesys.File, error) { return nil, errReadOnly }

// Create implements filesys.FileSystem.
func (r *readOnly) Create(string) (filesys.File, error) { return nil, errReadOnly }

// Mkdir implements filesys.FileSystem.
func (r *readOnly) Mkdir(string) error { return errReadOnly }

// MkdirAll implements filesys.FileSystem.
func (r *readOnly) MkdirAll(string) error { return errReadOnly }

// RemoveAll implements filesys.FileSystem.
func (r *readOnly) RemoveAll(string) error { return errReadOnly }

// WriteFile implements filesys.FileSystem.
func (r *readOnly) WriteFile(string, []byte) error { return errReadOnly }

// maxLinks is how many links Linux follows in one path.
const maxLinks = 40

// realPath resolves the links in a path below the root of fsys, as far as the path exists.
func realPath(fsys fs.FS, name string) (string, error) {
	links := 0
	done, rest := ".", strings.Split(name, "/")
	for len(rest) > 0 {
		next := path.Join(done, rest[0])
		info, err := fs.Lstat(fsys, next)
		if err != nil {
			return path.Join(append([]string{next}, rest[1:]...)...), err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done, rest = next, rest[1:]
			continue
		}
		if links++; links > maxLinks {
			return name, errors.New("a loop of symbolic links")
		}
		to, err := fs.ReadLink(fsys, next)
		if err != nil {
			return name, err
		}
		joined := path.Join(done, to)
		if path.IsAbs(to) || !fs.ValidPath(joined) {
			return name, errOutside
		}
		done, rest = ".", append(strings.Split(joined, "/"), rest[1:]...)
	}
	return done, nil
}

var errOutside = errors.New("the link leaves the root of the run, and nothing outside it is read")
