package report

import (
	"cmp"
	"slices"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// MaxResults is how many results code scanning accepts in one run; it rejects the whole upload beyond.
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/troubleshoot-sarif-uploads
const MaxResults = 25_000

// Truncated is how many findings SARIF leaves out of r because of MaxResults.
func Truncated(r *finding.Report) int { return max(0, len(results(r))-MaxResults) }

// results are the indexes of the findings that SARIF can show as results: those with a file, or all of standard
// input's. One result without a location makes code scanning reject an upload.
func results(r *finding.Report) []int {
	var out []int
	for i := range r.Findings {
		if r.Stdin || !noFile(r.Findings[i].Span.File) {
			out = append(out, i)
		}
	}
	return out
}

// mostSevere keeps the limit most severe of the findings with these indexes, accepted ones last, in their order.
func mostSevere(r *finding.Report, indexes []int, limit int) []int {
	if len(indexes) <= limit {
		return indexes
	}
	rank := func(i int) finding.Severity {
		if !r.Findings[i].Open() {
			return 0
		}
		return r.Findings[i].Severity
	}
	kept := slices.Clone(indexes)
	slices.SortStableFunc(kept, func(a, b int) int { return cmp.Compare(rank(b), rank(a)) })
	kept = kept[:limit]
	slices.Sort(kept)
	return kept
}
