package finding_test

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

var rule = &finding.Rule{Name: "r"}

func locate(t *testing.T, file, text, set string, p source.Path) finding.Finding {
	t.Helper()
	docs, problems := manifest.Parse(file, []byte(text))
	if len(docs) != 1 || len(problems) > 0 {
		t.Fatalf("docs %d, problems %v", len(docs), problems)
	}
	u := &source.Unit{Documents: docs, Set: set}
	return finding.Locate(u, []finding.Violation{{Rule: rule, Severity: finding.Warning, Message: "m", At: source.Ref{Path: p}}})[0]
}

const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec:\n  containers:\n  - name: a\n    image: a:1\n  - name: b\n    image: b:1\n"

var image = source.Path{"spec", "containers", 1, "image"}

func TestLocate(t *testing.T) {
	f := locate(t, "f.yaml", pod, "", image)
	if f.Span.String() != "f.yaml:9:5" || !f.Exact || f.Object != "Pod/n/p" || f.Path != "spec.containers[1].image" {
		t.Errorf("%+v", f)
	}
	f = locate(t, "f.yaml", pod, "", source.Path{"spec", "containers", 1, "lifecycle"})
	if f.Span.String() != "f.yaml:8:5" || f.Exact {
		t.Errorf("an absent field is at %s exact %v, want its container", f.Span, f.Exact)
	}
	span := source.Span{File: "Dockerfile", Start: source.Pos{Line: 3, Col: 1}}
	f = finding.Locate(&source.Unit{}, []finding.Violation{{Rule: rule, At: source.Ref{Span: &span}}})[0]
	if f.Span != span || f.Object != "" {
		t.Errorf("%+v", f)
	}
}

// TestFingerprint: lines, files and messages may change, the object and the field may not.
func TestFingerprint(t *testing.T) {
	first := locate(t, "f.yaml", pod, "", image).Fingerprint
	same := map[string]finding.Finding{
		"moved":              locate(t, "f.yaml", "# a comment\n\n"+pod, "", image),
		"renamed file":       locate(t, "other/g.yaml", pod, "", image),
		"other values":       locate(t, "f.yaml", pod, "ci/a-values.yaml", image),
		"container inserted": locate(t, "f.yaml", strings.Replace(pod, "  - name: a\n", "  - name: z\n    image: z:1\n  - name: a\n", 1), "", source.Path{"spec", "containers", 2, "image"}),
	}
	for name, f := range same {
		if f.Fingerprint != first {
			t.Errorf("%s: the fingerprint changed", name)
		}
	}
	other := map[string]finding.Finding{
		"other container": locate(t, "f.yaml", pod, "", source.Path{"spec", "containers", 0, "image"}),
		"other object":    locate(t, "f.yaml", strings.Replace(pod, "name: p", "name: q", 1), "", image),
		"other field":     locate(t, "f.yaml", pod, "", source.Path{"spec", "containers", 1, "name"}),
	}
	for name, f := range other {
		if f.Fingerprint == first {
			t.Errorf("%s: the fingerprint is the same", name)
		}
	}
}

func TestSort(t *testing.T) {
	a := locate(t, "a.yaml", pod, "default values", image)
	b := locate(t, "b.yaml", pod, "", image)
	again := a
	again.Sets = []string{"ci/x-values.yaml"}
	worse := a
	worse.Severity, worse.Path = finding.Error, "other"
	got := finding.Sort([]finding.Finding{b, again, worse, a})
	if len(got) != 3 {
		t.Fatalf("%d findings, want 3", len(got))
	}
	if got[0].Severity != finding.Error || got[1].Span.File != "a.yaml" || got[2].Span.File != "b.yaml" {
		t.Errorf("order: %v %v %v", got[0].Span, got[1].Span, got[2].Span)
	}
	if strings.Join(got[1].Sets, " ") != "ci/x-values.yaml default values" {
		t.Errorf("sets %v", got[1].Sets)
	}
	always := a
	always.Sets = nil
	for _, order := range [][]finding.Finding{{always, again, a}, {again, always, a}, {again, a, always}} {
		if merged := finding.Sort(order); len(merged) != 1 || merged[0].Sets != nil {
			t.Errorf("what occurs always is named for %v", merged[0].Sets)
		}
	}
	seen := map[string]bool{}
	for _, f := range got {
		if seen[f.Fingerprint] {
			t.Errorf("fingerprint %s occurs twice", f.Fingerprint)
		}
		seen[f.Fingerprint] = true
	}
}

func TestSeverity(t *testing.T) {
	for _, name := range []string{"note", "warning", "error", "never"} {
		if s, ok := finding.ParseSeverity(name); !ok || s.String() != name {
			t.Errorf("%s: %v %v", name, s, ok)
		}
	}
	if _, ok := finding.ParseSeverity("fatal"); ok {
		t.Error("an unknown level was accepted")
	}
	r := finding.Report{Findings: []finding.Finding{{Severity: finding.Error, Waiver: &finding.Waiver{}}, {Severity: finding.Note}}}
	if r.Worst() != finding.Note {
		t.Errorf("worst %v: a waived finding counts", r.Worst())
	}
}
