package facts_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestServiceOfOnePod(t *testing.T) {
	set := strings.NewReplacer("Deployment", "StatefulSet", "replicas: 3", "serviceName: peers").Replace(deployment)
	one := func(pod string) string {
		return strings.Replace(fmt.Sprintf(service, "http"), "{app: web}", "{app: web, statefulset.kubernetes.io/pod-name: "+pod+"}", 1)
	}
	tests := []struct {
		name, text string
		want       bool
	}{
		{"its pod", set + one("web-0"), true},
		{"a pod of another set", set + one("db-0"), false},
		{"no ordinal", set + one("web-a"), false},
		{"a Deployment has no such pods", deployment + one("web-0"), false},
		{"a revision", set + strings.Replace(fmt.Sprintf(service, "http"), "{app: web}", "{app: web, controller-revision-hash: web-1}", 1), true},
	}
	for _, tt := range tests {
		f := extract(t, "a.yaml", tt.text)
		s := f.Services[0]
		if got := len(s.Workloads) > 0; got != tt.want {
			t.Errorf("%s: selected %v", tt.name, got)
		}
		if s.OnePod && f.Workloads[0].Served {
			t.Errorf("%s: a Service of one pod counts as traffic", tt.name)
		}
	}
}
