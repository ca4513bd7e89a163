// Package loaders turns paths into Units. Every loader is offline by construction: it reads files below the root of the
// run and nothing else. Whatever cannot be loaded becomes a Problem with a file and line and never hides the rest.
package loaders

import (
	"context"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/helm"
	"github.com/drainlint/drainlint/loaders/kustomize"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// Options are the settings of the loaders. The zero value is usable.
type Options struct {
	Helm      helm.Options
	Kustomize kustomize.Options
}

// Load reads one owner. The error is not nil only when ctx ended or an option is wrong; anything about the input is in
// the Units' Problems.
func Load(ctx context.Context, fsys fs.FS, o Owner, opts Options) (units []*source.Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			units, err = []*source.Unit{crashed(o, r)}, nil
		}
	}()
	switch o.Kind {
	case source.Helm:
		return helm.LoadSets(ctx, fsys, o.Dir, opts.Helm)
	case source.Kustomize:
		u, err := kustomize.Load(ctx, fsys, o.Dir, opts.Kustomize)
		if err != nil {
			return nil, err
		}
		return []*source.Unit{u}, nil
	case source.Docker:
		u := &source.Unit{Kind: source.Docker, Dir: o.Dir, Files: map[string][]byte{}}
		d, problems := dockerfile.Load(fsys, o.Files[0])
		if d != nil {
			u.Dockerfiles = []*source.Dockerfile{d}
		}
		if data, err := fs.ReadFile(fsys, o.Files[0]); err == nil {
			u.Files[o.Files[0]] = data
		}
		u.Problems = problems
		return []*source.Unit{u}, nil
	}
	units, err = manifest.Load(ctx, fsys, o.Dir, o.Files, o.Strict)
	for _, f := range o.Beside {
		if d, _ := dockerfile.Load(fsys, f); d != nil {
			for _, u := range units {
				u.Beside = append(u.Beside, d)
			}
		}
	}
	return units, err
}

// crashed contains a panic of a library we load input with.
func crashed(o Owner, r any) *source.Unit {
	file := o.Dir
	if len(o.Files) == 1 {
		file = o.Files[0]
	}
	where := ""
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if strings.HasPrefix(line, "\t") && !strings.Contains(line, "runtime/") && !strings.Contains(line, "loaders.go") {
			where = " at " + strings.TrimSpace(line)
			break
		}
	}
	return &source.Unit{Kind: o.Kind, Dir: o.Dir, Files: map[string][]byte{}, Problems: []source.Problem{{
		Stage: string(o.Kind), Span: source.Span{File: file},
		Message: fmt.Sprintf("the %s loader crashed: %v%s", o.Kind, r, where), Change: "please report this input as a bug of drainlint",
	}}}
}

// Stdin reads a manifest stream.
func Stdin(data []byte) *source.Unit {
	u := &source.Unit{Kind: source.Manifest, Dir: "-", Files: map[string][]byte{"-": data}}
	u.Documents, u.Problems = manifest.ParseStrict("-", data)
	return u
}
