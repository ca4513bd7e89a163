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

const agentPod = `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      serviceAccountName: agent
      containers:
      - name: agent
        image: fluent/fluent-bit:3.1.9
        args: [--storage.path=/state/own]
        volumeMounts:
        - {name: conf, mountPath: /conf}
        - {name: var, mountPath: /var, readOnly: true}
        - {name: buffers, mountPath: /var/buffers}
      volumes:
      - name: conf
        configMap: {name: agent}
      - name: var
        hostPath: {path: /var}
      - name: buffers
        emptyDir: {}
---
`

func config(text string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: agent}\ndata:\n  agent.conf: |\n    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n---\n"
}

func TestWrites(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"[INPUT]\n    DB /var/log/a.db", "DB /var/log/a.db var read-only"},
		{"[INPUT]\n    Path /var/log/*.log", ""},
		{"[SERVICE]\n    storage.path /var/buffers/", "storage.path /var/buffers buffers"},
		{"[SERVICE]\n    storage.path /var/buffers\n    storage.type filesystem", "storage.path /var/buffers buffers spool"},
		{"[SERVICE]\n    storage.path /var/buffers\n    storage.type filesystem\n    storage.total_limit_size 1G", "storage.path /var/buffers buffers spool bounded"},
		{"<source>\n  pos_file /var/log/a.pos\n</source>", "pos_file /var/log/a.pos var read-only"},
		{"<match **>\n  path /var/log/out\n  <buffer>\n    path /var/buffers/x\n  </buffer>", "path /var/buffers/x buffers spool"},
		{"positions:\n  filename: /tmp/positions.yaml", "filename /tmp/positions.yaml "},
		{"server:\n  filename: /tmp/x", ""},
		{"extensions:\n  file_storage/a:\n    directory: /var/buffers", "directory /var/buffers buffers"},
		{"exporters:\n  otlp:\n    sending_queue:\n      enabled: true\n      storage: file_storage\nextensions:\n  file_storage:\n    directory: /var/buffers", "directory /var/buffers buffers spool"},
		{"exporters:\n  otlp:\n    sending_queue:\n      enabled: true\n    source: x\nreceivers:\n  filelog:\n    storage: file_storage\nextensions:\n  file_storage:\n    directory: /var/buffers", "directory /var/buffers buffers"},
		{"data_dir: /var/lib/other", ""},
		{"[INPUT]\n    DB ${DB_PATH}", ""},
		{"[INPUT]\n    # DB /var/log/a.db", ""},
	} {
		f := extract(t, "a.yaml", agentPod+config(tt.text))
		var got []string
		for _, w := range f.Workloads[0].Containers[0].Writes {
			if w.Object == "" {
				continue
			}
			s := w.Key + " " + w.Path + " " + w.Volume
			if w.ReadOnly {
				s += " read-only"
			}
			if w.Spool {
				s += " spool"
			}
			if w.Bounded {
				s += " bounded"
			}
			got = append(got, s)
		}
		if strings.Join(got, ";") != tt.want {
			t.Errorf("%q: writes %q, want %q", tt.text, got, tt.want)
		}
	}
	f := extract(t, "a.yaml", agentPod)
	if ws := f.Workloads[0].Containers[0].Writes; len(ws) != 1 || ws[0].Path != "/state/own" || ws[0].Volume != "" {
		t.Errorf("argument: %+v", ws)
	}
}

func TestAccountRules(t *testing.T) {
	role := func(kind, name, more string) string {
		return "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata: {name: " + name + more + "}\nrules: [{apiGroups: [''], resources: [" + strings.ToLower(name) + "], verbs: [get]}]\n---\n"
	}
	bind := func(kind, roleKind, role, subject string) string {
		return "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata: {name: b}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: " + roleKind + ", name: " + role + "}\nsubjects: [" + subject + "]\n---\n"
	}
	const own = "{kind: ServiceAccount, name: agent, namespace: default}"
	whole := "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: whole}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {part: a}}]}\nrules: []\n---\n"
	for name, tt := range map[string]struct {
		files string
		want  []string
		bound bool
	}{
		"own role":       {role("ClusterRole", "pods", "") + bind("ClusterRoleBinding", "ClusterRole", "pods", own), []string{"pods cluster"}, true},
		"one namespace":  {role("ClusterRole", "pods", "") + bind("RoleBinding", "ClusterRole", "pods", own), []string{"pods"}, true},
		"another's":      {role("ClusterRole", "pods", "") + bind("ClusterRoleBinding", "ClusterRole", "pods", "{kind: ServiceAccount, name: other, namespace: default}"), nil, false},
		"aggregated":     {whole + role("ClusterRole", "nodes", ", labels: {part: a}") + role("ClusterRole", "pods", ", labels: {part: b}") + bind("ClusterRoleBinding", "ClusterRole", "whole", own), []string{"nodes cluster"}, true},
		"group":          {role("Role", "pods", "") + bind("RoleBinding", "Role", "pods", "{kind: Group, name: 'system:serviceaccounts:default'}"), []string{"pods"}, true},
		"another group":  {role("Role", "pods", "") + bind("RoleBinding", "Role", "pods", "{kind: Group, name: 'system:serviceaccounts:other'}"), nil, false},
		"user":           {role("Role", "pods", "") + bind("RoleBinding", "Role", "pods", "{kind: User, name: 'system:serviceaccount:default:agent'}"), []string{"pods"}, true},
		"built in":       {bind("ClusterRoleBinding", "ClusterRole", "cluster-admin", own), []string{"* cluster"}, true},
		"from elsewhere": {bind("ClusterRoleBinding", "ClusterRole", "unknown", own), nil, true},
	} {
		f := extract(t, "a.yaml", agentPod+tt.files)
		a := f.Workloads[0].Account
		var got []string
		for _, r := range a.Rules {
			s := strings.Join(r.Resources, ",")
			if r.Cluster {
				s += " cluster"
			}
			got = append(got, s)
		}
		if !slices.Equal(got, tt.want) || a.Bound != tt.bound {
			t.Errorf("%s: rules %q bound %v, want %q %v", name, got, a.Bound, tt.want, tt.bound)
		}
	}
}

func TestPodSecurity(t *testing.T) {
	namespace := func(labels string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: default\n  labels: {" + labels + "}\n---\n"
	}
	const label = "pod-security.kubernetes.io/"
	for labels, want := range map[string]string{
		"":                            "",
		label + "enforce: privileged": "",
		label + "enforce: nonsense":   "",
		label + "enforce: baseline":   "enforce baseline latest: hostPath volumes",
		label + "warn: restricted":    "warn restricted latest: ",
		label + "audit: baseline, " + label + "audit-version: v1.20": "audit baseline v1.20: hostPath volumes",
	} {
		f := extract(t, "a.yaml", agentPod+namespace(labels))
		got := ""
		for _, p := range f.Workloads[0].PodSecurity {
			got += p.Mode + " " + p.Level + " " + p.Version + ": "
			if len(p.Faults) > 0 && p.Level == "baseline" {
				got += p.Faults[0].Reason
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", labels, got, want)
		}
	}
}

func TestLooks(t *testing.T) {
	for path, want := range map[string]string{
		"/run/containerd/containerd.sock": "socket", "/var/run/docker.sock": "socket", "/run/xtables.lock": "file", "/var/run/xtables.lock": "file",
		"/etc/localtime": "file", "/dev/fuse": "device", "/var/log": "folder", "/etc/cni/net.d": "folder", "/opt/app/config.yaml": "file", "/dev/log": "socket",
	} {
		pod := strings.Replace(agentPod, "hostPath: {path: /var}", "hostPath: {path: "+path+"}", 1)
		f := extract(t, "a.yaml", pod)
		if got := f.Workloads[0].HostPaths[0].Looks; got != want {
			t.Errorf("%s looks like a %s, want %s", path, got, want)
		}
	}
}

// What the catalogue says of an image holds for its own entrypoint only.
func TestPublishedImages(t *testing.T) {
	known, err := catalog.Load(fstest.MapFS{
		"profiles/a.yaml": {Data: []byte("[]\n")}, "bases.yaml": {Data: []byte("[]\n")},
		"images.yaml": {Data: []byte("- images: [acme/dns]\n  user: nonroot\n  program: dns\n  fileCaps: [NET_BIND_SERVICE]\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for more, execs := range map[string]int{"": 1, "args: [-v]": 1, "command: [sh]": 0} {
		pod := strings.Replace(agentPod, "image: fluent/fluent-bit:3.1.9\n", "image: acme/dns:1\n        "+more+"\n", 1)
		pod = strings.Replace(pod, "        args: [--storage.path=/state/own]\n", "", 1)
		docs, problems := manifest.Parse("a.yaml", []byte(pod))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		u := &source.Unit{Kind: source.Manifest, Dir: ".", Documents: docs}
		c := facts.Extract(u, facts.Options{KubeVersion: kube.Default(), Catalog: known}).Workloads[0].Containers[0]
		if len(c.Execs) != execs || c.User.Name != "nonroot" || c.User.Numeric || !c.User.Known {
			t.Errorf("%q: %+v, user %+v", more, c.Execs, c.User)
		}
	}
}
