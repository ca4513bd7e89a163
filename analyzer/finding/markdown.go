package finding

import (
	"fmt"
	"strings"
)

// Markdown is the page of a rule: docs/rules, "drainlint explain" and the help of SARIF all show it.
func Markdown(r *Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", r.Name, strings.TrimSuffix(r.Title, "."))
	fmt.Fprintf(&b, "| severity | confidence | area | reads |\n|---|---|---|---|\n| %s | %s | %s | %s |\n\n", r.Severity, r.Confidence, r.Area, strings.Join(r.Kinds, ", "))
	fmt.Fprintf(&b, "%s\n\n## What to do\n\n%s\n", strings.TrimSpace(r.Description), strings.TrimSpace(r.Remediation))
	if len(r.References) > 0 {
		b.WriteString("\n## References\n\n")
		for _, ref := range r.References {
			title := ref.Title
			if title == "" {
				title = ref.URL
			}
			fmt.Fprintf(&b, "- [%s](%s)\n", title, ref.URL)
		}
	}
	fmt.Fprintf(&b, "\n## Accepting a finding\n\n```yaml\n# drainlint:ignore %s -- the reason\n```\n\non the line above (or an annotation `drainlint.dev/ignore.%s`, or an entry under `waivers` in `.drainlint.yaml`).\n", r.Name, r.Name)
	return b.String()
}
