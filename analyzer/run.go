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
	named loaders.Scope // the paths of the run
	found *loaders.Discovery
	// parts has a slot for each owner: no lock, and the order of the results is that of the owners.
	parts []part
	facts facts.Options
	// held are the Units of owners that were loaded before others could be judged.
	held [][]*source.Unit
	// built says of owners that were loaded what links images with Dockerfiles.
	built []built
	// memory is what a Session knows of each owner; nil in a single run.
	memory []*remembered
	index  *index
	// inputs keeps the Units and their facts in place of judging them.
	inputs bool
}

// built is what an owner contributes to the index of images.
type built struct {
	files []*source.Dockerfile
	uses  []builds.Use
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
	r.facts.Drains = r.drains()
	other := func(o loaders.Owner) bool { return !docker(o) }
	r.held = make([][]*source.Unit, len(r.found.Owners))
	r.built = make([]built, len(r.found.Owners))
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

// load reads one owner.
func (r *run) load(ctx context.Context, i int) ([]*source.Unit, error) {
	fsys := r.fsys
	if r.memory != nil {
		fsys = r.memory[i].reading()
	}
	return loaders.Load(ctx, fsys, r.found.Owners[i], r.opts.Load)
}

func (r *run) hold(ctx context.Context, i int) (err error) {
	if r.memory != nil && r.memory[i].read() {
		r.built[i] = r.memory[i].built
		return nil
	}
	r.held[i], err = r.load(ctx, i)
	r.built[i] = builtBy(r.held[i], r.found.Owners[i].Dir)
	return err
}

func builtBy(units []*source.Unit, dir string) (b built) {
	for _, u := range units {
		b.files = append(b.files, u.Dockerfiles...)
		for _, d := range u.Documents {
			b.uses = imagesOf(d.Root, dir, b.uses)
		}
	}
	return b
}

// owner analyses the Units of one owner.
func (r *run) owner(ctx context.Context, i int) (err error) {
	owner, units, known := r.found.Owners[i], r.held[i], r.facts
	r.held[i] = nil
	if r.memory != nil {
		if r.memory[i].judged(r) {
			r.parts[i] = r.memory[i].part.clone()
			return nil
		}
		known = r.memory[i].asking(r)
		defer func() { r.memory[i].keep(r.built[i], r.parts[i], err) }()
	}
	if units == nil {
		units, err = r.load(ctx, i)
		if r.memory != nil {
			r.built[i] = builtBy(units, owner.Dir)
		}
	}
	for j, u := range units {
		if u.Kind == source.Kustomize && r.overlays() > 1 {
			u.Set = u.Dir
		}
		p := r.unit(ctx, u, known)
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
func (r *run) unit(ctx context.Context, u *source.Unit, known facts.Options) part {
	f := facts.Extract(u, known)
	if r.inputs {
		p := part{inputs: []Input{{Unit: u, Facts: f}}, waivers: waiver.Collect(u), uses: f.Uses}
		p.count(u, f)
		return p
	}
	violations, problems := r.engine.Run(ctx, f)
	findings := finding.Locate(u, violations)
	touch(r.opts.Changes, u, findings, violations)
	p := part{findings: findings, waivers: waiver.Collect(u), problems: problems, uses: f.Uses, coverage: reached(u, f)}
	p.count(u, f)
	if c := r.opts.Changes; c != nil && !(toucher{c, u}).input() {
		p.failed = slices.DeleteFunc(p.failed, func(file string) bool { return !c.File(file) })
	}
	return p
}

// link finds out which images are built from which Dockerfiles.
func (r *run) link() *builds.Index {
	var files []*source.Dockerfile
	var uses []builds.Use
	for _, b := range r.built {
		files = append(files, b.files...)
		uses = append(uses, b.uses...)
	}
	return r.index.recall(r.fsys, built{files, uses}, r.found.Builds, func(fsys fs.FS) *builds.Index {
		links := append(r.declared(), builds.Links(fsys, r.found.Builds)...)
		return builds.New(fsys, files, links, uses, r.published)
	})
}

// published tells whether others build an image.
func (r *run) published(repository string) bool {
	_, image := r.facts.Catalog.Image(repository, "latest")
	_, base := r.facts.Catalog.Base(repository, "latest")
	_, profile := r.facts.Catalog.Profile(repository, "latest", "", nil)
	return image || base || profile || strings.HasPrefix(repository, "docker.io/library/")
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

// drains are the drain times of the configuration.
func (r *run) drains() []facts.DeclaredDrain {
	file, ok := loaders.Relative(r.root, r.opts.Config.Path)
	if !ok {
		file = r.opts.Config.Path
	}
	var out []facts.DeclaredDrain
	for _, d := range r.opts.Config.Drains {
		at := source.Span{File: file, Start: source.Pos{Line: d.Line, Col: 1}, End: source.Pos{Line: d.Line, Col: 2}}
		out = append(out, facts.DeclaredDrain{Repository: builds.Repository(d.Image), Workload: d.Workload, Container: d.Container, Seconds: d.Seconds, At: at})
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
