package facts_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// chain writes the way of the stop signal as findings do.
func chain(hops []facts.Hop) string {
	out := ""
	for i, h := range hops {
		out += h.Text
		if i < len(hops)-1 {
			out += map[string]string{"yes": " -> ", "no": " x-> ", "unknown": " ?-> "}[h.Passes]
		}
	}
	return out
}

// What a pod's container runs when its image, acme/web, is built from a Dockerfile: the way of the signal, the signal and
// the words of the program.
func TestProcess(t *testing.T) {
	known, err := catalog.Load(os.DirFS("../../rego/data"))
	if err != nil {
		t.Fatal(err)
	}
	const run = "#!/bin/sh\nset -e\nexec \"$@\"\n"
	for _, tt := range []struct {
		name, dockerfile, script, pod, path, signal, program string
	}{
		{"ENTRYPOINT and CMD", "FROM debian:12\nENTRYPOINT [\"/app\"]\nCMD [\"--x\"]\n", "", "", "app", "SIGTERM", "/app --x"},
		{"args replace CMD", "FROM debian:12\nENTRYPOINT [\"/app\"]\nCMD [\"--x\"]\n", "", "args: [--y]", "app", "SIGTERM", "/app --y"},
		{"command replaces both", "FROM debian:12\nENTRYPOINT [\"/app\"]\nCMD [\"--x\"]\n", "", "command: [/other]", "other", "SIGTERM", "/other"},
		{"shell form on dash", "FROM debian:12\nCMD app --x\n", "", "", "sh (dash) x-> app", "SIGTERM", "/bin/sh -c app --x"},
		{"shell form on BusyBox", "FROM alpine:3.20\nCMD app --x\n", "", "", "sh (ash) -> app", "SIGTERM", "app --x"},
		{"a script that execs its arguments", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\nCMD [\"app\", \"--x\"]\n", run, "", "run.sh (dash) -> app", "SIGTERM", "app --x"},
		{"which args replace", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\nCMD [\"app\"]\n", run, "args: [npm, start]", "run.sh (dash) -> npm", "SIGTERM", "npm start"},
		{"through gosu", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\nCMD [\"app\"]\n", "#!/bin/bash\nexec gosu web \"$@\"\n", "", "run.sh (bash) -> app", "SIGTERM", "app"},
		{"through an init in the script", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\nCMD [\"app\"]\n", "#!/bin/bash\nexec tini -- \"$@\"\n", "", "run.sh (bash) -> tini -> app", "SIGTERM", "app"},
		{"a script that starts itself as another user", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\nCMD [\"app\"]\n", "#!/bin/bash\nif [ \"$(id -u)\" = 0 ]; then exec gosu web \"$BASH_SOURCE\" \"$@\"; fi\nexec \"$@\"\n", "", "run.sh (bash) -> app", "SIGTERM", "app"},
		{"an init in the script's first line", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\n", "#!/usr/bin/dumb-init /bin/sh\nexec app --x\n", "", "dumb-init -> run.sh (dash) -> app", "SIGTERM", "app --x"},
		{"a script behind sh -c", "FROM debian:12\nCOPY run.sh /\nCMD exec /run.sh\n", "#!/bin/bash\napp --x\n", "", "sh (dash) -> run.sh (bash) x-> app", "SIGTERM", "/run.sh"},
		{"a base whose tag is not known", "ARG V\nFROM alpine:$V\nCMD app --x\n", "", "", "sh (ash) -> app", "SIGTERM", "app --x"},
		{"a base that only its package manager tells", "FROM registry.example.com/base:1\nRUN apt-get update && apt-get install -y x\nENTRYPOINT app\n", "", "", "sh (dash) x-> app", "", "/bin/sh -c app"},
		{"a script that does not exec", "FROM debian:12\nCOPY run.sh /\nENTRYPOINT [\"/run.sh\"]\n", "#!/bin/sh\n/app --x\n", "", "run.sh (dash) x-> app", "SIGTERM", "/run.sh"},
		{"an init over a shell", "FROM debian:12\nENTRYPOINT [\"tini\", \"--\", \"sh\", \"-c\", \"app; true\"]\n", "", "", "tini -> sh (dash) x-> app", "SIGTERM", "sh -c app; true"},
		{"the base image's entrypoint execs CMD", "FROM node:22\nCMD [\"npm\", \"start\"]\n", "", "", "docker-entrypoint.sh -> npm", "SIGTERM", "npm start"},
		{"the base image's stop signal", "FROM nginx:1.27\nCMD [\"nginx\", \"-g\", \"daemon off;\"]\n", "", "", "docker-entrypoint.sh -> nginx", "SIGQUIT", "nginx -g daemon off;"},
		{"its own stop signal", "FROM nginx:1.27\nSTOPSIGNAL 15\n", "", "", "docker-entrypoint.sh -> nginx", "SIGTERM", "nginx -g daemon off;"},
		{"an unknown base", "FROM registry.example.com/base:1\nCOPY x /\n", "", "", "", "", ""},
		{"a stop signal that depends on an argument", "FROM debian:12\nARG S\nSTOPSIGNAL $S\nCMD [\"app\"]\n", "", "", "app", "", "app"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := fstest.MapFS{"Dockerfile": {Data: []byte(tt.dockerfile)}, "run.sh": {Data: []byte(tt.script)}}
			d, problems := dockerfile.Load(fsys, "Dockerfile", dockerfile.Build{})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: acme/web:1\n    " + tt.pod + "\n"
			u := &source.Unit{Kind: source.Manifest, Dir: "."}
			u.Documents, _ = manifest.ParseStrict("pod.yaml", []byte(pod))
			link := []builds.Link{{Image: "acme/web", File: "Dockerfile", By: builds.Config}}
			x := builds.New(fsys, []*source.Dockerfile{d}, link, nil, func(string) bool { return false })
			f := facts.Extract(u, facts.Options{KubeVersion: kube.Default(), Catalog: known, Builds: x})
			p := f.Workloads[0].Containers[0].Process
			if got := chain(p.Path); got != tt.path {
				t.Errorf("path %q, want %q", got, tt.path)
			}
			if got := p.StopSignal.Name; got != tt.signal || p.StopSignal.Known != (tt.signal != "") {
				t.Errorf("stop signal %+v, want %q", p.StopSignal, tt.signal)
			}
			if got := strings.Join(p.Program, " "); got != tt.program {
				t.Errorf("program %q, want %q", got, tt.program)
			}
			if uses := f.Uses["Dockerfile"]; len(uses) != 1 || !uses[0].Declared || uses[0].Overrides != strings.TrimSuffix(strings.SplitN(tt.pod+":", ":", 2)[0], ":") {
				t.Errorf("uses %+v", uses)
			}
		})
	}
}

// A script that a pod mounts from a ConfigMap is judged at its own line.
func TestMountedScript(t *testing.T) {
	const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: scripts}
data:
  run.sh: |
    #!/bin/bash
    prepare
    /app --serve
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  volumes:
  - name: s
    configMap:
      name: scripts
      items: [{key: run.sh, path: bin/start}]
  containers:
  - name: c
    image: acme/web:1
    command: [/scripts/bin/start]
    volumeMounts:
    - {name: s, mountPath: /scripts}
`
	u := &source.Unit{Kind: source.Manifest, Dir: "."}
	u.Documents, _ = manifest.ParseStrict("pod.yaml", []byte(text))
	f := facts.Extract(u, facts.Options{KubeVersion: kube.Default()})
	p := f.Workloads[0].Containers[0].Process
	if p.Shell.Stays != "yes" || p.Script != "ConfigMap scripts, run.sh" {
		t.Fatalf("%+v", p)
	}
	at := u.Documents[p.Shell.At.Doc].Line(p.Shell.At.Path, p.Shell.At.Line)
	if got := at.Span.String(); got != "pod.yaml:8:1" || !at.Exact {
		t.Errorf("decides at %s", got)
	}
}

// Flags are read from args also where the image's ENTRYPOINT is not known.
func TestFlagsOfAnUnknownEntrypoint(t *testing.T) {
	known, err := catalog.Load(os.DirFS("../../rego/data"))
	if err != nil {
		t.Fatal(err)
	}
	u := &source.Unit{Kind: source.Manifest, Dir: "."}
	u.Documents, _ = manifest.ParseStrict("pod.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: victoriametrics/victoria-logs:v1.52.0\n    args: [--http.shutdownDelay=15s]\n"))
	c := facts.Extract(u, facts.Options{KubeVersion: kube.Default(), Catalog: known}).Workloads[0].Containers[0]
	if !strings.Contains(c.Profile.KeepsAccepting, "15 s") {
		t.Errorf("keeps accepting: %q", c.Profile.KeepsAccepting)
	}
}
