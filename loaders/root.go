package loaders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FindRoot decides the root of a run: the folder to which all reported paths are relative and outside of which nothing
// is read. It is explicit when given, else the git work tree that encloses the first path, else that path itself (its
// folder when it is a file). Paths are as the user typed them; "-" is standard input and does not count.
func FindRoot(explicit string, paths []string) (string, error) {
	if explicit != "" {
		return real(explicit)
	}
	first := "."
	for _, p := range paths {
		if p != "-" {
			first = p
			break
		}
	}
	dir, err := filepath.Abs(first)
	if err != nil {
		return "", err
	}
	for {
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() {
			break
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent // a file, or a path that does not exist: discovery reports that
			continue
		}
		break
	}
	if dir, err = real(dir); err != nil {
		return "", err
	}
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil {
			return up, nil
		}
		if filepath.Dir(up) == up {
			return commonFolder(dir, paths), nil
		}
	}
}

// commonFolder widens dir until it holds every path, so that several paths outside git can be analysed in one run.
func commonFolder(dir string, paths []string) string {
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if p == "-" || err != nil {
			continue
		}
		if r, err := filepath.EvalSymlinks(abs); err == nil {
			abs = r
		}
		for !within(dir, abs) && filepath.Dir(dir) != dir {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

func within(dir, p string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func real(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("root %q does not exist: expected a folder", dir)
		}
		return "", fmt.Errorf("root %q: %w", dir, err)
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", fmt.Errorf("root %q: expected a folder", dir)
	}
	return abs, nil
}

// Relative turns a path as typed into a slash path relative to root. ok is false when it lies outside.
func Relative(root, p string) (rel string, ok bool) {
	abs, err := filepath.Abs(p)
	if err != nil {
		return "", false
	}
	// The folder may be reached through a link; the last element is kept, so that a link is reported under its own name.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	if !within(root, abs) {
		if abs, err = filepath.EvalSymlinks(abs); err != nil || !within(root, abs) {
			return "", false
		}
	}
	r, err := filepath.Rel(root, abs)
	return filepath.ToSlash(r), err == nil
}
