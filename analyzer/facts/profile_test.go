package facts_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

const profiledPod = `apiVersion: v1
kind: ConfigMap
metadata: {name: router}
data: {router.yml: "accept: 0s"}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  securityContext: {fsGroup: 1000}
  volumes:
  - {name: config, configMap: {name: router}}
  initContainers:
  - name: own
    image: busybox:1.36
    command: [sh, -c, chown -R 1000 /data]
  containers:
  - name: web
    image: IMAGE
    COMMAND
    volumeMounts:
    - {name: config, mountPath: /etc/router}
`

func profiled(t *testing.T, image, command string) *facts.Workload {
	t.Helper()
	known, err := catalog.Load(fstest.MapFS{
		"profiles/a.yaml": {Data: []byte(`- {name: speaker, images: [acme/bgp], programs: [speaker]}
- {name: cleaner, programs: [cleaner], single: one is enough}
- {name: agent, images: [acme/agent]}
- name: router
  images: [acme/router]
  lameDuck:
  - {flag: --accept}
  - {key: accept, file: "router*.yml", format: yaml}
  - {key: accept, file: "router*.toml", format: toml}
  - {env: ROUTER_ACCEPT}
`)},
		"bases.yaml": {Data: []byte("[]\n")}, "images.yaml": {Data: []byte("[]\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	docs, problems := manifest.Parse("a.yaml", []byte(strings.NewReplacer("IMAGE", image, "COMMAND", command).Replace(profiledPod)))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	u := &source.Unit{Kind: source.Manifest, Dir: ".", Documents: docs}
	return &facts.Extract(u, facts.Options{KubeVersion: kube.Default(), Catalog: known}).Workloads[0]
}

func TestProfileOfTheProgramThatRuns(t *testing.T) {
	for _, tt := range []struct{ image, command, want string }{
		{"acme/bgp:1", "command: [/speaker]", "speaker"},
		{"acme/bgp:1", "command: [/cleaner]", "cleaner"},
		{"acme/bgp:1", "args: [cleaner]", "speaker"},
		{"acme/bgp:1", "command: [/other]", "speaker"},
		{"acme/bgp:1", "tty: false", "speaker"},
		{"acme/agent:1", "command: [/cleaner]", "agent"}, // its programs are not known
	} {
		if got := profiled(t, tt.image, tt.command).Containers[1].Profile; got.Name != tt.want || (got.Single != "") != (tt.want == "cleaner") {
			t.Errorf("%s, %s: %+v, want %s", tt.image, tt.command, got, tt.want)
		}
	}
}

func TestSettingsOfLameDucks(t *testing.T) {
	got := profiled(t, "acme/router:1", "tty: false").Containers[1].Profile.LameDuck
	if want := []string{"flag --accept", "accept in router.yml", "environment variable ROUTER_ACCEPT"}; !slices.Equal(got, want) {
		t.Errorf("settings: %q, want %q", got, want)
	}
	if got := profiled(t, "acme/other:1", "tty: false").Containers[1].Profile.LameDuck; got == nil || len(got) > 0 {
		t.Errorf("settings of an unknown program: %#v, want an empty list", got)
	}
}

func TestWhatPreparesAPod(t *testing.T) {
	w := profiled(t, "acme/other:1", "command: [chown, -R, web, /data]")
	if w.Containers[0].Prepares != "owner" || w.Containers[1].Prepares != "" {
		t.Errorf("prepares: %q and %q, want owner for the init container only", w.Containers[0].Prepares, w.Containers[1].Prepares)
	}
	if g := w.Pod.FSGroup; g.Value != 1000 || !g.Set {
		t.Errorf("fsGroup: %+v", g)
	}
}
