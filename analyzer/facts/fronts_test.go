package facts_test

import (
	"fmt"
	"strings"
	"testing"
)

// Objects of ingress controllers send to Services like an Ingress does.
func TestRouters(t *testing.T) {
	object := func(api, kind, spec string) string {
		return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: r}\nspec: %s\n---\n", api, kind, spec)
	}
	for _, tt := range []struct {
		name, text string
		front      string
		podTargets bool
	}{
		{"NGINX", object("k8s.nginx.org/v1", "VirtualServer", "{upstreams: [{name: w, service: web, port: 80}]}"), "ingress", false},
		{"Traefik", object("traefik.io/v1alpha1", "IngressRoute", "{routes: [{match: x, services: [{name: web, port: 80}]}]}"), "ingress", false},
		{"Traefik's own service", object("traefik.io/v1alpha1", "IngressRoute", "{routes: [{services: [{name: web, kind: TraefikService}]}]}"), "service", false},
		{"Contour", object("projectcontour.io/v1", "HTTPProxy", "{routes: [{services: [{name: web, port: 80}]}]}"), "ingress", false},
		{"OpenShift", object("route.openshift.io/v1", "Route", "{to: {kind: Service, name: web}}"), "ingress", false},
		{"another Route", object("example.com/v1", "Route", "{to: {kind: Service, name: web}}"), "service", false},
		{"target group", object("elbv2.k8s.aws/v1beta1", "TargetGroupBinding", "{serviceRef: {name: web, port: 80}, targetType: ip}"), "load-balancer", true},
		{"another Service", object("route.openshift.io/v1", "Route", "{to: {kind: Service, name: other}}"), "service", false},
	} {
		w := extract(t, "a.yaml", deployment+fmt.Sprintf(service, "http")+tt.text).Workloads[0]
		if w.Front != tt.front || w.PodTargets != tt.podTargets {
			t.Errorf("%s: front %s, pod targets %v, want %s, %v", tt.name, w.Front, w.PodTargets, tt.front, tt.podTargets)
		}
	}
}

func TestServedPorts(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		served     bool
		nodeLocal  bool
	}{
		{"internalTrafficPolicy Local", deployment + strings.Replace(fmt.Sprintf(service, "http"), "selector:", "internalTrafficPolicy: Local\n  selector:", 1), true, true},
		{"a second Service without it", deployment + strings.Replace(fmt.Sprintf(service, "http"), "selector:", "internalTrafficPolicy: Local\n  selector:", 1) + strings.Replace(fmt.Sprintf(service, "http"), "name: web", "name: web2", 1), true, false},
		{"monitoring port", deployment + strings.Replace(fmt.Sprintf(service, "http"), "{port: 80,", "{name: monitor-agent, port: 80,", 1), false, false},
		{"probes", deployment + strings.Replace(fmt.Sprintf(service, "http"), "{port: 80,", "{name: healthz, port: 80,", 1), false, false},
		{"an undeclared port beside declared metrics", strings.Replace(scrapedPod, "%s", "1234", 1), false, false},
		{"the declared port", strings.Replace(scrapedPod, "%s", "9090", 1), true, false},
	} {
		w := extract(t, "a.yaml", tt.text).Workloads[0]
		if w.Served != tt.served || w.NodeLocal != tt.nodeLocal {
			t.Errorf("%s: served %v, node-local %v, want %v, %v", tt.name, w.Served, w.NodeLocal, tt.served, tt.nodeLocal)
		}
	}
}

// scrapedPod declares one port, which the Service has for metrics under its name.
const scrapedPod = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - {name: agent, image: "example.com/agent:1", ports: [{name: exporter, containerPort: 9090}]}
---
apiVersion: v1
kind: Service
metadata: {name: agent}
spec:
  selector: {app: agent}
  ports:
  - {name: prom-exporter, port: 9091, targetPort: exporter}
  - {name: input, port: 80, targetPort: %s}
`

// A Service without a name, as in a file that something fills in, is mentioned nowhere.
func TestServiceWithoutName(t *testing.T) {
	unnamed := strings.Replace(fmt.Sprintf(service, "http"), "metadata: {name: web}", "metadata: {name: \"\"}", 1)
	client := "apiVersion: v1\nkind: Pod\nmetadata: {name: client}\nspec: {containers: [{name: c, image: c:1, args: [\"http://web\"]}]}\n---\n"
	if got := len(extract(t, "a.yaml", deployment+unnamed+client).Services); got != 1 {
		t.Errorf("%d Services, want 1", got)
	}
}
