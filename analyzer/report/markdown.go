package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// maxMarkdown is how many bytes of rows are written: a job summary of GitHub Actions holds 1 MiB for each step.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#job-summaries
const maxMarkdown = 900_000

// Markdown prints a summary for people: the totals and a table of the open findings at or above Options.Show, the most
// severe first. The only error is w's.
func Markdown(w io.Writer, r *finding.Report, o Options) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "## %s: %s\n\n%s.\n", toolName, totals(r), seen(r.Stats))
	rows, left := 0, 0
	for level := finding.Error; level >= o.show(); level-- {
		for i := range r.Findings {
			f := &r.Findings[i]
			if !f.Open() || f.Severity != level {
				continue
			}
			row := markdownRow(r, f)
			if out.Len()+len(row) > maxMarkdown {
				left++
				continue
			}
			if rows == 0 {
				out.WriteString("\n| | rule | where | what |\n|---|---|---|---|\n")
			}
			out.WriteString(row)
			rows++
		}
	}
	if left > 0 {
		fmt.Fprintf(&out, "\n%s left out: a job summary has room for 1 MiB.\n", typeset.Count(left, "finding"))
	}
	if len(r.Notices) > 0 {
		out.WriteByte('\n')
	}
	for _, n := range r.Notices {
		fmt.Fprintf(&out, "- %s: %s\n", n.Severity, inert(typeset.OneLine(n.Message)))
	}
	if r.Incomplete {
		out.WriteString("\n**Incomplete**: part of the input could not be analysed, so a fault that is not listed is not ruled out.\n")
	}
	_, err := w.Write(out.Bytes())
	return err
}

func markdownRow(r *finding.Report, f *finding.Finding) string {
	at := f.Span
	at.File = owner(r, f)
	at.Start.Col = 0
	where := inert(position(at))
	if f.Object != "" {
		where += "<br>" + inert(typeset.OneLine(f.Object))
	}
	what := inert(sentence(f.Message))
	for _, p := range f.Proof {
		what += "<br>• " + inert(typeset.OneLine(p.Text))
		if at := proofPlace(p, f.Span.File); at != "" {
			what += " (" + inert(at) + ")"
		}
	}
	if text := change(f); text != "" {
		what += "<br>**Fix:** " + inert(sentence(text))
	}
	rule := inert(f.Rule.Name)
	if !f.Rule.User {
		rule = "[" + rule + "](" + informationURI + "/blob/main/docs/rules/" + uri(f.Rule.Name) + ".md)"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", f.Severity, rule, where, what)
}

// inert makes text that no Markdown renderer takes for markup, links or mentions.
func inert(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '@':
			b.WriteString("&#64;")
		case strings.ContainsRune("\\`*_{}[]()#+!|~$", c):
			b.WriteByte('\\')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return strings.ReplaceAll(b.String(), "://", ":&#47;/")
}
