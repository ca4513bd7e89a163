package report

import (
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// goneResults are the entries of the baseline that nothing matches any more and whose file and rule are still there: a result
// without a location makes code scanning reject an upload. There are at most limit of them.
func goneResults(r *finding.Report, rules *ruleIndex, src *sources, limit int) []finding.Accepted {
	if r.Baseline == nil {
		return nil
	}
	var out []finding.Accepted
	for _, e := range r.Baseline.Absent {
		if _, known := rules.index[e.Rule]; known && !noFile(e.File) && src.lines(e.File) != nil && len(out) < limit {
			out = append(out, e)
		}
	}
	return out
}

// absentResult says that a finding is gone. Its kind is "pass": nothing is wrong any more.
func (b *resultBuilder) absentResult(e finding.Accepted) *sarif.Result {
	f := &finding.Finding{Span: source.Span{File: e.File}, Object: e.Object}
	return sarif.NewRuleResult(e.Rule).
		WithRuleIndex(b.rules.index[e.Rule]).
		WithKind("pass").
		WithLevel("none").
		WithBaselineState("absent").
		WithMessage(sarif.NewTextMessage("This finding of the baseline is no longer there.")).
		WithLocations([]*sarif.Location{b.primary(f)}).
		WithPartialFingerprints(map[string]string{fingerprintKey: e.Fingerprint})
}
