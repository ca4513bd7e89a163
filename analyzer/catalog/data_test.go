package catalog

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/distribution/reference"
)

// builtin loads the data that the binary embeds.
func builtin(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(os.DirFS("../../rego/data"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBuiltinDataIsSound(t *testing.T) {
	c := builtin(t)
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	n := 0
	err := c.profiles.all(func(file string, p *Profile) {
		n++
		if want := strings.TrimSuffix(path.Base(file), ".yaml"); p.Class != want {
			t.Errorf("%s: %s has class %q: it belongs into %s.yaml", file, p.Name, p.Class, p.Class)
		}
		for _, s := range slices.Concat([]string{p.Instead, p.Stateless, p.KeepsAccepting}, whys(p)) {
			if strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
				t.Errorf("%s: %s: write one sentence without a full stop: %q", file, p.Name, s)
			}
		}
		for _, need := range p.Needs {
			if !strings.Contains(need.Why, "without") && !strings.Contains(need.Why, "where") {
				t.Errorf("%s: %s: %s does not say what is lost without: %q", file, p.Name, need.Privilege, need.Why)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
	if n < 45 {
		t.Errorf("%d profiles, expected at least 45", n)
	}
}

func whys(p *Profile) []string {
	var out []string
	for _, n := range p.Needs {
		out = append(out, n.Why)
	}
	return out
}

// Every pattern must find its own entry: neither an earlier entry nor the search for words may hide it.
func TestEveryPatternFindsItsProfile(t *testing.T) {
	c := builtin(t)
	err := c.profiles.all(func(file string, p *Profile) {
		for _, m := range p.Images {
			repository := "registry.example.com/mirror/" + strings.ReplaceAll(m, "*", "acme")
			if strings.Contains(strings.SplitN(m, "/", 2)[0], ".") {
				repository = m
			}
			if got, ok := c.Profile(repository, tagOf(t, p), "", nil); !ok || got.Name != p.Name {
				t.Errorf("%s: pattern %s of %s finds %+v", file, m, p.Name, got)
			}
		}
		for _, program := range p.Programs {
			if got, ok := c.Profile("", "", program, nil); !ok || got.Name != p.Name {
				t.Errorf("%s: program %s of %s finds %+v", file, program, p.Name, got)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// tagOf is a tag for which an entry is found: one that names a version of it, or none at all.
func tagOf(t *testing.T, p *Profile) string {
	t.Helper()
	if p.Versions == "" {
		return "latest"
	}
	for _, tag := range append(regexp.MustCompile(`[0-9]+(?:[.][0-9]+)*`).FindAllString(p.Versions, -1), "0.1.0", "1.0.0") {
		if p.holds(tag) {
			return tag
		}
	}
	t.Fatalf("%s: no tag found for versions %s", p.Name, p.Versions)
	return ""
}

func TestBuiltinProfiles(t *testing.T) {
	tests := []struct{ image, program, want string }{
		{"quay.io/prometheus/node-exporter:v1.8.2", "", "node-exporter"},
		{"docker.io/bitnami/node-exporter:1", "", "node-exporter"},
		{"registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.13.0", "", "kube-state-metrics"},
		{"cr.fluentbit.io/fluent/fluent-bit:3.1.9", "", "fluent-bit"},
		{"public.ecr.aws/aws-observability/aws-for-fluent-bit:2.32", "", "fluent-bit"},
		{"docker.elastic.co/beats/filebeat-wolfi:9.5.2", "", "filebeat"},
		{"gcr.io/datadoghq/agent:7.60.0", "", "datadog-agent"},
		{"public.ecr.aws/datadog/agent:7", "", "datadog-agent"},
		{"abc12345.live.dynatrace.com/linux/oneagent", "", "dynatrace-oneagent"},
		{"falcosecurity/falco:0.41.3", "", "falco"},
		{"registry.example.com/sec/watch:1", "falco", "falco"},
		{"quay.io/cilium/cilium:v1.18.0", "", "cilium"},
		{"quay.io/cilium/operator-generic:v1.18.0", "", "cilium-operator"},
		{"docker.io/calico/node:v3.29", "", "calico-node"},
		{"602401143452.dkr.ecr.us-west-2.amazonaws.com/amazon-k8s-cni:v1.23.1", "", "aws-vpc-cni"},
		{"docker.io/istio/proxyv2:1.24.0", "", "istio-proxy"},
		{"registry.k8s.io/ingress-nginx/controller:v1.11.3", "", "ingress-nginx"},
		{"registry.k8s.io/sig-storage/csi-node-driver-registrar:v2.16.0", "", "csi-node-driver-registrar"},
		{"public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.40.0", "", "aws-ebs-csi-driver"},
		{"docker.io/hetznercloud/hcloud-csi-driver:v2.11.0", "", "csi-driver"},
		{"nginx:1.27", "nginx", "nginx"},
		{"ghcr.io/kyverno/kyverno:v1.13.0", "", "kyverno"},
		{"ghcr.io/kyverno/cleanup-controller:v1.13.0", "", "kyverno-cleanup-controller"},
		{"registry.example.com/acme/bgp:1", "statuscleaner", "frr-k8s-statuscleaner"},
		{"nvcr.io/nvidia/k8s-device-plugin:v0.17.0", "", "nvidia-device-plugin"},

		// What only sounds alike.
		{"docker.io/rocm/k8s-device-plugin:1.31", "", ""},
		{"registry.example.com/acme/agent:1", "", ""},
		{"registry.example.com/acme/vector:1", "", ""},
		{"registry.example.com/acme/controller:1", "", ""},
		{"registry.example.com/acme/node:1", "", ""},
		{"registry.example.com/acme/collector:1", "agent", ""},
		{"registry.example.com/acme/proxy-agent:1", "proxy-agent", ""},
		{"registry.example.com/falco:1", "", ""},
		{"registry.example.com/my-fluent-bit:1", "", ""},
		{"registry.example.com/acme/nginx:1.27", "", ""},
	}
	c := builtin(t)
	for _, tt := range tests {
		repository, tag := parse(t, tt.image)
		got, ok := c.Profile(repository, tag, tt.program, nil)
		if !ok {
			got = &Profile{}
		}
		if got.Name != tt.want {
			t.Errorf("Profile(%s, %s) = %q, want %q", tt.image, tt.program, got.Name, tt.want)
		}
	}
}

// The needs that decide whether an agent is reported.
func TestBuiltinNeeds(t *testing.T) {
	tests := []struct {
		image, privilege string
		argv             []string
		want             bool
	}{
		{"falcosecurity/falco", "privileged", []string{"/usr/bin/falco"}, true},
		{"falcosecurity/falco", "privileged", []string{"/usr/bin/falco", "-o", "engine.kind=modern_ebpf"}, false},
		{"falcosecurity/falco", "privileged", []string{"/usr/bin/falco", "--modern-bpf"}, false},
		{"falcosecurity/falco", "cap:PERFMON", []string{"/usr/bin/falco", "-o", "engine.kind=modern_ebpf"}, true},
		{"falcosecurity/falco-driver-loader", "privileged", []string{"auto"}, true},
		{"prometheus/node-exporter", "privileged", nil, false},
		{"prometheus/node-exporter", "path:/", nil, true},
		{"fluent/fluent-bit", "privileged", nil, false},
		{"fluent/fluent-bit", "write:/var/log", nil, true},
		{"calico/node", "privileged", nil, true},
		{"kubereboot/kured", "privileged", []string{"/usr/bin/kured", "--reboot-command=/bin/systemctl reboot"}, true},
		{"kubereboot/kured", "privileged", []string{"/usr/bin/kured", "--reboot-method=signal"}, false},
		{"velero/velero", "privileged", []string{"/velero", "server"}, false},
		{"velero/velero", "privileged", []string{"/velero", "node-agent", "server"}, true},
		{"istio/proxyv2", "cap:NET_ADMIN", []string{"istio-iptables", "-p", "15001"}, true},
		{"istio/proxyv2", "cap:NET_ADMIN", []string{"proxy", "sidecar"}, false},
		{"kube-state-metrics/kube-state-metrics", "hostNetwork", nil, false},
	}
	c := builtin(t)
	for _, tt := range tests {
		p, ok := c.Profile("registry.example.com/"+tt.image, "1", "", tt.argv)
		if !ok {
			t.Fatalf("no profile for %s", tt.image)
		}
		got := slices.ContainsFunc(p.Needs, func(n Need) bool { return n.Privilege == tt.privilege && n.Applies(tt.argv) })
		if got != tt.want {
			t.Errorf("%s with %q needs %s: %v, want %v", tt.image, tt.argv, tt.privilege, got, tt.want)
		}
	}
}

func TestBuiltinStops(t *testing.T) {
	tests := []struct {
		image              string
		argv               []string
		accepts, stateless bool
	}{
		{"calico/node", nil, false, true},
		{"dns/k8s-dns-node-cache", nil, false, true},
		{"metallb/speaker", nil, false, true},
		{"fluent/fluent-bit", nil, false, false},
		{"istio/proxyv2", nil, true, false},
		{"envoyproxy/envoy", nil, false, false},
		{"coredns/coredns", []string{"-conf", "/etc/coredns/Corefile"}, false, false},
		{"ingress-nginx/controller", []string{"/nginx-ingress-controller"}, false, false},
		{"ingress-nginx/controller", []string{"/nginx-ingress-controller", "--post-shutdown-grace-period=30"}, false, false},
		{"ingress-nginx/controller", []string{"/nginx-ingress-controller", "--shutdown-grace-period=30"}, true, false},
		{"library/traefik", []string{"--entryPoints.web.address=:8000"}, false, false},
		{"library/traefik", []string{"--entryPoints.web.transport.lifeCycle.requestAcceptGraceTimeout=15s"}, true, false},
	}
	c := builtin(t)
	for _, tt := range tests {
		p, ok := c.Profile("registry.example.com/"+tt.image, "1", "", tt.argv)
		if !ok {
			t.Fatalf("no profile for %s", tt.image)
		}
		if got := p.KeepsAccepting != ""; got != tt.accepts {
			t.Errorf("%s with %q keeps accepting: %v, want %v", tt.image, tt.argv, got, tt.accepts)
		}
		if got := p.Stateless != ""; got != tt.stateless {
			t.Errorf("%s is stateless: %v, want %v", tt.image, got, tt.stateless)
		}
	}
}

func TestBuiltinMetricsOnly(t *testing.T) {
	c := builtin(t)
	for image, want := range map[string]bool{
		"prom/node-exporter": true, "kube-state-metrics/kube-state-metrics": true, "oliver006/redis_exporter": true,
		"prom/prometheus": false, "fluent/fluent-bit": false, "otel/opentelemetry-collector": false,
	} {
		p, ok := c.Profile("docker.io/"+image, "1", "", nil)
		if !ok || p.MetricsOnly != want {
			t.Errorf("%s answers scrapes only: %+v, want %v", image, p, want)
		}
	}
}

func TestBuiltinBases(t *testing.T) {
	tests := []struct{ image, want string }{
		{"debian:12-slim", "dash"},
		{"ubuntu:24.04", "dash"},
		{"debian@sha256:0000000000000000000000000000000000000000000000000000000000000000", "dash"},
		{"python", "dash"},
		{"python:3.12-slim", "dash"},
		{"python:3.12-alpine3.20", "ash"},
		{"python@sha256:0000000000000000000000000000000000000000000000000000000000000000", ""},
		{"public.ecr.aws/docker/library/python:3.12", "dash"},
		{"registry.example.com/python:3.12", ""},
		{"node:22-alpine", "ash"},
		{"node:20-bookworm-slim", "dash"},
		{"golang:1.23-windowsservercore", ""},
		{"golang:1.23-nanoserver-ltsc2022", ""},
		{"nginx:1.27.3", "dash"},
		{"nginx:stable-alpine-slim", "ash"},
		{"redis:7.4", "dash"},
		{"postgres:17", "dash"},
		{"alpine:3.20", "ash"},
		{"busybox:1.37.0", "ash"},
		{"fedora:41", "bash"},
		{"archlinux:latest", "bash"},
		{"public.ecr.aws/amazonlinux/amazonlinux:2023", "bash"},
		{"registry.access.redhat.com/ubi9/ubi", "bash"},
		{"registry.access.redhat.com/ubi9/ubi:9.4", "bash"},
		{"registry.access.redhat.com/ubi8/python-311:1", "bash"},
		{"registry.access.redhat.com/ubi9-minimal:9.4", "bash"},
		{"registry.example.com/ubiquity/app:1", ""},
		{"mysql:8.0", "bash"},
		{"mysql:8.4.3", "bash"},
		{"mysql:8.0.36", "bash"},
		{"mysql:8.0-debian", "dash"},
		{"mysql:8.0.20", ""}, // Debian then; rolled to Oracle Linux later
		{"mysql:5.7", ""},
		{"amazoncorretto:21", "bash"},
		{"amazoncorretto:21-alpine", "ash"},
		{"openjdk:17", "bash"},
		{"openjdk:17-jdk-slim", "dash"},
		{"openjdk:17-slim-bullseye", "dash"},
		{"openjdk:11-jre", "dash"},
		{"openjdk:8-jre-alpine", "ash"},
		{"eclipse-temurin:21-jre", "dash"},
		{"eclipse-temurin:21-jre-ubi9-minimal", "bash"},
		{"tomcat:10.1", "dash"},
		{"tomcat:10.1-jdk21-corretto", "bash"},
		{"maven:3.9-amazoncorretto-21-debian", "dash"},
		{"maven:3.8-openjdk-17", ""},
		{"mongo:8.0", "dash"},
		{"nats:2.10", "none"},
		{"nats:2.10-alpine", "ash"},
		{"gcr.io/distroless/static:nonroot", "none"},
		{"gcr.io/distroless/static-debian12:nonroot", "none"},
		{"gcr.io/distroless/base:debug", "ash"},
		{"gcr.io/distroless/base:debug-nonroot", "ash"},
		{"gcr.io/distroless/cc@sha256:0000000000000000000000000000000000000000000000000000000000000000", ""},
		{"mcr.microsoft.com/dotnet/aspnet:9.0", "dash"},
		{"mcr.microsoft.com/dotnet/aspnet:8.0-noble-chiseled", "none"},
		{"mcr.microsoft.com/dotnet/aspnet:8.0-azurelinux3.0", "bash"},
		{"mcr.microsoft.com/dotnet/aspnet:8.0-azurelinux3.0-distroless", "none"},
		{"mcr.microsoft.com/windows/servercore:ltsc2022", ""},
		{"mcr.microsoft.com/azurelinux/distroless/base:3.0", "none"},
		{"mcr.microsoft.com/azurelinux/distroless/debug:3.0", ""},
		{"cgr.dev/chainguard/python:latest", "none"},
		{"cgr.dev/chainguard/python:latest-dev", ""},
		{"zookeeper:3.9", "dash"},
		{"sonarqube:10.6.0-community", "dash"},
		{"adminer", "ash"},
		{"apache/kafka:3.8.0", "ash"},
		{"confluentinc/cp-kafka:7.7.0", "bash"},
		{"jenkins/inbound-agent:latest-alpine", "ash"},
		{"jenkins/inbound-agent:latest", "dash"},
		{"gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1", "none"},
		{"gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1-alpine", "ash"},
		{"fluent/fluent-bit:3.1.9", "none"},
		{"fluent/fluent-bit:3.1.9-debug", "dash"},
		{"istio/proxyv2:1.24.0", "dash"},
		{"istio/proxyv2:1.24.0-distroless", "none"},
		{"quay.io/oauth2-proxy/oauth2-proxy:v7.5.1", ""},
		{"quay.io/oauth2-proxy/oauth2-proxy:v7.8.1", "none"},
		{"registry.k8s.io/ingress-nginx/controller:v1.11.3", "ash"},
		{"bitnami/redis:7.4.1-debian-12-r0", "dash"},
		{"nvidia/cuda:12.6.0-runtime-ubi9", "bash"},
		{"nvidia/cuda:12.6.0-runtime-ubuntu22.04", "dash"},
		// The publisher's own statement: a tag that says alpine is built on it, whoever publishes the image.
		{"registry.example.com/app:alpine", "ash"},
		{"registry.example.com/app:1.4-alpine3.20", "ash"},
		{"registry.example.com/app:alpinelike", ""},
		{"registry.example.com/alpine-tools:1.4", ""},
		{"registry.example.com/app:1.4", ""},
	}
	c := builtin(t)
	for _, tt := range tests {
		repository, tag := parse(t, tt.image)
		got := ""
		if b, ok := c.Base(repository, tag); ok {
			got = b.Shell
		}
		if got != tt.want {
			t.Errorf("Base(%s, %q) = %q, want %q", tt.image, tag, got, tt.want)
		}
	}
}

// parse splits a reference as Base wants it: a reference with neither tag nor digest means latest.
func parse(t *testing.T, image string) (repository, tag string) {
	t.Helper()
	named, err := reference.ParseNormalizedNamed(image)
	if err != nil {
		t.Fatal(err)
	}
	if reference.IsNameOnly(named) {
		named = reference.TagNameOnly(named)
	}
	if tagged, ok := named.(reference.Tagged); ok {
		tag = tagged.Tag()
	}
	return named.Name(), tag
}

func BenchmarkLoad(b *testing.B) {
	fsys := inMemory(b)
	for b.Loop() {
		if _, err := Load(fsys); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLookups is what a run of a few workloads asks, from a cold catalogue.
func BenchmarkLookups(b *testing.B) {
	fsys := inMemory(b)
	for b.Loop() {
		c, err := Load(fsys)
		if err != nil {
			b.Fatal(err)
		}
		c.Profile("docker.io/falcosecurity/falco", "0.41", "falco", nil)
		c.Profile("registry.example.com/acme/shop", "1", "shop", nil)
		c.Base("docker.io/library/python", "3.12")
		c.Base("registry.example.com/acme/shop", "1")
	}
}

// inMemory is the data as the binary has it: reading it costs no system call.
func inMemory(b *testing.B) fs.FS {
	b.Helper()
	disk, mem := os.DirFS("../../rego/data"), fstest.MapFS{}
	err := fs.WalkDir(disk, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(disk, p)
		mem[p] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return mem
}

// Some parts of a program may run once only.
func TestBuiltinSingle(t *testing.T) {
	c := builtin(t)
	for words, want := range map[string]bool{
		"run --service janitor": true, "run --service control_plane": true, "run --service=control-plane": true,
		"run --service searcher": false, "run": false,
	} {
		p, ok := c.Profile("docker.io/quickwit/quickwit", "v0.8.2", "", strings.Fields(words))
		if !ok || (p.Single != "") != want {
			t.Errorf("quickwit %s: single %q, want it to be so: %v", words, p.Single, want)
		}
	}
}
