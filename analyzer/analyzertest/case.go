// Package analyzertest runs cases: folders with an input and an expect.yaml that says what must and must not be
// reported. The rules of drainlint are tested with it, and so can yours.
package analyzertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/helm"
)

// Case is the content of expect.yaml. Fields of the format that only people read are kept as they are.
type Case struct {
	ID      string `yaml:"id"`
	Kind    string `yaml:"kind"`
	Summary string `yaml:"summary"`
	// Version is the Kubernetes version to assume: ">=1.30".
	Version       string   `yaml:"k8s"`
	MustReport    []Expect `yaml:"must_report"`
	MustNotReport []string `yaml:"must_not_report"`
	MayReport     []string `yaml:"may_report"`
	Counts        []Count  `yaml:"counts"`
	Invoke        struct {
		HelmValues []string `yaml:"helm_values"`
	} `yaml:"invoke"`
}

// Expect is one finding that must be there: one of Rules at File:Line or at one of AlsoAccept; Severity may be one
// level off.
type Expect struct {
	Severity   string   `yaml:"severity"`
	File       string   `yaml:"file"`
	Line       int      `yaml:"line"`
	Rules      []string `yaml:"rules"`
	AlsoAccept []Place  `yaml:"also_accept"`
	Why        string   `yaml:"why"`
}

// Place is a line of a file.
type Place struct {
	File string `yaml:"file"`
	Line int    `yaml:"line"`
}

// Count is the exact number of findings of some rules.
type Count struct {
	Rules []string `yaml:"rules"`
	N     int      `yaml:"n"`
}

// Read reads dir/expect.yaml.
func Read(dir string) (Case, error) {
	var c Case
	data, err := os.ReadFile(filepath.Join(dir, "expect.yaml"))
	if err != nil {
		return c, err
	}
	if err := yaml.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%s: %w", filepath.Join(dir, "expect.yaml"), err)
	}
	return c, nil
}

// Findings analyses the case's folder as its own root and returns what no waiver suppresses.
func Findings(t testing.TB, dir string, c Case, opts analyzer.Options) []finding.Finding {
	t.Helper()
	opts.Root = dir
	opts.KubeVersion = strings.TrimLeft(c.Version, ">=v ")
	opts.Load = loaders.Options{Helm: helm.Options{ValueFiles: c.Invoke.HelmValues}}
	if opts.Config.Path == "" {
		c, err := config.Find(dir, dir)
		if err != nil {
			t.Fatal(err)
		}
		opts.Config = c
	}
	a, err := analyzer.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Run(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return f.Waiver != nil })
}

// Run judges the case in dir and fails t for every difference.
func Run(t testing.TB, dir string, opts analyzer.Options) {
	t.Helper()
	c, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range Judge(c, Findings(t, dir, c, opts)) {
		t.Error(problem)
	}
}

// Judge compares findings with a case and words every difference.
func Judge(c Case, fs []finding.Finding) []string {
	var out []string
	for _, m := range c.MustReport {
		if problem := m.judge(fs); problem != "" {
			out = append(out, problem)
		}
	}
	for _, f := range fs {
		if slices.Contains(c.MustNotReport, f.Rule.Name) && f.Severity >= finding.Warning {
			out = append(out, "must not be reported: "+line(f))
		}
		if c.Kind == "false-positive-trap" && f.Severity >= finding.Warning && !slices.Contains(c.MayReport, f.Rule.Name) && !slices.Contains(c.MustNotReport, f.Rule.Name) {
			out = append(out, "unwanted in a trap: "+line(f))
		}
	}
	for _, n := range c.Counts {
		got := 0
		for _, f := range fs {
			if slices.Contains(n.Rules, f.Rule.Name) {
				got++
			}
		}
		if got != n.N {
			out = append(out, fmt.Sprintf("%s: %d findings, expected %d", strings.Join(n.Rules, "/"), got, n.N))
		}
	}
	return out
}

func (m Expect) judge(fs []finding.Finding) string {
	places := append([]Place{{m.File, m.Line}}, m.AlsoAccept...)
	severity, _ := finding.ParseSeverity(m.Severity)
	var near string
	for _, f := range fs {
		if !slices.Contains(m.Rules, f.Rule.Name) {
			continue
		}
		if !slices.Contains(places, Place{f.Span.File, f.Span.Start.Line}) {
			near = "; reported instead: " + line(f)
			continue
		}
		if m.Severity != "" && (f.Severity-severity > 1 || severity-f.Severity > 1) {
			near = fmt.Sprintf("; expected severity %s: %s", m.Severity, line(f))
			continue
		}
		return ""
	}
	return fmt.Sprintf("missed %s at %s:%d%s", strings.Join(m.Rules, "/"), m.File, m.Line, near)
}

func line(f finding.Finding) string {
	return fmt.Sprintf("%s: %s: %s [%s]", f.Span, f.Severity, f.Message, f.Rule.Name)
}
