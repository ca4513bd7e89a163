package facts

import "testing"

func TestSidePort(t *testing.T) {
	ports := []Port{{Name: "http", Number: 8081}, {Name: "webhook", Number: 9443}}
	for _, tt := range []struct {
		args   []string
		target string
		want   bool
	}{
		{[]string{"--health-probe-bind-address=:8081"}, "http", true},
		{[]string{"--health-probe-bind-address", "0.0.0.0:8081"}, "8081", true},
		{[]string{"--metrics-bind-address=:8082", "--leader-elect"}, "http", false},
		{[]string{"--health-probe-bind-address=:8081"}, "webhook", false},
		{[]string{"--healthz-port=8081"}, "http", true},
		{[]string{"--bind-address=:8081"}, "http", false},
		{[]string{"--metrics-bind-address"}, "http", false},
		{nil, "http", false},
	} {
		c := &Container{Ports: ports, Process: Process{Args: tt.args}}
		if got := sidePort(c, ServicePort{Target: tt.target}); got != tt.want {
			t.Errorf("%q, target %s: %v, want %v", tt.args, tt.target, got, tt.want)
		}
	}
}
