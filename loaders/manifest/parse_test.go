package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/source"
)

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n"

func names(docs []*source.Document) string {
	var out []string
	for _, d := range docs {
		out = append(out, d.Scalar("metadata", "name"))
	}
	return strings.Join(out, " ")
}

func TestParseObjects(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"one", fmt.Sprintf(pod, "a"), "a"},
		{"several", fmt.Sprintf(pod, "a") + "---\n" + fmt.Sprintf(pod, "b"), "a b"},
		{"marker with comment", fmt.Sprintf(pod, "a") + "--- # next\n" + fmt.Sprintf(pod, "b"), "a b"},
		{"content on the marker line", "--- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n", "a"},
		{"end marker", fmt.Sprintf(pod, "a") + "...\n---\n" + fmt.Sprintf(pod, "b"), "a b"},
		{"directive", "%YAML 1.1\n---\n" + fmt.Sprintf(pod, "a"), "a"},
		{"empty documents", "---\n---\n# nothing\n---\n" + fmt.Sprintf(pod, "a") + "---\n", "a"},
		{"CRLF", strings.ReplaceAll(fmt.Sprintf(pod, "a")+"---\n"+fmt.Sprintf(pod, "b"), "\n", "\r\n"), "a b"},
		{"byte order mark", "\xef\xbb\xbf" + fmt.Sprintf(pod, "a"), "a"},
		{"JSON", `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}`, "a"},
		{"JSON with tabs", "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"Pod\",\n\t\"metadata\": {\"name\": \"a\"}\n}\n", "a"},
		{"List", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: b}\n", "a b"},
		{"typed list", "apiVersion: v1\nkind: PodList\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n", "a"},
		{"marker inside a block scalar ends it", fmt.Sprintf(pod, "a") + "data: |\n  x\n---\n" + fmt.Sprintf(pod, "b"), "a b"},
		{"no object", "replicas: 3\nimage: {kind: x, apiVersion: y}\n", ""},
		{"CI configuration", "on: push\njobs: {}\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			docs, problems := Parse("f.yaml", []byte(tt.text))
			if len(problems) > 0 {
				t.Fatalf("problems: %v", problems)
			}
			if got := names(docs); got != tt.want {
				t.Errorf("objects %q, want %q", got, tt.want)
			}
		})
	}
}

func TestParsePositions(t *testing.T) {
	text := fmt.Sprintf(pod, "a") + "---\n" + fmt.Sprintf(pod, "b") + "spec:\n  containers:\n  - name: é\n    image: \"x:1\"\n  hostPID: true\n"
	docs, _ := Parse("f.yaml", []byte(text))
	tests := []struct {
		path  source.Path
		want  string
		exact bool
	}{
		{source.Path{"metadata", "name"}, "f.yaml:9:3-9:10", true},
		{source.Path{"spec"}, "f.yaml:10:1-10:5", true},
		{source.Path{"spec", "containers", 0}, "f.yaml:12:5-12:12", true},
		{source.Path{"spec", "containers", 0, "image"}, "f.yaml:13:5-13:17", true},
		{source.Path{"spec", "hostPID"}, "f.yaml:14:3-14:16", true},
		{source.Path{"spec", "containers", 0, "lifecycle", "preStop"}, "f.yaml:12:5-12:12", false},
		{source.Path{"status", "phase"}, "f.yaml:6:1-6:15", false},
	}
	for _, tt := range tests {
		tr := docs[1].Trace(tt.path)
		got := fmt.Sprintf("%s-%d:%d", tr.Span, tr.Span.End.Line, tr.Span.End.Col)
		if got != tt.want || tr.Exact != tt.exact {
			t.Errorf("%v: %s exact=%v, want %s exact=%v", tt.path, got, tr.Exact, tt.want, tt.exact)
		}
	}
}

func TestParseAliasesAndMerges(t *testing.T) {
	text := `apiVersion: v1
kind: Pod
metadata:
  name: a
  labels: &labels {app: web, tier: front}
spec:
  one: &base {cpu: 1, memory: 2}
  two:
    <<: *base
    memory: 3
  three: *labels
`
	docs, problems := Parse("f.yaml", []byte(text))
	if len(docs) != 1 || len(problems) > 0 {
		t.Fatalf("docs %d problems %v", len(docs), problems)
	}
	for path, want := range map[string]string{"two/cpu": "1", "two/memory": "3", "three/tier": "front"} {
		a, b, _ := strings.Cut(path, "/")
		if got := docs[0].Scalar("spec", a, b); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if tr := docs[0].Trace(source.Path{"spec", "two", "cpu"}); tr.Span.Start.Line != 7 {
		t.Errorf("a merged key is traced to %s, want the anchor's line 7", tr.Span)
	}
}

func TestParseProblems(t *testing.T) {
	good := fmt.Sprintf(pod, "good")
	bomb := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 9; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	tests := []struct{ name, text, at, message, objects string }{
		{"second of three is broken", good + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: [\n---\n" + fmt.Sprintf(pod, "last"), ":8", "not valid YAML", "good last"},
		{"tab", "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n", ":4:1", "a tab stands in the indentation", ""},
		{"repeated key", good + "  name: other\n", ":5:3", `key "name" is repeated (first on line 4)`, "other"},
		{"repeated key in a large mapping", good + "  labels:\n" + strings.Repeat("    k: v\n", 1) + manyKeys(20) + "    k7: again\n", "", `key "k7" is repeated`, "good"},
		{"not UTF-8", good + "# caf\xe9\n", ":5:6", "byte 0xe9 is not valid UTF-8", ""},
		{"alias bomb", bomb, ":1:1", "alias bomb", ""},
		{"template", "apiVersion: v1\nkind: Pod\nmetadata:\n  {{- if .x }}\n  name: a\n", "", "not valid YAML", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			docs, problems := Parse("f.yaml", []byte(tt.text))
			if len(problems) != 1 {
				t.Fatalf("problems: %v", problems)
			}
			p := problems[0]
			if !strings.Contains(p.Span.String(), "f.yaml"+tt.at) || !strings.Contains(p.Message, tt.message) {
				t.Errorf("%s: %s, want %s at %s", p.Span, p.Message, tt.message, tt.at)
			}
			if got := names(docs); got != tt.objects {
				t.Errorf("objects %q, want %q", got, tt.objects)
			}
		})
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    k%d: v\n", i)
	}
	return b.String()
}

func TestParseAliasCycle(t *testing.T) {
	text := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: &s\n  again: *s\n"
	docs, problems := Parse("f.yaml", []byte(text))
	if len(docs) != 0 || len(problems) != 1 {
		t.Fatalf("docs %d, problems %v", len(docs), problems)
	}
}

func TestParseBrokenForeignYAML(t *testing.T) {
	broken := []byte("a: [\n")
	if _, problems := Parse("f.yaml", broken); len(problems) > 0 {
		t.Errorf("YAML that is no Kubernetes object was reported: %v", problems)
	}
	if _, problems := ParseStrict("f.yaml", broken); len(problems) != 1 {
		t.Errorf("a named file that is broken was not reported")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(fmt.Sprintf(pod, "a") + "---\n" + fmt.Sprintf(pod, "b")))
	f.Add([]byte("apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Pod}, &a [*a]]\n"))
	f.Add([]byte("\xef\xbb\xbf--- !x\n? [a]\n: <<: {b: c}\napiVersion: v1\nkind: x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := strings.Count(string(data), "\n") + 1
		docs, problems := Parse("f.yaml", data)
		for _, d := range docs {
			if s := d.Trace(source.Path{"metadata", "name"}).Span; s.Start.Line < 1 || s.Start.Line > lines+1 {
				t.Errorf("a document is traced to line %d of %d", s.Start.Line, lines)
			}
		}
		for _, p := range problems {
			if p.Span.Start.Line > lines+1 {
				t.Errorf("a problem is at line %d of %d: %s", p.Span.Start.Line, lines, p.Message)
			}
		}
	})
}
