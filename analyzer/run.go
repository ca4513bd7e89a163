package analyzer

import (
	"context"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/sync/errgroup"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/waiver"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/source"
)

// run is one run over what was discovered.
type run struct {
	*Analyzer
	root  string
	fsys  fs.FS
	found *loaders.Discovery
	// parts has a slot for each owner: no lock, and the order of the results is that of the owners.
	parts []part
	facts facts.Options
	// held are the Units of owners that were loaded before others could be judged.
	held [][]*source.Unit
}

// all analyses every owner. Where images may be built from Dockerfiles of the run, everything is loaded before anything is
// judged: a pod needs to know what its image starts, and a Dockerfile which pods run it.
func (r *run) all(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	other := func(o loaders.Owner) bool { return !docker(o) }
	if err := r.each(ctx, other, r.owner); err != nil {
		return err
	}
	r.facts.Uses = map[string][]facts.ImageUse{}
	for _, p := range r.parts {
		for file, uses := range p.uses {
			r.facts.Uses[file] = append(r.facts.Uses[file], uses...)
		}
	}
	return r.each(ctx, docker, r.owner)
}

func docker(o loaders.Owner) bool { return o.Kind == source.Docker }

// prepare loads everything where images may be built from Dockerfiles of the run, and links the two.
func (r *run) prepare(ctx context.Context) error {
	other := func(o loaders.Owner) bool { return !docker(o) }
	r.held = make([][]*source.Unit, len(r.found.Owners))
	if !slices.ContainsFunc(r.found.Owners, docker) || !slices.ContainsFunc(r.found.Owners, other) {
		return nil
	}
	if err := r.each(ctx, nil, r.hold); err != nil {
		return err
	}
	r.facts.Builds = r.link()
	return nil
}

// each calls do for the owners that want says, in parallel.
func (r *run) each(ctx context.Context, want func(loaders.Owner) bool, do func(context.Context, int) error) error {
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, owner := range r.found.Owners {
		if want == nil || want(owner) {
			g.Go(func() error { return do(running, i) })
		}
	}
	return g.Wait()
}

func (r *run) hold(ctx context.Context, i int) (err error) {
	r.held[i], err = loaders.Load(ctx, r.fsys, r.found.Owners[i], r.opts.Load)
	return err
}

// owner analyses the Units of one owner.
func (r *run) owner(ctx context.Context, i int) (err error) {
	owner, units := r.found.Owners[i], r.held[i]
	if units == nil {
		units, err = loaders.Load(ctx, r.fsys, owner, r.opts.Load)
	}
	r.held[i] = nil
	for j, u := range units {
		if u.Kind == source.Kustomize && r.overlays() > 1 {
			u.Set = u.Dir
		}
		p := r.unit(ctx, u)
		if u.Kind == source.Helm && j > 0 {
			p = p.again(r.parts[i].stats.Objects == 0)
		}
		r.parts[i].add(p)
		units[j] = nil // its documents are not needed any more
	}
	r.parts[i].findings = finding.MergeSets(r.parts[i].findings, len(units))
	if owner.Kind == source.Helm {
		finding.NameChart(r.parts[i].findings, owner.Dir)
	}
	return err
}

func (r *run) overlays() int {
	n := 0
	for _, o := range r.found.Owners {
		if o.Kind == source.Kustomize {
			n++
		}
	}
	return n
}

// unit is the pipeline for one Unit.
func (r *run) unit(ctx context.Context, u *source.Unit) part {
	f := facts.Extract(u, r.facts)
	violations, problems := r.engine.Run(ctx, f)
	p := part{findings: finding.Locate(u, violations), waivers: waiver.Collect(u), problems: problems, uses: f.Uses}
	p.count(u, f)
	return p
}

// link finds out which images are built from which Dockerfiles.
func (r *run) link() *builds.Index {
	var files []*source.Dockerfile
	var uses []builds.Use
	for i, units := range r.held {
		for _, u := range units {
			files = append(files, u.Dockerfiles...)
			for _, d := range u.Documents {
				uses = imagesOf(d.Root, r.found.Owners[i].Dir, uses)
			}
		}
	}
	links := append(r.declared(), builds.Links(r.fsys, r.found.Builds)...)
	return builds.New(r.fsys, files, links, uses, func(repository string) bool {
		_, image := r.facts.Catalog.Image(repository, "latest")
		_, base := r.facts.Catalog.Base(repository, "latest")
		_, profile := r.facts.Catalog.Profile(repository, "latest", "", nil)
		return image || base || profile || strings.HasPrefix(repository, "docker.io/library/")
	})
}

// declared are the links of the configuration.
func (r *run) declared() []builds.Link {
	c := r.opts.Config
	file, ok := loaders.Relative(r.root, c.Path)
	if len(c.Images) == 0 || !ok {
		return nil
	}
	out := make([]builds.Link, len(c.Images))
	for i, im := range c.Images {
		at := source.Span{File: file, Start: source.Pos{Line: im.Line, Col: 1}, End: source.Pos{Line: im.Line, Col: 2}}
		out[i] = builds.Link{Image: im.Image, File: path.Join(path.Dir(file), im.Dockerfile), By: builds.Config, At: &at, Build: dockerfile.Build{Target: im.Target}}
		if im.Context != "" {
			out[i].Build.Context = path.Join(path.Dir(file), im.Context, ".")
		}
	}
	return out
}

// imagesOf adds the images that containers anywhere below a node run.
func imagesOf(n *yaml.Node, dir string, uses []builds.Use) []builds.Use {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, c := range n.Content {
			uses = imagesOf(c, dir, uses)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i].Value, n.Content[i+1]
			if key != "containers" && key != "initContainers" {
				uses = imagesOf(value, dir, uses)
				continue
			}
			for _, c := range value.Content {
				if _, image := source.Lookup(c, "image"); image != nil {
					uses = append(uses, builds.Use{Repository: builds.Repository(image.Value), Dir: dir})
				}
			}
		}
	}
	return uses
}
