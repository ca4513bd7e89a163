package analyzer

import (
	"io/fs"
	"reflect"
	"slices"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/waiver"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/snapshot"
	"github.com/drainlint/drainlint/loaders/source"
)

// remembered is what a Session keeps of an owner: its part of the report, and everything that part depends on.
type remembered struct {
	owner loaders.Owner
	files *snapshot.FS
	// view are the files it was read from, and fresh tells whether they are as they were.
	view  *snapshot.View
	fresh bool
	// done is true when part is complete. worked is true when this run analysed the owner.
	done, worked bool
	built        built
	part         part
	// overlays tells whether there were several.
	overlays bool
	// asked are the answers about images, uses the containers that run what a Dockerfile builds.
	asked []asked
	uses  []facts.ImageUse
}

// asked is an answer of the index of images.
type asked struct {
	repository, dir string
	build           builds.Build
	ok              bool
}

func (m *remembered) sameOwner(o loaders.Owner) bool { return reflect.DeepEqual(m.owner, o) }

// start begins a run.
func (m *remembered) start() {
	m.fresh = m.view != nil && m.view.Fresh()
	m.worked = false
}

// reading is the file system to read the owner from.
func (m *remembered) reading() fs.FS {
	m.view, m.done, m.worked = m.files.View(), false, true
	return m.view
}

// read tells whether what the owner says is known already.
func (m *remembered) read() bool { return m.fresh && m.done }

// judged tells whether the part of the last run is that of this one.
func (m *remembered) judged(r *run) bool {
	if !m.read() || m.owner.Kind == source.Kustomize && m.overlays != (r.overlays() > 1) {
		return false
	}
	if m.owner.Kind == source.Docker {
		return reflect.DeepEqual(m.uses, r.facts.Uses[m.owner.Files[0]])
	}
	for _, was := range m.asked {
		b, ok := r.facts.Builds.For(was.repository, was.dir)
		if ok != was.ok || !reflect.DeepEqual(b, was.build) {
			return false
		}
	}
	return true
}

// asking are the options to extract facts with, which note what they are asked.
func (m *remembered) asking(r *run) facts.Options {
	m.overlays, m.asked, m.uses = r.overlays() > 1, nil, nil
	known := r.facts
	if m.owner.Kind == source.Docker {
		m.uses = slices.Clone(known.Uses[m.owner.Files[0]])
		return known
	}
	known.Builds = known.Builds.Noting(func(repository, dir string, b builds.Build, ok bool) {
		m.asked = append(m.asked, asked{repository, dir, b, ok})
	})
	return known
}

func (m *remembered) keep(b built, p part, err error) {
	m.built, m.part, m.done = b, p.clone(), err == nil
}

// clone shares nothing with p that joining the parts changes.
func (p part) clone() part {
	p.findings = slices.Clone(p.findings)
	for i := range p.findings {
		p.findings[i].Sets = slices.Clone(p.findings[i].Sets)
	}
	waivers := make([]*waiver.Waiver, len(p.waivers))
	for i, w := range p.waivers {
		c := *w
		waivers[i] = &c
	}
	p.waivers = waivers
	return p
}

// index keeps the index of images for as long as nothing that it rests on changes.
type index struct {
	files *snapshot.FS
	view  *snapshot.View
	of    built
	from  []string
	known *builds.Index
}

// recall gives the index that build would make; a nil index remembers nothing.
func (x *index) recall(fsys fs.FS, of built, from []string, build func(fs.FS) *builds.Index) *builds.Index {
	if x == nil {
		return build(fsys)
	}
	if x.known == nil || !x.view.Fresh() || !slices.Equal(from, x.from) || !reflect.DeepEqual(of, x.of) {
		x.view, x.of, x.from = x.files.View(), of, from
		x.known = build(x.view)
	}
	return x.known
}
