package facts

import (
	"slices"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
)

// trace is where what stands at a place comes from.
func (x *extractor) trace(at Ref) source.Trace {
	if at.Span != nil || at.Doc >= len(x.unit.Documents) {
		return source.Trace{}
	}
	d := x.unit.Documents[at.Doc]
	if at.Line > 0 && d.Line != nil {
		return d.Line(at.Path, at.Line)
	}
	return d.Trace(at.Path)
}

// keys are the keys of values that take part in what stands at a place.
func keys(t source.Trace) (out []source.Span) {
	for _, s := range t.Via {
		if s.Why == source.FromValues {
			out = append(out, s.Span)
		}
	}
	return out
}

// sameValue tells whether a chart takes what stands at two places from one key of its values, and from nothing else.
func (x *extractor) sameValue(a *Ref, b Ref) bool {
	if a == nil || x.facts.Unit.Kind != "helm" {
		return false
	}
	one := keys(x.trace(*a))
	return len(one) == 1 && slices.Equal(one, keys(x.trace(b)))
}

// isTest tells whether what stands at a place comes from a values file in a folder of the chart that is there to test it.
func (x *extractor) isTest(at Ref) bool {
	if x.facts.Unit.Kind != "helm" {
		return false
	}
	t := x.trace(at)
	return slices.ContainsFunc(append(keys(t), t.Span), func(s source.Span) bool {
		file := strings.TrimPrefix(s.File, strings.TrimSuffix(x.facts.Unit.Dir, "/")+"/")
		folder, _, below := strings.Cut(file, "/")
		return below && (folder == "ci" || folder == "test" || folder == "tests")
	})
}
