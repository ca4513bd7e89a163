package report

import (
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// ruleIndex holds the rules of a run in their order: all enabled ones, then those that only a finding names.
type ruleIndex struct {
	rules []*finding.Rule
	index map[string]int
}

func newRuleIndex(r *finding.Report) *ruleIndex {
	x := &ruleIndex{index: map[string]int{}}
	for _, rule := range r.Rules {
		x.add(rule)
	}
	for i := range r.Findings {
		x.add(r.Findings[i].Rule)
	}
	return x
}

func (x *ruleIndex) add(rule *finding.Rule) {
	if _, ok := x.index[rule.Name]; !ok {
		x.index[rule.Name] = len(x.rules)
		x.rules = append(x.rules, rule)
	}
}

func (x *ruleIndex) descriptors() []*sarif.ReportingDescriptor {
	out := make([]*sarif.ReportingDescriptor, len(x.rules))
	for i, rule := range x.rules {
		out[i] = descriptor(rule)
	}
	return out
}

// maxText is how many characters code scanning accepts in a description of a rule.
const maxText = 1024

func descriptor(r *finding.Rule) *sarif.ReportingDescriptor {
	description := r.Description
	if description == "" {
		description = r.Title
	}
	d := sarif.NewRule(r.Name).
		WithName(pascal(r.Name)).
		WithShortDescription(text(sentence(r.Title))).
		WithFullDescription(text(sentence(shorten(typeset.OneLine(paragraph(description)), maxText-1)))).
		WithHelp(text(help(r, false)).WithMarkdown(help(r, true))).
		WithDefaultConfiguration(&sarif.ReportingConfiguration{Enabled: true, Level: r.Severity.String(), Rank: -1})
	switch {
	case !r.User:
		d.WithHelpURI(informationURI + "/blob/main/docs/rules/" + uri(r.Name) + ".md")
	case len(r.References) > 0:
		d.WithHelpURI(r.References[0].URL)
	}
	d.WithProperties(ruleProperties(r))
	return d
}

// ruleProperties are those that code scanning reads; all their values are strings.
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning
func ruleProperties(r *finding.Rule) *sarif.PropertyBag {
	bag := sarif.NewPropertyBag()
	bag.Tags = tags(r)
	bag.Add("problem.severity", problemSeverity(r.Severity))
	if p := precision(r.Confidence); p != "" {
		bag.Add("precision", p)
	}
	if r.SecuritySeverity != "" {
		bag.Add("security-severity", r.SecuritySeverity)
	}
	return bag
}

// tags are the rule's area and tags. Code scanning reads security-severity only of rules tagged "security", and takes
// at most 20 tags.
func tags(r *finding.Rule) []string {
	all := append([]string{r.Area}, r.Tags...)
	if r.SecuritySeverity != "" {
		all = append([]string{"security"}, all...)
	}
	var out []string
	seen := map[string]bool{"": true}
	for _, tag := range all {
		if !seen[tag] && len(out) < 20 {
			seen[tag] = true
			out = append(out, tag)
		}
	}
	return out
}

func problemSeverity(s finding.Severity) string {
	if s == finding.Note {
		return "recommendation"
	}
	return s.String()
}

// precision translates a confidence into the vocabulary of code scanning. The three confidences are its words already:
// both say how often an alert is right. "very-high" is left for rules that claim it themselves.
func precision(confidence string) string {
	switch confidence {
	case "very-high", "high", "medium", "low":
		return confidence
	}
	return ""
}

// help is the text a viewer shows beside a result.
func help(r *finding.Rule, markdown bool) string {
	heading := func(s string) string { return s + ":" }
	parts := []string{sentence(r.Title)}
	if markdown {
		heading = func(s string) string { return "## " + s }
		parts[0] = "# " + typeset.OneLine(r.Title)
	}
	if d := strings.TrimSpace(r.Description); d != "" {
		parts = append(parts, cleanLines(d))
	}
	if r.Remediation != "" {
		parts = append(parts, heading("What to change"), cleanLines(strings.TrimSpace(r.Remediation)))
	}
	var refs []string
	for _, ref := range r.References {
		title := ref.Title
		switch {
		case title == "":
			refs = append(refs, "- "+typeset.OneLine(ref.URL))
		case markdown:
			refs = append(refs, "- "+"["+typeset.OneLine(title)+"]("+typeset.OneLine(ref.URL)+")")
		default:
			refs = append(refs, "- "+typeset.OneLine(title)+": "+typeset.OneLine(ref.URL))
		}
	}
	if len(refs) > 0 {
		parts = append(parts, heading("References"), strings.Join(refs, "\n"))
	}
	return strings.Join(parts, "\n\n")
}

func text(s string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(s)
}

// cleanLines is typeset.Printable for text whose line breaks mean something.
func cleanLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = typeset.Printable(strings.TrimRight(lines[i], " \r"))
	}
	return strings.Join(lines, "\n")
}

// paragraph is the first paragraph of a description.
func paragraph(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n\n")
	return first
}

// shorten cuts s to at most limit code points, at a word where it can.
func shorten(s string, limit int) string {
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	s = string(runes[:limit-1])
	if at := strings.LastIndexByte(s, ' '); at > 0 {
		s = s[:at]
	}
	return s + "…"
}

// pascal spells a kebab-case name as one word. SARIF wants a rule's name to differ from its id, and the validator does
// not count a difference in case, so a name of a single word gets a second one.
func pascal(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	if strings.EqualFold(b.String(), name) {
		b.WriteString("Rule")
	}
	return b.String()
}
