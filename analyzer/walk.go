package analyzer

import (
	"context"
	"fmt"
	"slices"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

// Seen is a Unit and its facts.
type Seen struct {
	Unit  *source.Unit
	Facts *facts.Facts
}

// Reading is what Facts read. Problems are what could not be read; Scope are the files that were asked for, as opposed to
// those that were read because they belong to them.
type Reading struct {
	Units    []Seen
	Problems []source.Problem
	Scope    loaders.Scope
}

// Facts reads the facts of everything below paths without judging them, in the order in which it is found.
func (a *Analyzer) Facts(ctx context.Context, paths ...string) (*Reading, error) {
	root, fsys, rel, outside, err := a.open(paths)
	if err != nil {
		return nil, err
	}
	found := loaders.Discover(fsys, rel, a.opts.Config.Exclude, a.opts.AllKustomizations)
	r := run{Analyzer: a, root: root, fsys: fsys, found: found, facts: a.facts}
	seen := make([][]Seen, len(found.Owners))
	err = r.prepare(ctx)
	if err == nil {
		err = r.each(ctx, nil, func(ctx context.Context, i int) (err error) {
			units := r.held[i]
			if units == nil {
				units, err = loaders.Load(ctx, fsys, found.Owners[i], a.opts.Load)
			}
			for _, u := range units {
				seen[i] = append(seen[i], Seen{u, facts.Extract(u, r.facts)})
			}
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("analysis stopped: %w", err)
	}
	out := &Reading{Units: slices.Concat(seen...), Problems: slices.Concat(found.Problems, outside), Scope: found.Scope}
	if slices.Contains(paths, "-") {
		u := loaders.Stdin(a.opts.Stdin)
		out.Units = append(out.Units, Seen{u, facts.Extract(u, r.facts)})
	}
	for _, s := range out.Units {
		out.Problems = append(out.Problems, s.Unit.Problems...)
	}
	return out, nil
}
