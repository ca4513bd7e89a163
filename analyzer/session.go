package analyzer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/snapshot"
)

// Session analyses the same paths again and again. Each report is the one that Analyzer.Run would give, but only the
// charts, kustomizations, folders and Dockerfiles whose files changed are analysed again. It is for one goroutine.
type Session struct {
	a      *Analyzer
	paths  []string
	root   string
	opened os.FileInfo
	files  *snapshot.FS
	memory map[string]*remembered
	index  index
	again  int
}

// Session prepares to analyse paths, given as a user types them. Standard input can be read only once: "-" is an error.
func (a *Analyzer) Session(paths ...string) (*Session, error) {
	if slices.Contains(paths, "-") {
		return nil, fmt.Errorf("standard input cannot be analysed again: name files or folders")
	}
	return &Session{a: a, paths: paths}, nil
}

// Run gives a report on the files as they are now.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	info, err := os.Stat(s.root)
	if s.root == "" || err != nil || !os.SameFile(info, s.opened) { // at first, or another folder took the root's place
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	s.files.Next()
	rel, outside := s.a.relative(s.root, s.paths)
	fsys := s.files.Unnoted()
	nodes := s.a.nodes(s.root)
	found := s.a.discover(fsys, rel, nodes)
	found.Problems = append(found.Problems, outside...)
	r := run{Analyzer: s.a, root: s.root, fsys: fsys, found: found, parts: make([]part, len(found.Owners)), facts: s.a.facts, index: &s.index}
	r.facts.Inventory = nodes
	memory := make(map[string]*remembered, len(found.Owners))
	for _, o := range found.Owners {
		key := name(o)
		m := s.memory[key]
		if m == nil || !m.sameOwner(o) {
			m = &remembered{owner: o}
		}
		m.files = s.files
		m.start()
		memory[key] = m
		r.memory = append(r.memory, m)
	}
	s.memory = memory
	s.index.files = s.files
	if err := r.all(ctx); err != nil {
		return nil, stopped(err)
	}
	s.again = 0
	for _, m := range r.memory {
		if m.worked {
			s.again++
		}
	}
	report := s.a.report(ctx, s.root, fsys, append(loaders.Scope{}, rel...), found, r.parts, false)
	s.files.Forget()
	return report, nil
}

func (s *Session) open() error {
	root, fsys, _, _, err := s.a.open(s.paths)
	if err != nil {
		return err
	}
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	s.root, s.opened, s.files, s.memory, s.index = root, info, snapshot.New(fsys), nil, index{}
	return nil
}

// Analysed tells how many inputs the last run analysed again, and how many there are.
func (s *Session) Analysed() (again, all int) { return s.again, len(s.memory) }

// Folders are the absolute paths of the folders in which a change can change the report. Some may not exist.
func (s *Session) Folders() []string {
	if s.files == nil {
		return nil
	}
	folders, links := s.files.Folders()
	out := []string{filepath.Dir(s.root)} // the root itself may be replaced
	for _, dir := range folders {
		out = append(out, filepath.Join(s.root, filepath.FromSlash(dir)))
	}
	for _, link := range links {
		if target, err := filepath.EvalSymlinks(filepath.Join(s.root, filepath.FromSlash(link))); err == nil {
			out = append(out, target, filepath.Dir(target))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// name tells owners of one run apart.
func name(o loaders.Owner) string {
	if len(o.Files) == 1 {
		return strings.Join([]string{string(o.Kind), o.Dir, o.Files[0]}, "\x00")
	}
	return string(o.Kind) + "\x00" + o.Dir
}
