package engine

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// rulesPackage is the package below which every rule lives: drainlint.rules.<area>.<name>.
var rulesPackage = []string{"drainlint", "rules"}

// custom is the part of METADATA that is ours. Unknown keys are errors: a misspelt one would silently do nothing.
type custom struct {
	Severity         string   `yaml:"severity"`
	Confidence       string   `yaml:"confidence"`
	Kinds            []string `yaml:"kinds"`
	Tags             []string `yaml:"tags"`
	Remediation      string   `yaml:"remediation"`
	SecuritySeverity string   `yaml:"security_severity"`
}

// describe reads what a file is: a rule, or a helper when the result is nil.
func describe(file string, parsed *ast.Module) (*finding.Rule, error) {
	area, name, ok := identity(parsed)
	if !ok {
		if hasViolations(parsed) {
			return nil, located(file, parsed.Package.Location, "package is %s, but a rule's package is drainlint.rules.<area>.<name>", parsed.Package.Path)
		}
		return nil, nil
	}
	if base := strings.TrimSuffix(path.Base(file), ".rego"); base != name {
		return nil, located(file, parsed.Package.Location, "file name %q differs from the last part of package %q", base, name)
	}
	if !hasViolations(parsed) {
		return nil, located(file, parsed.Package.Location, `no rule named "violations": expected "violations contains {...} if {...}"`)
	}
	return fromMetadata(file, area, name, parsed)
}

// identity reads area and name from the package path.
func identity(m *ast.Module) (area, name string, ok bool) {
	p := m.Package.Path // data.drainlint.rules.area.name
	if len(p) != 5 {
		return "", "", false
	}
	words := make([]string, 0, 4)
	for _, t := range p[1:] {
		s, ok := t.Value.(ast.String)
		if !ok {
			return "", "", false
		}
		words = append(words, string(s))
	}
	return words[2], words[3], slices.Equal(words[:2], rulesPackage)
}

func hasViolations(m *ast.Module) bool {
	return slices.ContainsFunc(m.Rules, func(r *ast.Rule) bool { return r.Head.Name == "violations" })
}

// fromMetadata builds the rule from the METADATA block above the package line: the only place where it is described.
func fromMetadata(file, area, name string, m *ast.Module) (*finding.Rule, error) {
	i := slices.IndexFunc(m.Annotations, func(a *ast.Annotations) bool { return a.Scope == "package" })
	if i < 0 {
		return nil, located(file, m.Package.Location, "no METADATA block above the package line (it starts with \"# METADATA\")")
	}
	a := m.Annotations[i]
	r := &finding.Rule{Name: strings.ReplaceAll(name, "_", "-"), Area: area, Title: a.Title, Description: strings.TrimSpace(a.Description), File: file}
	for _, ref := range a.RelatedResources {
		r.References = append(r.References, finding.Reference{URL: ref.Ref.String(), Title: ref.Description})
	}
	var c custom
	text, err := yaml.Marshal(a.Custom)
	if err == nil {
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		err = d.Decode(&c)
	}
	if err != nil {
		return nil, located(file, a.Location, "METADATA custom: %v", err)
	}
	severity, ok := finding.ParseSeverity(c.Severity)
	switch {
	case r.Title == "":
		return nil, located(file, a.Location, "METADATA has no title")
	case r.Description == "":
		return nil, located(file, a.Location, "METADATA has no description")
	case !ok || severity == finding.Never:
		return nil, located(file, a.Location, "METADATA custom.severity is %q, expected error, warning or note", c.Severity)
	case !slices.Contains([]string{"high", "medium", "low"}, c.Confidence):
		return nil, located(file, a.Location, "METADATA custom.confidence is %q, expected high, medium or low", c.Confidence)
	case len(c.Kinds) == 0:
		return nil, located(file, a.Location, "METADATA has no custom.kinds: the rule would never run")
	case c.Remediation == "":
		return nil, located(file, a.Location, "METADATA has no custom.remediation")
	}
	r.Severity, r.Confidence, r.Kinds, r.Tags, r.Remediation, r.SecuritySeverity = severity, c.Confidence, c.Kinds, c.Tags, strings.TrimSpace(c.Remediation), c.SecuritySeverity
	return r, nil
}

// ruleError is a mistake in a rule, with its place.
type ruleError struct {
	span source.Span
	text string
}

func (e *ruleError) Error() string { return e.text }

func located(file string, loc *ast.Location, format string, args ...any) error {
	e := &ruleError{span: source.Span{File: file}, text: fmt.Sprintf(format, args...)}
	if loc != nil {
		e.span.Start = source.Pos{Line: loc.Row, Col: loc.Col}
		e.span.End = source.Pos{Line: loc.Row, Col: loc.Col + 1}
	}
	return e
}
