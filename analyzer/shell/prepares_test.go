package shell

import "testing"

func TestPrepares(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want string
	}{
		{[]string{"chown", "-R", "1000:1000", "/data"}, "owner"},
		{[]string{"sh", "-c", "chown -R 1000:1000 /data"}, "owner"},
		{[]string{"/bin/bash", "-ec", "mkdir -p /data\nchown 1000 /data\nfind /data -mindepth 1 | xargs -r chown -R 1000\n"}, "owner"},
		{[]string{"sh", "-c", "set -e; if [ -d /data ]; then chmod 0770 /data; fi"}, "owner"},
		{[]string{"sysctl", "-w", "vm.max_map_count=262144"}, "kernel"},
		{[]string{"sh", "-c", "sysctl -w vm.max_map_count=262144 && echo done"}, "kernel"},
		{[]string{"sh", "-c", "chown 1000 /data && sysctl -w a=b"}, ""},
		{[]string{"sh", "-c", "chown 1000 /data && curl http://example.com"}, ""},
		{[]string{"sh", "-c", "echo ready"}, ""},
		{[]string{"sh", "-c", "$RUN /data"}, ""},
		{[]string{"sh", "-c", "chown 'x"}, ""},
		{[]string{"sh", "-c"}, ""},
		{nil, ""},
	} {
		if got := Prepares(tt.argv); got != tt.want {
			t.Errorf("Prepares(%q) = %q, want %q", tt.argv, got, tt.want)
		}
	}
}
