package analyzer

import (
	"context"
	"slices"
	"time"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/waiver"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

// Input is one Unit with its facts.
type Input struct {
	Unit  *source.Unit
	Facts *facts.Facts
}

// Inspection is what a run has loaded, for programs that list what the input holds instead of judging it.
type Inspection struct {
	// Root is the absolute folder to which all places are relative.
	Root string
	// Paths are those of the run, relative to Root.
	Paths []string
	// Inputs are in the order of their owners; the value sets of one chart follow each other.
	Inputs  []Input
	Waivers *waiver.Set
	// Scope limits what concerns the paths of the run; nil is everything.
	Scope loaders.Scope
	// Problems are inputs that could not be used.
	Problems []source.Problem
	// Nothing is true when the paths hold no input at all: no chart, kustomization, object or Dockerfile.
	Nothing bool
	// Incomplete is true when something that concerns the paths is missing.
	Incomplete bool
}

// Inspect loads paths as Run does and reads their facts. It evaluates no rule.
func (a *Analyzer) Inspect(ctx context.Context, paths ...string) (*Inspection, error) {
	r, outside, err := a.load(ctx, paths, true)
	if err != nil {
		return nil, err
	}
	var all part
	for _, p := range r.parts {
		all.add(p)
	}
	today := a.opts.Today
	if today.IsZero() {
		today = time.Now()
	}
	out := &Inspection{
		Root: r.root, Paths: r.named, Inputs: all.inputs, Scope: r.found.Scope, Waivers: waiver.NewSet(today, all.waivers, a.configWaivers(r.root)),
		Problems: slices.Concat(outside, r.found.Problems),
	}
	for _, in := range all.inputs {
		out.Problems = append(out.Problems, in.Unit.Problems...)
	}
	out.Problems = unique(out.Problems)
	s := all.stats
	out.Nothing = s.Charts+s.Kustomizations+s.Objects+s.Dockerfiles == 0
	out.Incomplete = slices.ContainsFunc(all.failed, r.found.Scope.Contains) || slices.ContainsFunc(slices.Concat(outside, r.found.Problems), func(p source.Problem) bool { return !p.Warning })
	return out, nil
}
