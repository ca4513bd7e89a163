package kustomize

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/drainlint/drainlint/loaders/source"
)

const stage = "kustomize"

// Options of a build; the zero value is what `kustomize build` does without flags.
type Options struct {
	// Relaxed allows files outside the folder of their kustomization (--load-restrictor LoadRestrictionsNone).
	Relaxed bool
	// Render fills Unit.Rendered, which takes as long as a build.
	Render bool
}

// Load builds the kustomization in folder dir of fsys. Whatever cannot be read offline or is broken is left out and
// becomes a Problem; the error is that of a cancelled context.
func Load(ctx context.Context, fsys fs.FS, dir string, o Options) (*source.Unit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	dir = path.Clean(dir)
	unit := &source.Unit{Kind: source.Kustomize, Dir: dir, Files: map[string][]byte{}}
	p := newPreparer(ctx, fsys, o.Relaxed, false)
	usable := p.folder(dir, nil, false)
	unit.Problems, unit.Partial = p.problems, p.partial || !usable
	disk := &readOnly{fsys: fsys, overlay: p.prepared(), charts: p.charts, read: p.files}
	unit.Files = disk.read
	if !usable {
		for i := range unit.Problems {
			unit.Problems[i].Partial = false
		}
		return unit, nil
	}
	traced := p
	objects, err := build(disk, dir, o)
	if err != nil && p.partial {
		again := newPreparer(ctx, fsys, o.Relaxed, true)
		if again.folder(dir, nil, false) {
			lenient := &readOnly{fsys: fsys, overlay: again.prepared(), charts: again.charts, read: disk.read}
			if some, e := build(lenient, dir, o); e == nil {
				objects, err = some, nil
				traced = again
			}
		}
	}
	if err != nil {
		unit.Problems = append(unit.Problems, p.buildProblem(dir, err))
		unit.Partial = true
		return unit, nil
	}
	t := newTracer(dir, traced)
	for _, object := range objects.Resources() {
		unit.Documents = append(unit.Documents, t.document(object))
	}
	unit.Patches = t.patches(unit.Documents)
	if o.Render {
		for _, d := range unit.Documents {
			unit.Rendered = append(unit.Rendered, rendered(d))
		}
	}
	return unit, nil
}

// builds serialises builds: kustomize keeps the OpenAPI schema of the running build in package variables.
var builds sync.Mutex

func build(disk *readOnly, dir string, o Options) (objects resmap.ResMap, err error) {
	builds.Lock()
	defer builds.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("kustomize stopped: %v", r)
		}
	}()
	options := krusty.MakeDefaultOptions() // no plugins, no helm, no functions
	if o.Relaxed {
		options.LoadRestrictions = types.LoadRestrictionsNone
	}
	return krusty.MakeKustomizer(options).Run(disk, path.Join(mount, dir))
}
