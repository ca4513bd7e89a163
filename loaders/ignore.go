package loaders

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// ignorer answers which paths .gitignore files and configured excludes leave out. Patterns are collected on the way
// down, so a matcher for a folder knows the files of all its parents.
type ignorer struct {
	fsys     fs.FS
	excludes []gitignore.Pattern
	git      map[string][]gitignore.Pattern
	matchers map[string]gitignore.Matcher
}

func newIgnorer(fsys fs.FS, excludes []string) *ignorer {
	ig := &ignorer{fsys: fsys, git: map[string][]gitignore.Pattern{}, matchers: map[string]gitignore.Matcher{}}
	for _, e := range excludes {
		ig.excludes = append(ig.excludes, gitignore.ParsePattern(e, nil))
	}
	return ig
}

// ignored tells whether the entry p (slash path from the root) is left out.
func (ig *ignorer) ignored(p string, folder bool) bool {
	dir := path.Dir(p)
	m, ok := ig.matchers[dir]
	if !ok {
		all := append(append([]gitignore.Pattern{}, ig.patterns(dir)...), ig.excludes...)
		m = gitignore.NewMatcher(all)
		ig.matchers[dir] = m
	}
	return m.Match(strings.Split(p, "/"), folder)
}

// within tells whether a file, or a folder above it, is left out.
func (ig *ignorer) within(p string) bool {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if skippedFolders[path.Base(dir)] || ig.ignored(dir, true) {
			return true
		}
	}
	return ig.ignored(p, false)
}

func (ig *ignorer) patterns(dir string) []gitignore.Pattern {
	if ps, ok := ig.git[dir]; ok {
		return ps
	}
	var ps []gitignore.Pattern
	var domain []string
	if dir != "." {
		ps = append(ps, ig.patterns(path.Dir(dir))...)
		domain = strings.Split(dir, "/")
	}
	data, err := fs.ReadFile(ig.fsys, path.Join(dir, ".gitignore"))
	if err == nil {
		for line := range bytes.Lines(data) {
			text := strings.TrimRight(string(line), " \t\r\n")
			if text != "" && !strings.HasPrefix(text, "#") {
				ps = append(ps, gitignore.ParsePattern(text, domain))
			}
		}
	}
	ig.git[dir] = ps
	return ps
}
