package facts_test

import (
	"testing"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/rego/metadata"
)

// TestKindNames: every kind that a rule lists is one that can occur.
func TestKindNames(t *testing.T) {
	known := facts.KindNames()
	for _, kind := range kube.Kinds() {
		known[kind] = true
	}
	for _, e := range metadata.Entries {
		for _, kind := range e.Rule.Kinds {
			if !known[kind] {
				t.Errorf("%s: %s", e.Rule.Name, kind)
			}
		}
	}
}
