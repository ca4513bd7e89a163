package report

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
)

const jsonPage = "../../docs/json.md"

// exampleReport is the fixture cut down to the finding that has most to show.
func exampleReport() *finding.Report {
	r := fixture()
	r.Findings, r.Rules, r.Notices, r.Incomplete = r.Findings[4:5], r.Rules[6:7], r.Notices[1:], false
	r.Stats = finding.Stats{Charts: 1, Objects: 6, Workloads: 2}
	return r
}

func TestJSONPageShowsTheExample(t *testing.T) {
	page, err := os.ReadFile(jsonPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := bytes.Cut(page, []byte("```json\n"))
	_, tail, closed := bytes.Cut(rest, []byte("```\n"))
	if !ok || !closed {
		t.Fatalf("%s has no json block", jsonPage)
	}
	example := output(t, "json", exampleReport(), fixtureOptions())
	want := bytes.Join([][]byte{head, []byte("```json\n"), example, []byte("```\n"), tail}, nil)
	if *update {
		if err := os.WriteFile(jsonPage, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(page, want) {
		t.Errorf("the example in %s is stale: run go test ./analyzer/report -update", jsonPage)
	}
}

func TestJSONPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile(jsonPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{
		jsonReport{}, jsonTool{}, jsonRule{}, jsonSpan{}, jsonFinding{}, jsonStep{}, jsonProof{}, jsonWaiver{}, jsonNotice{},
		jsonBaseline{}, finding.Accepted{},
		finding.Stats{},
	} {
		for f := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && !bytes.Contains(page, []byte("`"+name+"`")) {
				t.Errorf("%s does not document %q of %T", jsonPage, name, v)
			}
		}
	}
}

func TestJSONHasNoNullList(t *testing.T) {
	var doc map[string]any
	if err := json.Unmarshal(output(t, "json", &finding.Report{}, Options{}), &doc); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"rules", "findings", "notices"} {
		if list, ok := doc[key].([]any); !ok || len(list) != 0 {
			t.Errorf("%s is %v, want an empty list", key, doc[key])
		}
	}
	if _, ok := doc["root"]; ok {
		t.Error("an unknown root is printed")
	}
}

func TestJSONKeepsTheData(t *testing.T) {
	r := fixture()
	var doc struct {
		Findings []struct{ File, Message string }
		Notices  []struct{ Message string }
	}
	if err := json.Unmarshal(output(t, "json", r, Options{}), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Findings) != len(r.Findings) {
		t.Fatalf("%d findings, want %d", len(doc.Findings), len(r.Findings))
	}
	for i, f := range r.Findings {
		if got := doc.Findings[i]; got.Message != f.Message || got.File != f.Span.File {
			t.Errorf("finding %d: got %+v, want %q in %q", i, got, f.Message, f.Span.File)
		}
	}
	if doc.Notices[0].Message != r.Notices[0].Message {
		t.Errorf("notice: got %q, want %q", doc.Notices[0].Message, r.Notices[0].Message)
	}
}
