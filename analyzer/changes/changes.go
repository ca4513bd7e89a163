// Package changes asks git what has changed since a revision, so that a report can be limited to it.
package changes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
)

// Set is what has changed, by root-relative file.
type Set struct {
	files map[string][]hunk
}

// hunk is a stretch of lines, both inclusive. Removed lines leave the two that they lay between.
type hunk struct{ from, to int }

// whole is a file without lines to compare: a new or a binary one.
var whole = []hunk{{1, 1 << 30}}

// Since compares the files below root, with what is not committed, to the point where their branch left the revision.
func Since(ctx context.Context, root, revision string) (*Set, error) {
	g := git{ctx, root}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("--changed-from needs git, and no program of this name is on the PATH")
	}
	if out, err := g.run("rev-parse", "--is-inside-work-tree"); err != nil || strings.TrimSpace(out) != "true" {
		return nil, fmt.Errorf("--changed-from: %s is not in a git work tree", root)
	}
	commit, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("--changed-from %q: git knows no such revision (a shallow clone may lack it: fetch more of the history)", revision)
	}
	from := strings.TrimSpace(commit)
	if base, err := g.run("merge-base", from, "HEAD"); err == nil {
		from = strings.TrimSpace(base)
	}
	diff := []string{"diff", "--relative", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--ignore-submodules"}
	names, err := g.run(append(slices.Clone(diff), "--name-status", "-z", from)...)
	if err != nil {
		return nil, fmt.Errorf("--changed-from: %w", err)
	}
	patch, err := g.run(append(slices.Clone(diff), "-U0", "--src-prefix=a/", "--dst-prefix=b/", from)...)
	if err != nil {
		return nil, fmt.Errorf("--changed-from: %w", err)
	}
	added, err := g.run("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, fmt.Errorf("--changed-from: %w", err)
	}
	return parse(names, patch, added), nil
}

type git struct {
	ctx context.Context
	dir string
}

// run starts git without anything that a repository's own configuration could start.
func (g git) run(args ...string) (string, error) {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"-C", g.dir, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}

func parse(names, patch, added string) *Set {
	s := &Set{files: map[string][]hunk{}}
	fields := strings.Split(names, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		status, file := fields[i], fields[i+1]
		if strings.HasPrefix(status, "R") || strings.HasPrefix(status, "C") {
			i++
			file = fields[i+1]
			if status == "R100" {
				continue // another name, the same text
			}
		}
		if status != "D" {
			s.files[file] = nil
		}
	}
	hunks := patchHunks(patch)
	for file := range s.files {
		s.files[file] = hunks[file]
		if len(hunks[file]) == 0 {
			s.files[file] = whole
		}
	}
	for file := range strings.SplitSeq(added, "\x00") {
		if file != "" {
			s.files[file] = whole
		}
	}
	return s
}

var hunkHead = regexp.MustCompile(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)

// patchHunks reads a patch without context. A line of a hunk begins with + or -, so that no text of a file is taken for
// a head, but for "+++ ", which only counts after a head of a file.
func patchHunks(patch string) map[string][]hunk {
	out := map[string][]hunk{}
	file, head := "", false
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "diff --git ") {
			file, head = "", true
			continue
		}
		if name, ok := strings.CutPrefix(line, "+++ "); ok && head {
			file, head = target(name), false
			continue
		}
		m := hunkHead.FindStringSubmatch(line)
		if m == nil || file == "" {
			continue
		}
		start, _ := strconv.Atoi(m[1])
		count := 1
		if m[2] != "" {
			count, _ = strconv.Atoi(m[2])
		}
		h := hunk{start, start + count - 1}
		if count == 0 {
			h = hunk{start, start + 1}
		}
		out[file] = append(out[file], h)
	}
	return out
}

// target is the file of a "+++ " line: with a prefix, quoted where it has odd characters, ended by a tab where it has blanks.
func target(s string) string {
	s = strings.TrimSuffix(s, "\t")
	if strings.HasPrefix(s, `"`) {
		if plain, err := strconv.Unquote(s); err == nil {
			s = plain
		}
	}
	return strings.TrimPrefix(s, "b/")
}

// File tells whether anything in a file has changed.
func (s *Set) File(file string) bool { return len(s.files[path.Clean(file)]) > 0 }

// Lines tells whether one of the lines of a file, both inclusive, has changed.
func (s *Set) Lines(file string, from, to int) bool {
	return slices.ContainsFunc(s.files[path.Clean(file)], func(h hunk) bool { return h.from <= to && from <= h.to })
}

// Span tells whether a place has changed; one without a line stands for its file.
func (s *Set) Span(sp source.Span) bool {
	if sp.Start.Line < 1 {
		return s.File(sp.File)
	}
	return s.Lines(sp.File, sp.Start.Line, max(sp.Start.Line, sp.End.Line))
}
