package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var pinned = regexp.MustCompile(`^(actions|github)/[\w.-]+(/[\w.-]+)*@[0-9a-f]{40}$`)

// TestWorkflows reads the action, the workflows and the examples of the docs: every action is GitHub's own and pinned by a
// commit, the version is beside it, and no expression is part of a script.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	for _, file := range append(files, "../../action.yml", "../../docs/github-actions.md", "../../docs/ci.md") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if filepath.Ext(file) == ".md" {
			_, text, _ = strings.Cut(text, "```yaml\n")
			text, _, _ = strings.Cut(text, "```\n")
		}
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		uses := 0
		walkYAML(&doc, func(key, value *yaml.Node) {
			switch key.Value {
			case "uses":
				uses++
				if !pinned.MatchString(value.Value) && !(filepath.Ext(file) == ".md" && value.Value == "drainlint/drainlint@COMMIT") {
					t.Errorf("%s:%d: %s: expected an action of GitHub with a commit of 40 digits", file, value.Line, value.Value)
				}
				if value.LineComment == "" {
					t.Errorf("%s:%d: %s: expected the version as a comment", file, value.Line, value.Value)
				}
			case "run":
				if strings.Contains(value.Value, "${{") {
					t.Errorf("%s:%d: an expression in a script: pass it through env", file, value.Line)
				}
			}
		})
		if uses == 0 {
			t.Errorf("%s uses nothing", file)
		}
	}
}

// TestActionInputs finds inputs that are declared or used, but not both.
func TestActionInputs(t *testing.T) {
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Description, Default string }
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../../docs/github-actions.md")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(string(data), -1) {
		used[m[1]] = true
		if _, ok := action.Inputs[m[1]]; !ok {
			t.Errorf("the input %s is used and not declared", m[1])
		}
	}
	for name, in := range action.Inputs {
		if !used[name] || in.Description == "" || !strings.Contains(string(docs), "| `"+name+"` |") {
			t.Errorf("the input %s is not used, not described or not in docs/github-actions.md", name)
		}
	}
}

func walkYAML(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			visit(n.Content[i], n.Content[i+1])
		}
	}
	for _, c := range n.Content {
		walkYAML(c, visit)
	}
}
