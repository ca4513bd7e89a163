package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
)

func byArea(rules []*finding.Rule) []*finding.Rule {
	out := slices.Clone(rules)
	slices.SortStableFunc(out, func(a, b *finding.Rule) int { return cmp.Compare(a.Area, b.Area) })
	return out
}

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// newRule writes the files of a rule, ready to be edited, and says which.
func newRule(out io.Writer, root, area, name string) error {
	if !ruleName.MatchString(name) {
		return fmt.Errorf("rule name %q: expected kebab-case", name)
	}
	snake := strings.ReplaceAll(name, "-", "_")
	files := map[string]string{
		filepath.Join("rego", "rules", area, snake+".rego"):                   ruleStub,
		filepath.Join("rego", "rules", area, snake+"_test.rego"):              testStub,
		filepath.Join("testdata", "rules", snake, "reports", "expect.yaml"):   expectStub,
		filepath.Join("testdata", "rules", snake, "silent", "expect.yaml"):    silentStub,
		filepath.Join("testdata", "rules", snake, "reports", "workload.yaml"): "",
		filepath.Join("testdata", "rules", snake, "silent", "workload.yaml"):  "",
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if _, err := os.Stat(filepath.Join(root, file)); err == nil {
			return fmt.Errorf("%s exists already", file)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		p, text := filepath.Join(root, file), files[file]
		text = strings.NewReplacer("AREA", area, "NAME", snake, "RULE", name).Replace(text)
		if err := write(p, []byte(text)); err != nil {
			return err
		}
		fmt.Fprintln(out, file)
	}
	_, err := fmt.Fprintf(out, "The input is described by analyzer/facts/model*.go: w.pod.grace.value, w.containers[_].preStop ...\nTest it with: make test-rule RULE=%s\n", name)
	return err
}

const ruleStub = `# METADATA
# title: What goes wrong, in one line
# description: |
#   Why it matters, with the fact it rests on.
# related_resources:
#   - ref: https://kubernetes.io/docs/
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Workload]
#   tags: [AREA]
#   remediation: What to change.
package drainlint.rules.AREA.NAME

violations contains {
	"at": w.at,
	"message": sprintf("what will happen to %s", [w.name]),
	"proof": [],
} if {
	some w in input.workloads
}
`

const testStub = `package drainlint.rules.AREA.NAME_test

import data.drainlint.lib.build
import data.drainlint.rules.AREA.NAME as rule

test_reports if {
	count(rule.violations) == 1 with input as build.unit([build.workload({})])
}

test_silent if {
	count(rule.violations) == 0 with input as build.unit([])
}
`

const expectStub = `id: RULE-reports
kind: true-positive
summary: What the input shows
must_report:
- severity: warning
  file: workload.yaml
  line: 1
  rules: [RULE]
must_not_report: []
`

const silentStub = `id: RULE-silent
kind: false-positive-trap
summary: The nearest inputs that are right
must_report: []
must_not_report: [RULE]
`
