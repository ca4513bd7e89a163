package timeline

import "testing"

// TestLines: a number stays beside its unit.
func TestLines(t *testing.T) {
	got := lines("requests come until about 3 s, in 3 steps", 27)
	if len(got) != 2 || got[0] != "requests come until about" || got[1] != "3 s, in 3 steps" {
		t.Errorf("%q", got)
	}
}
