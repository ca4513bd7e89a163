package analyzer

import (
	"fmt"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/changes"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// touch marks the findings of a Unit that a change concerns: those of objects that it touches, and those whose line, proof
// or way lies in it. Findings are dropped only at the end of the run, since waivers are judged by all of them.
func touch(c *changes.Set, u *source.Unit, fs []Finding, vs []finding.Violation) {
	if c == nil {
		return
	}
	t := toucher{c, u}
	objects := make([]bool, len(u.Documents))
	for i := range u.Documents {
		objects[i] = t.object(i)
	}
	for i := range fs {
		at := vs[i].At
		fs[i].Touched = t.finding(&fs[i]) || at.Span == nil && at.Doc >= 0 && at.Doc < len(objects) && objects[at.Doc] ||
			len(vs[i].Rule.Kinds) == 1 && vs[i].Rule.Kinds[0] == "Problem" && t.input()
	}
}

type toucher struct {
	*changes.Set
	unit *source.Unit
}

// place tells whether a place has changed. Where a line takes effect is known for manifests and for the entries of a
// kustomization; a change anywhere in a template, a values file, a patch or a script may act on each of its lines.
func (t toucher) place(sp source.Span) bool {
	switch path.Base(sp.File) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return t.Span(sp)
	}
	if t.unit.Kind == source.Manifest {
		return t.Span(sp)
	}
	return t.File(sp.File)
}

func (t toucher) finding(f *Finding) bool {
	return t.place(f.Span) || slices.ContainsFunc(f.Via, func(s source.Step) bool { return t.place(s.Span) }) ||
		slices.ContainsFunc(f.Proof, func(p finding.ProofLine) bool { return p.Span != nil && t.place(*p.Span) }) ||
		slices.ContainsFunc(f.Flow, func(s finding.FlowStep) bool { return s.Span != nil && t.place(*s.Span) })
}

// input tells whether any file of a chart or an overlay has changed: a change in one may break another.
func (t toucher) input() bool {
	if t.unit.Kind != source.Helm && t.unit.Kind != source.Kustomize {
		return false
	}
	for file := range t.unit.Files {
		if t.File(file) {
			return true
		}
	}
	return false
}

// object tells whether a document has changed. In a manifest that is one of its lines, from its first to that of the next
// document; else a place that one of its fields comes from.
func (t toucher) object(i int) bool {
	d := t.unit.Documents[i]
	switch t.unit.Kind {
	case source.Manifest:
		last := 1 << 30
		for _, other := range t.unit.Documents {
			if other.File == d.File && other.Root.Line > d.Root.Line {
				last = min(last, other.Root.Line-1)
			}
		}
		return t.Lines(d.File, d.Root.Line, last)
	case source.Helm:
		if t.File(path.Join(t.unit.Dir, "Chart.yaml")) {
			return true // its version and appVersion are values
		}
	}
	return t.File(d.File) || t.fields(d, d.Root, nil)
}

func (t toucher) fields(d *source.Document, n *yaml.Node, at source.Path) bool {
	trace := d.Trace(at)
	if t.place(trace.Span) || slices.ContainsFunc(trace.Via, func(s source.Step) bool { return t.place(s.Span) }) {
		return true
	}
	for i, c := range n.Content {
		switch n.Kind {
		case yaml.MappingNode:
			if i%2 == 1 && t.fields(d, c, at.Child(n.Content[i-1].Value)) {
				return true
			}
		case yaml.SequenceNode:
			if t.fields(d, c, at.Child(i)) {
				return true
			}
		}
	}
	return false
}

// onlyTouched drops what no change concerns and says how much that was.
func (a *Analyzer) onlyTouched(r *Report) {
	c := a.opts.Changes
	if c == nil {
		return
	}
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return !f.Touched && !c.Span(f.Span) })
	if n := before - len(r.Findings); n > 0 {
		r.Notices = append(r.Notices, finding.Notice{Severity: finding.Note, Message: fmt.Sprintf("findings in what has not changed are left out: %d", n)})
	}
}
