package facts

import (
	"slices"
	"testing"
)

// FuzzFlaps makes sure that no expression stops a run.
func FuzzFlaps(f *testing.F) {
	for _, s := range []string{`up == 0`, `absent(up{job="a"})`, `count by (job) (up == bool 0) > 0`, `up offset 5m unless on (a) b`, `(up`, `up{a="`, `up[5m:1m] @ end()`, `WITH (x = up) x == 0`, `up == 1e999`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if got := flaps(expr); !slices.Contains([]string{"up", "absent", "none"}, got) {
			t.Errorf("%q", got)
		}
	})
}

func TestWord(t *testing.T) {
	for expr, want := range map[string]bool{"up": true, "(up)": true, "up{}": true, "node_uptime": false, "group_left": false, "a:up": false, "x or up==0": true, "up_up up": true} {
		if holdsWord(expr, "up") != want {
			t.Errorf("%s: %v", expr, !want)
		}
	}
}
