package report

import (
	"io"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// The types below are GitLab's code quality format.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab prints a code quality report: open findings at or above Options.Show that stand in a file. GitLab compares the
// fingerprints with those of the target branch. The only error is w's.
func GitLab(w io.Writer, r *finding.Report, o Options) error {
	issues := []gitlabIssue{}
	src := newSources(o.Source)
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open() || f.Severity < o.show() || noFile(f.Span.File) {
			continue
		}
		start, end := src.resolve(f.Span)
		fp := f.Fingerprint
		if fp == "" {
			fp = f.Rule.Name + " " + f.Span.String()
		}
		text := sentence(f.Message)
		if fix := change(f); fix != "" {
			text += " Fix: " + sentence(fix)
		}
		issues = append(issues, gitlabIssue{
			Description: text, CheckName: f.Rule.Name, Fingerprint: fp, Severity: gitlabSeverity(f.Severity),
			Location: gitlabLocation{Path: f.Span.File, Lines: gitlabLines{start.Line, end.Line}},
		})
	}
	return newEncoder(w).document(issues)
}

// gitlabSeverity chooses among info, minor, major, critical and blocker.
func gitlabSeverity(s finding.Severity) string {
	switch s {
	case finding.Error:
		return "critical"
	case finding.Warning:
		return "major"
	}
	return "info"
}
