package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// fixtures are folders whose charts and overlays are there to be tested or read, not to be deployed.
var fixtures = []string{"testdata", "test", "tests", "__tests__", "fixtures", "test-fixtures", "ci", "example", "examples", "e2e"}

// deployed leaves out what lies below such a folder or a hidden one, as .github is, unless nothing else is there.
func deployed(dirs []string) []string {
	out := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		return slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool {
			return slices.Contains(fixtures, name) || strings.HasPrefix(name, ".") && name != "."
		})
	})
	if len(out) == 0 {
		return dirs
	}
	return out
}

// defaultBranch is the branch that others start from: that of the remote, else the current one, else main.
func defaultBranch(ctx context.Context, root string) string {
	if out, err := git(ctx, root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(out, "origin/")
	}
	if out, err := git(ctx, root, "symbolic-ref", "--short", "HEAD"); err == nil {
		return out
	}
	return "main"
}

// dependency is an entry of a chart's dependencies.
type dependency struct{ Name, Repository string }

// unvendored are the dependencies of a chart when a fresh checkout holds one of them nowhere: not in charts/, not beside the
// chart. helm dependency build asks for the repositories of all of them then.
func unvendored(ctx context.Context, fsys fs.FS, root, chart string) []dependency {
	var out []dependency
	missing := false
	for _, name := range []string{"Chart.yaml", "requirements.yaml"} {
		var doc struct{ Dependencies []dependency }
		data, err := fs.ReadFile(fsys, path.Join(chart, name))
		if err != nil || yaml.Unmarshal(data, &doc) != nil { // a scan says what is wrong with it
			continue
		}
		for _, d := range doc.Dependencies {
			if d.Name != "" && !strings.HasPrefix(d.Repository, "file://") {
				out = append(out, d)
				missing = missing || !held(ctx, fsys, root, chart, d.Name)
			}
		}
	}
	if !missing {
		return nil
	}
	return out
}

// held tells whether a dependency of a chart is part of the repository.
func held(ctx context.Context, fsys fs.FS, root, chart, name string) bool {
	for _, at := range []string{path.Join(chart, "charts", name, "Chart.yaml"), path.Join(path.Dir(chart), name, "Chart.yaml")} {
		if _, err := fs.Stat(fsys, at); err == nil && !ignored(ctx, root, at) {
			return true
		}
	}
	archives, err := fs.Glob(fsys, path.Join(chart, "charts", name+"-*.tgz"))
	return err == nil && slices.ContainsFunc(archives, func(a string) bool { return !ignored(ctx, root, a) })
}

// ignored tells whether git leaves a file out of commits.
func ignored(ctx context.Context, root, file string) bool {
	_, err := git(ctx, root, "check-ignore", "-q", "--", file)
	return err == nil
}

// fetching are the commands that bring the dependencies of charts into a checkout.
func (f *found) fetching() []string {
	var add, build []string
	for _, chart := range f.charts {
		if len(f.missing[chart]) == 0 {
			continue
		}
		for _, d := range f.missing[chart] {
			u, err := url.Parse(d.Repository)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" { // an OCI registry needs no entry
				continue
			}
			name := strings.Trim(strings.Map(func(r rune) rune {
				if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
					return r
				}
				return '-'
			}, strings.ToLower(u.Host+u.Path)), "-")
			if c := fmt.Sprintf("helm repo add %s %s", name, shellWord(d.Repository)); !slices.Contains(add, c) {
				add = append(add, c)
			}
		}
		build = append(build, "helm dependency build "+shellWord(chart))
	}
	return slices.Concat(add, build)
}

// shellWord quotes a word for a shell where that is needed.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@-") == "" && !strings.HasPrefix(s, "-") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
