package facts

import "testing"

func TestKeepAlive(t *testing.T) {
	for program, want := range map[string]bool{
		"":                     false,
		"sleep infinity":       true,
		"/bin/sleep inf":       true,
		"sleep 3600":           false,
		"tail -f /dev/null":    true,
		"tail -F /var/log/app": false, // the log of a program that was started before
		"cat":                  true,
		"cat /etc/hosts":       false,
		"nginx -g daemon off;": false,
	} {
		if got := keepAlive(program); got != want {
			t.Errorf("keepAlive(%q) = %v, want %v", program, got, want)
		}
	}
}
