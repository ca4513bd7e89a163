package report

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

func parse(t *testing.T, r *finding.Report, o Options) *sarif.Run {
	t.Helper()
	doc, err := sarif.FromBytes(output(t, "sarif", r, o))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Runs) != 1 {
		t.Fatalf("%d runs, want 1", len(doc.Runs))
	}
	return doc.Runs[0]
}

// walk calls visit for every value of a decoded JSON document.
func walk(at string, v any, visit func(at string, v any)) {
	visit(at, v)
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			walk(at+"/"+key, member, visit)
		}
	case []any:
		for i, element := range v {
			walk(fmt.Sprintf("%s/%d", at, i), element, visit)
		}
	}
}

func TestSARIFHasNothingEmpty(t *testing.T) {
	for _, r := range []*finding.Report{fixture(), emptyReport(), stdinReport(), baselineReport()} {
		var doc any
		if err := json.Unmarshal(output(t, "sarif", r, Options{}), &doc); err != nil {
			t.Fatal(err)
		}
		walk("", doc, func(at string, v any) {
			switch v := v.(type) {
			case nil:
				t.Errorf("%s is null", at)
			case map[string]any:
				if len(v) == 0 {
					t.Errorf("%s is an empty object", at)
				}
			case []any:
				if len(v) == 0 && path.Base(at) != "results" {
					t.Errorf("%s is an empty list", at)
				}
			}
		})
	}
}

func TestSARIFEmptyResults(t *testing.T) {
	var doc struct {
		Runs []struct{ Results *[]any }
	}
	if err := json.Unmarshal(output(t, "sarif", emptyReport(), Options{}), &doc); err != nil {
		t.Fatal(err)
	}
	if got := doc.Runs[0].Results; got == nil || len(*got) != 0 {
		t.Errorf("results of a clean run are %v, want an empty list", got)
	}
}

func TestSARIFLocations(t *testing.T) {
	r := fixture()
	run := parse(t, r, fixtureOptions())
	if len(run.Results) != len(r.Findings) {
		t.Fatalf("%d results, want %d", len(run.Results), len(r.Findings))
	}
	check := func(name string, loc *sarif.Location) {
		physical := loc.PhysicalLocation
		u, err := url.Parse(*physical.ArtifactLocation.URI)
		if err != nil || u.IsAbs() || strings.HasPrefix(u.Path, "/") || *physical.ArtifactLocation.URIBaseID != "%SRCROOT%" {
			t.Errorf("%s: URI %q is not relative to the root (%v)", name, *physical.ArtifactLocation.URI, err)
		}
		g := physical.Region
		if *g.StartLine < 1 || *g.StartColumn < 1 || *g.EndLine < *g.StartLine ||
			*g.EndLine == *g.StartLine && *g.EndColumn <= *g.StartColumn {
			t.Errorf("%s: region %d:%d-%d:%d", name, *g.StartLine, *g.StartColumn, *g.EndLine, *g.EndColumn)
		}
	}
	for i, res := range run.Results {
		name := fmt.Sprintf("result %d", i)
		if *run.Tool.Driver.Rules[res.RuleIndex].ID != *res.RuleID || *res.RuleID != r.Findings[i].Rule.Name {
			t.Errorf("%s: rule %q at index %d", name, *res.RuleID, res.RuleIndex)
		}
		if len(res.Locations) != 1 {
			t.Fatalf("%s has %d locations", name, len(res.Locations))
		}
		check(name, res.Locations[0])
		for n, related := range res.RelatedLocations {
			check(name, related)
			if related.ID != n+1 || *related.Message.Text == "" {
				t.Errorf("%s: related location %d has id %d and message %q", name, n, related.ID, *related.Message.Text)
			}
		}
	}
}

func TestSARIFRegions(t *testing.T) {
	text := map[string]string{"f": "a: 1\n  b: ø配\n"}
	s := newSources(func(file string) ([]byte, error) {
		if data, ok := text[file]; ok {
			return []byte(data), nil
		}
		return nil, fmt.Errorf("no file %s", file)
	})
	for _, c := range []struct {
		file       string
		start, end source.Pos
		want       string
	}{
		{"f", source.Pos{Line: 2, Col: 3}, source.Pos{Line: 2, Col: 4}, "2:3-2:4"},
		{"f", source.Pos{Line: 2, Col: 3}, source.Pos{}, "2:3-2:8"},
		{"f", source.Pos{Line: 2}, source.Pos{}, "2:1-2:8"},
		{"f", source.Pos{}, source.Pos{}, "1:1-1:5"},
		{"f", source.Pos{}, source.Pos{Line: 2, Col: 2}, "1:1-1:5"},
		{"f", source.Pos{Line: 1, Col: 2}, source.Pos{Line: 2}, "1:2-2:8"},
		{"f", source.Pos{Line: 2, Col: 3}, source.Pos{Line: 1, Col: 9}, "2:3-2:8"},
		{"f", source.Pos{Line: 1, Col: 1}, source.Pos{Line: 1, Col: 99}, "1:1-1:5"},
		{"f", source.Pos{Line: 1, Col: 9}, source.Pos{Line: 1, Col: 12}, "1:9-1:10"},
		{"f", source.Pos{Line: 9, Col: 4}, source.Pos{}, "9:4-9:5"},
		{"gone", source.Pos{Line: 3, Col: 4}, source.Pos{}, "3:4-3:5"},
		{"gone", source.Pos{Line: 3, Col: 4}, source.Pos{Line: 3, Col: 9}, "3:4-3:9"},
		{"gone", source.Pos{Line: 3, Col: 4}, source.Pos{Line: 4}, "3:4-4:1"},
		{"gone", source.Pos{}, source.Pos{}, "1:1-1:2"},
	} {
		start, end := s.resolve(source.Span{File: c.file, Start: c.start, End: c.end})
		if got := fmt.Sprintf("%d:%d-%d:%d", start.Line, start.Col, end.Line, end.Col); got != c.want {
			t.Errorf("%s %v-%v: got %s, want %s", c.file, c.start, c.end, got, c.want)
		}
	}
}

func TestSARIFSuppressions(t *testing.T) {
	run := parse(t, fixture(), fixtureOptions())
	var got []string
	for _, res := range run.Results {
		for _, s := range res.Suppressions {
			got = append(got, fmt.Sprintf("%s: %s, %s, %s, %s", *res.RuleID, *s.Kind, *s.Status, *s.Justification,
				*s.Location.PhysicalLocation.ArtifactLocation.URI))
		}
	}
	want := []string{
		"privileged: inSource, accepted, loads the eBPF probe (until 2027-03-01), charts/shop/templates/deployment.yaml",
		"no-latest: external, accepted, base images follow the distribution, .drainlint.yaml",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSARIFRules(t *testing.T) {
	run := parse(t, fixture(), Options{})
	for i, d := range run.Tool.Driver.Rules {
		if *d.ID != ruleOrder[i] {
			t.Errorf("rule %d is %s, want %s", i, *d.ID, ruleOrder[i])
		}
		if strings.EqualFold(*d.ID, *d.Name) {
			t.Errorf("rule %s has the name %s", *d.ID, *d.Name)
		}
		_, security := d.Properties.Properties["security-severity"]
		if security != (fixtureRules()[*d.ID].SecuritySeverity != "") {
			t.Errorf("rule %s: security-severity is there: %v", *d.ID, security)
		}
		if security && d.Properties.Tags[0] != "security" {
			t.Errorf("rule %s has a security-severity but not the tag: %q", *d.ID, d.Properties.Tags)
		}
	}
	if version := *run.Tool.Driver.Version; version != "0.0.0-dev" {
		t.Errorf("version of a build without one is %q", version)
	}
}

func TestSARIFRuleThatIsNotEnabled(t *testing.T) {
	r := fixture()
	r.Rules = r.Rules[:2]
	run := parse(t, r, Options{})
	for _, res := range run.Results {
		if got := *run.Tool.Driver.Rules[res.RuleIndex].ID; got != *res.RuleID {
			t.Errorf("result of %s points at rule %s", *res.RuleID, got)
		}
	}
}

func TestSARIFProvenance(t *testing.T) {
	for _, c := range []struct{ uri, revision, want string }{
		{"https://user:secret@git.example.org/a", "abc", "https://git.example.org/a"},
		{"https://git.example.org/a", "", ""},
		{"git@git.example.org:a/b.git", "abc", ""},
		{"../a", "abc", ""},
		{"", "abc", ""},
	} {
		got := ""
		if vcs := provenance(Options{RepoURI: c.uri, Revision: c.revision}); vcs != nil {
			got = *vcs.RepositoryURI
		}
		if got != c.want {
			t.Errorf("provenance of %q at %q is %q, want %q", c.uri, c.revision, got, c.want)
		}
	}
}

func TestSARIFStdinHasLogicalLocations(t *testing.T) {
	run := parse(t, stdinReport(), fixtureOptions())
	var names []string
	for _, res := range run.Results {
		loc := res.Locations[0]
		if loc.PhysicalLocation != nil {
			t.Errorf("%s has a physical location", *res.RuleID)
		}
		names = append(names, *loc.LogicalLocations[0].FullyQualifiedName)
	}
	want := []string{"Pod/debug: spec.containers[0].securityContext.privileged", "<standard input>"}
	if fmt.Sprint(names) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", names, want)
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.Contains(*notes[0].Message.Text, "not for upload") {
		t.Errorf("no notification says that the log is not for upload")
	}
}

func TestSARIFFindingWithoutFileIsANotification(t *testing.T) {
	r := fixture()
	r.Notices, r.Findings = nil, r.Findings[:1]
	r.Findings[0].Span = source.Span{}
	run := parse(t, r, Options{})
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(run.Results) != 0 || len(notes) != 1 {
		t.Fatalf("%d results and %d notifications, want 0 and 1", len(run.Results), len(notes))
	}
	if notes[0].Level != "error" || *notes[0].AssociatedRule.ID != "cannot-analyse" {
		t.Errorf("got level %s of rule %s", notes[0].Level, *notes[0].AssociatedRule.ID)
	}
	if *run.Invocations[0].ExecutionSuccessful {
		t.Error("an incomplete run is called successful")
	}
}

func TestSARIFLinks(t *testing.T) {
	for _, c := range []struct {
		file string
		line int
		want string
	}{
		{"a b.yaml", 3, "[a b.yaml:3](2)"},
		{"a.tgz", 0, "[a.tgz](2)"},
		{"a[1].yaml", 3, "a[1].yaml:3"},
		{"a(1).yaml", 3, "a(1).yaml:3"},
		{"a\x1b.yaml", 3, `a\x1b.yaml:3`},
	} {
		got := link(source.Span{File: c.file, Start: source.Pos{Line: c.line, Col: 1}}, 2)
		if got != c.want {
			t.Errorf("link to %q is %q, want %q", c.file, got, c.want)
		}
	}
}
