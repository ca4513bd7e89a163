package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// extract reads the facts of manifests given as file name and text.
func extract(t *testing.T, files ...string) *facts.Facts {
	t.Helper()
	u := &source.Unit{Kind: source.Manifest, Dir: ".", Files: map[string][]byte{}}
	for i := 0; i < len(files); i += 2 {
		docs, problems := manifest.Parse(files[i], []byte(files[i+1]))
		if len(problems) > 0 {
			t.Fatalf("%v", problems)
		}
		u.Documents = append(u.Documents, docs...)
		u.Files[files[i]] = nil
	}
	return facts.Extract(u, facts.Options{KubeVersion: kube.Default()})
}

const (
	deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web, tier: front}}
    spec:
      containers:
      - name: app
        image: example.com/app:1.0
        ports: [{name: http, containerPort: 8080}, {name: metrics, containerPort: 9090}]
      - name: other
        image: example.com/other:1.0
        ports: [{name: admin, containerPort: 7070}]
---
`
	service = `
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: %s}]
---
`
)

func TestServed(t *testing.T) {
	ingress := "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i}\nspec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}\n---\n"
	route := "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: r}\nspec: {rules: [{backendRefs: [{name: web, port: 80}]}]}\n---\n"
	monitor := "apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: m}\nspec: {selector: {}, endpoints: [{targetPort: 8080}, {port: web}]}\n---\n"
	client := "apiVersion: v1\nkind: Pod\nmetadata: {name: client}\nspec: {containers: [{name: c, image: c:1, env: [{name: URL, value: \"http://web.default:80/\"}]}]}\n---\n"
	tests := []struct {
		name, text string
		served     string // the containers that traffic reaches
		front      string
	}{
		{"no Service", deployment, "", "none"},
		{"named port", deployment + fmt.Sprintf(service, "http"), "app", "service"},
		{"numbered port", deployment + fmt.Sprintf(service, "7070"), "other", "service"},
		{"a port nobody declares may reach any container", deployment + fmt.Sprintf(service, "1234"), "app other", "service"},
		{"metrics port", deployment + fmt.Sprintf(service, "metrics"), "", "none"},
		{"telemetry port", deployment + strings.Replace(fmt.Sprintf(service, "http"), "{port: 80,", "{name: telemetry, port: 80,", 1), "", "none"},
		{"labels differ", deployment + strings.Replace(fmt.Sprintf(service, "http"), "app: web", "app: api", 1), "", "none"},
		{"namespace differs", deployment + strings.Replace(fmt.Sprintf(service, "http"), "name: web", "name: web, namespace: x", 1), "", "none"},
		{"default namespace is the same one", deployment + strings.Replace(fmt.Sprintf(service, "http"), "name: web", "name: web, namespace: default", 1), "app", "service"},
		{"no selector selects nothing", deployment + strings.Replace(fmt.Sprintf(service, "http"), "selector: {app: web}", "type: ClusterIP", 1), "", "none"},
		{"behind an Ingress", deployment + fmt.Sprintf(service, "http") + ingress, "app", "ingress"},
		{"behind a Gateway route", deployment + fmt.Sprintf(service, "http") + route, "app", "gateway"},
		{"load balancer", deployment + strings.Replace(fmt.Sprintf(service, "http"), "selector:", "type: LoadBalancer\n  selector:", 1), "app", "load-balancer"},
		{"only a monitor refers to it", deployment + fmt.Sprintf(service, "8080") + monitor, "", "none"},
		{"a monitor and a client", deployment + fmt.Sprintf(service, "8080") + monitor + client, "app", "service"},
		{"an image path is no client", deployment + fmt.Sprintf(service, "8080") + monitor + strings.Replace(client, "http://web.default:80/", "quay.io/web/reloader:1", 1), "", "none"},
		{"scrape annotation", deployment + strings.Replace(fmt.Sprintf(service, "8080"), "{name: web}", `{name: web, annotations: {prometheus.io/scrape: "true"}}`, 1), "", "none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := extract(t, "a.yaml", tt.text).Workloads[0]
			var served []string
			for _, c := range w.Containers {
				if c.Served {
					served = append(served, c.Name)
				}
			}
			if got := strings.Join(served, " "); got != tt.served || w.Served != (tt.served != "") || w.Front != tt.front {
				t.Errorf("served %q (%v) front %s, want %q front %s", got, w.Served, w.Front, tt.served, tt.front)
			}
		})
	}
}

func TestGoverningServiceDoesNotServe(t *testing.T) {
	set := strings.NewReplacer("Deployment", "StatefulSet", "replicas: 3", "serviceName: web").Replace(deployment)
	headless := strings.Replace(fmt.Sprintf(service, "http"), "selector:", "clusterIP: None\n  selector:", 1)
	if w := extract(t, "a.yaml", set+headless).Workloads[0]; w.Served {
		t.Error("a headless Service that only names the pods of a StatefulSet counts as traffic")
	}
	other := strings.Replace(headless, "{name: web}", "{name: peers}", 1)
	if w := extract(t, "a.yaml", set+other).Workloads[0]; !w.Served {
		t.Error("another headless Service does not count as traffic")
	}
}

// The same labels in two folders: a Service selects the pods of its own folder.
func TestNearestFolderWins(t *testing.T) {
	f := extract(t, "a/web.yaml", deployment, "b/web.yaml", strings.Replace(deployment, "name: web", "name: web2", 1), "b/svc.yaml", fmt.Sprintf(service, "http"))
	if f.Workloads[0].Served || !f.Workloads[1].Served {
		t.Errorf("served: a %v, b %v", f.Workloads[0].Served, f.Workloads[1].Served)
	}
	f = extract(t, "a/web.yaml", deployment, "b/web.yaml", strings.Replace(deployment, "name: web", "name: web2", 1), "svc.yaml", fmt.Sprintf(service, "http"))
	if !f.Workloads[0].Served || !f.Workloads[1].Served {
		t.Error("a Service above both folders selects both")
	}
}

func TestReplicasAndRounding(t *testing.T) {
	hpa := "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {minReplicas: 5, maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n---\n"
	with := func(strategy string) string {
		return strings.Replace(deployment, "  replicas: 3\n", "  replicas: 3\n  strategy: {rollingUpdate: "+strategy+"}\n", 1)
	}
	tests := []struct {
		name, text                   string
		replicas, unavailable, surge int
		fenced                       bool
	}{
		{"defaults: 25 % of 3 rounds down, surge up", deployment, 3, 0, 1, false},
		{"HPA minimum counts", deployment + hpa, 5, 1, 2, false},
		{"both 0 after rounding becomes unavailable 1", with("{maxSurge: 0}"), 3, 1, 0, true},
		{"100 %", with("{maxSurge: 0, maxUnavailable: 100%}"), 3, 3, 0, false},
		{"numbers", with("{maxSurge: 2, maxUnavailable: 1}"), 3, 1, 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := extract(t, "a.yaml", tt.text).Workloads[0]
			got := fmt.Sprint(w.Replicas.Value, w.Rollout.MaxUnavailable.Absolute, w.Rollout.MaxSurge.Absolute, w.Rollout.Fenced)
			if want := fmt.Sprint(tt.replicas, tt.unavailable, tt.surge, tt.fenced); got != want {
				t.Errorf("replicas, unavailable, surge, fenced: %s, want %s", got, want)
			}
		})
	}
}

func TestPDB(t *testing.T) {
	pdb := func(spec string) string {
		return "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: p}\nspec: {selector: {matchLabels: {app: web}}" + spec + "}\n---\n"
	}
	tests := []struct {
		name, text        string
		resolved          bool
		allowed, expected int
	}{
		{"maxUnavailable 10 % of 3 rounds up", deployment + pdb(", maxUnavailable: 10%"), true, 1, 3},
		{"minAvailable 50 % of 3 rounds up", deployment + pdb(", minAvailable: 50%"), true, 1, 3},
		{"minAvailable all", deployment + pdb(", minAvailable: 3"), true, 0, 3},
		{"neither field", deployment + pdb(""), true, 0, 3},
		{"null is absent", deployment + pdb(", maxUnavailable: null"), true, 0, 3},
		{"selects nothing", pdb(", minAvailable: 1"), false, 0, 0},
		{"DaemonSet has no scale", strings.Replace(deployment, "Deployment", "DaemonSet", 1) + pdb(", maxUnavailable: 1"), false, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := extract(t, "a.yaml", tt.text).PDBs[0]
			if p.Resolved != tt.resolved || p.Allowed != tt.allowed || p.Expected != tt.expected {
				t.Errorf("resolved %v allowed %d expected %d, want %v %d %d", p.Resolved, p.Allowed, p.Expected, tt.resolved, tt.allowed, tt.expected)
			}
		})
	}
}

func TestHostPaths(t *testing.T) {
	pod := `
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: c
    image: c:1
    volumeMounts: [{name: v, mountPath: /m, readOnly: %v, subPath: "%s"}]
  volumes: [{name: v, hostPath: {path: "%s"}}]
`
	tests := []struct {
		path, subPath string
		readOnly      bool
		class         string
		sockets       string
		direct        bool
	}{
		{"/", "", true, "root", "Docker containerd CRI-O", false},
		{"/var/run/docker.sock", "", true, "run", "Docker", true},
		{"/run/containerd", "", false, "run", "containerd", false},
		{"/run", "myapp", false, "run", "", false},
		{"/etc/kubernetes/pki", "", false, "kubernetes", "", false},
		{"/etc/localtime", "", true, "harmless", "", false},
		{"/etc/shadow", "", true, "login", "", false},
		{"/etc/myapp", "", true, "etc", "", false},
		{"/var/log/pods", "", true, "logs", "", false},
		{"/data/etc", "", false, "other", "", false},
		{"/etcd", "", false, "other", "", false},
	}
	for _, tt := range tests {
		h := extract(t, "a.yaml", fmt.Sprintf(pod, tt.readOnly, tt.subPath, tt.path)).Workloads[0].HostPaths[0]
		var missing []string
		for _, s := range strings.Fields(tt.sockets) {
			if !slices.Contains(h.Sockets, s) {
				missing = append(missing, s)
			}
		}
		if h.Class != tt.class || h.Direct != tt.direct || h.ReadOnly != tt.readOnly || len(missing) > 0 || tt.sockets == "" && len(h.Sockets) > 0 {
			t.Errorf("%s: class %s sockets %v direct %v read-only %v", tt.path, h.Class, h.Sockets, h.Direct, h.ReadOnly)
		}
	}
}

func TestConfiguredPodOwner(t *testing.T) {
	text := strings.NewReplacer("apps/v1", "example.com/v1", "kind: Deployment", "kind: WebApp").Replace(deployment)
	docs, _ := manifest.Parse("a.yaml", []byte(text))
	u := &source.Unit{Kind: source.Manifest, Documents: docs}
	if f := facts.Extract(u, facts.Options{KubeVersion: kube.Default()}); len(f.Workloads) != 0 {
		t.Errorf("an unknown kind became a workload")
	}
	f := facts.Extract(u, facts.Options{KubeVersion: kube.Default(), PodOwners: map[string][]string{"example.com/WebApp": {"spec", "template"}}})
	if len(f.Workloads) != 1 || f.Workloads[0].Replicas.Value != 3 || len(f.Workloads[0].Containers) != 2 {
		t.Fatalf("workloads %+v", f.Workloads)
	}
	if at := f.Workloads[0].Containers[0].At.Path.String(); at != "spec.template.spec.containers[0]" {
		t.Errorf("container at %s", at)
	}
}

func TestPlaceholdersAreUnknown(t *testing.T) {
	text := strings.NewReplacer("replicas: 3", "replicas: {{count}}", "example.com/app:1.0", "${IMAGE}").Replace(deployment)
	f := extract(t, "a.yaml", text)
	for _, r := range f.Objects[0].Refused {
		t.Errorf("refused: %s", r.Reason)
	}
	if im := f.Workloads[0].Containers[0].Image; im.Valid || !im.Set {
		t.Errorf("image %+v", im)
	}
	if f := extract(t, "a.yaml", strings.Replace(deployment, "replicas: 3", "replicas: three", 1)); len(f.Objects[0].Refused) != 1 {
		t.Errorf("a wrong type was not refused: %+v", f.Objects[0].Refused)
	}
}

func TestPreStopDuration(t *testing.T) {
	tests := []struct {
		hook, known string
		seconds     float64
		unbounded   bool
	}{
		{"{sleep: {seconds: 7}}", "exact", 7, false},
		{`{exec: {command: [sleep, "9"]}}`, "exact", 9, false},
		{`{exec: {command: [sh, -c, "sleep $DELAY"]}}`, "exact", 15, false},
		{`{exec: {command: [sh, -c, "sleep 4; /app/flush"]}}`, "lower-bound", 4, false},
		{`{exec: {command: [sh, -c, "while busy; do sleep 1; done"]}}`, "unknown", 0, true},
		{`{exec: {command: [/app/drain]}}`, "unknown", 0, false},
		{"{httpGet: {port: 80}}", "unknown", 0, false},
		{"{tcpSocket: {port: 80}}", "exact", 0, false},
	}
	for _, tt := range tests {
		text := "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: c:1, env: [{name: DELAY, value: \"15\"}], lifecycle: {preStop: " + tt.hook + "}}]}\n"
		d := extract(t, "a.yaml", text).Workloads[0].Containers[0].PreStop.Duration
		if d.Known != tt.known && !(tt.unbounded && d.Known == "lower-bound") || d.Seconds != tt.seconds && !tt.unbounded || d.Unbounded != tt.unbounded {
			t.Errorf("%s: %+v", tt.hook, d)
		}
	}
}
