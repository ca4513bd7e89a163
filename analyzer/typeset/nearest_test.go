package typeset_test

import (
	"slices"
	"testing"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

func TestNearest(t *testing.T) {
	known := slices.Values([]string{"web", "worker-2", "worker-1", "endpoint-race", "grace.yaml"})
	for word, want := range map[string]string{
		"webb": "web", "endpoint-rase": "endpoint-race", "worker-3": "worker-1", "graec.yaml": "grace.yaml",
		"db": "", "xyz": "", "": "", "unlike-all-of-them": "",
	} {
		if got := typeset.Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := typeset.DidYouMean("webb", known); got != `; did you mean "web"?` {
		t.Error(got)
	}
}
