package shell

import "testing"

func TestUsesArguments(t *testing.T) {
	for script, want := range map[string]bool{
		"app":                      false,
		"app --port $PORT":         false,
		"exec app \"$@\"":          true,
		"exec app $*":              true,
		"app $0 x":                 true,
		"app ${1:-x}":              true,
		"f() { echo a; }; f b":     false,
		"for a; do echo; done":     true,
		"for a in b; do app; done": false,
		"[ $# -gt 0 ] && app":      true,
		"shift; app":               true,
		"app '$@'":                 false,
		"app 'unclosed":            true,
		"eval app":                 true,
	} {
		if got := UsesArguments(script); got != want {
			t.Errorf("UsesArguments(%q) = %v", script, got)
		}
	}
}
