package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// summary is what stands below the findings: what was not printed, what went wrong and the totals.
func (p *printer) summary(r *finding.Report) {
	for level := min(p.show, finding.Never) - 1; level >= finding.Note; level-- {
		p.hidden(r, level)
	}
	for _, n := range r.Notices {
		p.footnote(n.Severity, n.Severity.String()+":", typeset.OneLine(n.Message))
	}
	if r.Incomplete {
		problems := ""
		if n := r.Stats.Problems; n > 0 {
			problems = " (" + typeset.Count(n, "problem") + ")"
		}
		p.footnote(finding.Error, "incomplete:", "part of the input could not be analysed"+problems+
			", so a fault that is not listed is not ruled out")
	}
	if b := r.Baseline; b != nil && len(b.Absent) > 0 {
		p.footnote(finding.Note, "baseline:", typeset.Count(len(b.Absent), "accepted finding")+" not seen in this run; drainlint baseline, with the same flags, takes out of "+display(b.File)+" what is fixed")
	}
	fmt.Fprintf(p, "%s; %s\n", p.style.bold(totals(r)), seen(r.Stats))
}

func (p *printer) footnote(level finding.Severity, label, text string) {
	p.hang(0, len(label)+1, p.style.severity(level, label)+" ", text)
}

// hidden counts the findings of a level that is not printed, the most frequent rule first.
func (p *printer) hidden(r *finding.Report, level finding.Severity) {
	type count struct {
		rule string
		n    int
	}
	var counts []count
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != level || !f.Open() {
			continue
		}
		at := slices.IndexFunc(counts, func(c count) bool { return c.rule == f.Rule.Name })
		if at < 0 {
			at = len(counts)
			counts = append(counts, count{rule: f.Rule.Name})
		}
		counts[at].n++
	}
	if len(counts) == 0 {
		return
	}
	slices.SortFunc(counts, func(a, b count) int { return cmp.Or(b.n-a.n, strings.Compare(a.rule, b.rule)) })
	parts := make([]string, len(counts))
	for i, c := range counts {
		parts[i] = fmt.Sprintf("%d %s", c.n, c.rule)
	}
	p.footnote(level, level.String()+"s:",
		fmt.Sprintf("%s (--show %s prints them)", strings.Join(parts, ", "), level))
}

// totals are the numbers of findings and of the files they stand in.
func totals(r *finding.Report) string {
	var levels [finding.Never + 1]int
	waived, accepted := 0, 0
	files := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Waiver != nil || f.Open() {
			files[owner(r, f)] = true
		}
		if f.Waiver != nil {
			waived++
			continue
		}
		if !f.Open() {
			accepted++
			continue
		}
		levels[f.Severity]++
	}
	var parts []string
	for level := finding.Error; level >= finding.Note; level-- {
		if n := levels[level]; n > 0 {
			parts = append(parts, typeset.Count(n, level.String()))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "no findings")
	}
	if waived > 0 {
		parts = append(parts, fmt.Sprintf("%d waived", waived))
	}
	if accepted > 0 {
		parts = append(parts, fmt.Sprintf("%d hidden by the baseline", accepted))
	}
	text := strings.Join(parts, ", ")
	if len(files) > 0 {
		text += " in " + typeset.Count(len(files), "file")
	}
	return text
}

// seen says what was analysed.
func seen(s finding.Stats) string {
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{
		{s.Charts, "chart"}, {s.Kustomizations, "kustomization"}, {s.ManifestUnits, "manifest folder"},
		{s.Dockerfiles, "Dockerfile"}, {s.Workloads, "workload"}, {s.Objects, "object"},
	} {
		if c.n > 0 {
			parts = append(parts, typeset.Count(c.n, c.noun))
		}
	}
	if len(parts) == 0 {
		return "nothing was analysed"
	}
	return strings.Join(parts, ", ") + " analysed"
}
