package engine

import (
	"maps"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

func TestPruned(t *testing.T) {
	parse := func(text string) *ast.Module {
		m, err := ast.ParseModuleWithOpts("m.rego", text, ast.ParserOptions{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	modules := map[string]*ast.Module{
		"rule": parse("package rules.a\nimport data.lib.words\nviolations contains words.plural(1, \"pod\")\n"),
		"words": parse("package lib.words\nimport data.lib.numbers\nplural(n, word) := word if numbers.one(n)\nplural(n, word) := _many(word) if not numbers.one(n)\n" +
			"_many(word) := concat(\"\", [word, ending])\nending := \"s\"\nunused(x) := x\ndefault fallback(_) := 1\nfallback(x) := x if x > 1\n"),
		"numbers": parse("package lib.numbers\none(n) if n == 1\ntwo(n) if n == 2\n"),
		"dates":   parse("package lib.dates\ntoday := 1\n"),
	}
	before := len(modules["words"].Rules)
	got := map[string][]string{}
	for file, m := range pruned(modules, map[string]bool{"words": true, "numbers": true, "dates": true}) {
		for _, r := range m.Rules {
			got[file] = append(got[file], ruleName(r))
		}
	}
	want := map[string][]string{"rule": {"violations"}, "words": {"plural", "plural", "_many", "ending"}, "numbers": {"one"}}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("pruned keeps %v, want %v", got, want)
	}
	if len(modules["words"].Rules) != before {
		t.Error("pruned changed a module that it was given")
	}
}
