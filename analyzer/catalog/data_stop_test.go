package catalog

import (
	"fmt"
	"strings"
	"testing"
)

func TestBuiltinStopData(t *testing.T) {
	c, n := builtin(t), 0
	err := c.profiles.all(func(file string, p *Profile) {
		if len(p.Signals) > 0 || p.Drain != nil {
			n++
		}
		for _, s := range append(append([]Switch{}, p.GracefulOff...), p.GracefulOn...) {
			if strings.HasSuffix(s.Why, ".") || strings.Contains(s.Why, "\n") {
				t.Errorf("%s: %s: write one sentence without a full stop: %q", file, p.Name, s.Why)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
	if n < 90 {
		t.Errorf("%d profiles say how their program stops, expected at least 90", n)
	}
}

// How programs stop, in words: what SIGTERM does, how long they drain, the first place that sets it.
func TestBuiltinDrain(t *testing.T) {
	tests := []struct{ image, program, want string }{
		{"", "gunicorn", "graceful, 30 s, --graceful-timeout"},
		{"", "uvicorn", "graceful, unlimited, --timeout-graceful-shutdown"},
		{"", "hypercorn", "graceful, 3 s, --graceful-timeout"},
		{"", "uwsgi", "unknown"}, // die-on-term decides
		{"", "celery", "graceful, unlimited"},
		{"", "dramatiq", "graceful, 600 s, --worker-shutdown-timeout in ms"},
		{"", "sidekiq", "graceful, 25 s, -t"},
		{"", "resque", "fast, unlimited"},
		{"", "puma", "graceful, unlimited, force_shutdown_after puma*.rb"},
		{"", "unicorn", "fast"},
		{"", "php-fpm8.3", "fast, 0 s, global.process_control_timeout *.conf"},
		{"", "spring-boot", "graceful, SPRING_LIFECYCLE_TIMEOUT_PER_SHUTDOWN_PHASE in ms"},
		{"", "quarkus", "graceful, 0 s, QUARKUS_SHUTDOWN_TIMEOUT"},
		{"", "dotnet-host", "graceful, 30 s, ASPNETCORE_SHUTDOWNTIMEOUTSECONDS"},
		{"", "pm2-runtime", "graceful, 1.6 s, --kill-timeout in ms"},
		{"nginx:1.27", "", "fast, unlimited, worker_shutdown_timeout *"},
		{"bitnamilegacy/nginx:1.27", "", "fast, unlimited, worker_shutdown_timeout *"},
		{"httpd:2.4", "", "fast, unlimited, GracefulShutdownTimeout *.conf"},
		{"caddy:2", "", "graceful, unlimited, grace_period *Caddyfile*"},
		{"haproxy:3.0", "", "fast, unlimited, hard-stop-after *.cfg in ms"},
		{"traefik:v3.1", "", "graceful, 10 s, --entryPoints.*.transport.lifeCycle.graceTimeOut"},
		{"registry.k8s.io/ingress-nginx/controller:v1.11.3", "", "graceful, 240 s, worker-shutdown-timeout worker-shutdown-timeout, adds 0 s"},
		{"envoyproxy/envoy:v1.31.0", "", "fast"},
		{"istio/proxyv2:1.24.0", "", "graceful, 5 s, proxy.istio.io/config terminationDrainDuration"},
		{"cr.l5d.io/linkerd/proxy:stable-2.14.0", "", "graceful, unlimited, config.linkerd.io/shutdown-grace-period"},
		{"gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1", "", "graceful, 0 s, --max-sigterm-delay"},
		{"gcr.io/cloudsql-docker/gce-proxy:1.33.2", "", "unknown"},
		{"edoburu/pgbouncer:1.21.0-p2", "", "fast, unlimited"},
		{"edoburu/pgbouncer:v1.24.1-p0", "", "graceful, unlimited"},
		{"edoburu/pgbouncer:latest", "", "unknown, unlimited"},
		{"postgres:17", "", "graceful"},
		{"redis:6.2-alpine", "", "graceful"},
		{"redis:7.4", "", "graceful, 10 s, --shutdown-timeout"},
		{"redis", "", "graceful, 10 s, --shutdown-timeout"},
		{"mongo:4.4", "", "graceful"},
		{"mongo:8.0", "", "graceful, 15 s, setParameter.shutdownTimeoutMillisForSignaledShutdown mongod*.conf in ms"},
		{"nats:2.10", "", "fast, 120 s, lame_duck_duration *.conf"},
		{"quay.io/thanos/thanos:v0.36.0", "", "graceful, 120 s, --http-grace-period"},
		{"cr.fluentbit.io/fluent/fluent-bit:3.1.9", "", "graceful, 5 s, SERVICE.Grace *.conf"},
		{"docker.elastic.co/beats/filebeat:8.15.0", "", "graceful, 0 s, filebeat.shutdown_timeout filebeat*.y*ml"},
		{"timberio/vector:0.41.1-debian", "", "graceful, 60 s, --graceful-shutdown-limit-secs"},
		{"quay.io/prometheus/node-exporter:v1.8.2", "", "fast"},
		{"coredns/coredns:1.11.3", "", "graceful, 5 s, adds 0 s"},
		{"grafana/grafana:11.2.0", "", "graceful"},
		{"ghcr.io/fluxcd/helm-controller:v1.1.0", "", "graceful, 600 s, --graceful-shutdown-timeout"},
		{"registry.gitlab.com/gitlab-org/gitlab-runner:alpine-v17.4.0", "", "fast, unlimited"},
	}
	c := builtin(t)
	for _, tt := range tests {
		repository, tag := "", ""
		if tt.image != "" {
			repository, tag = parse(t, tt.image)
		}
		p, ok := c.Profile(repository, tag, tt.program, nil)
		if !ok {
			t.Errorf("no profile for %s%s", tt.image, tt.program)
			continue
		}
		if got := stopping(p); got != tt.want {
			t.Errorf("%s%s: %s, want %s", tt.image, tt.program, got, tt.want)
		}
	}
}

// stopping sums up what a profile says of its end.
func stopping(p *Profile) string {
	out := []string{p.Signals["SIGTERM"]}
	if out[0] == "" {
		out[0] = "unknown"
	}
	d := p.Drain
	if d == nil {
		return out[0]
	}
	if d.Default != nil {
		out = append(out, fmt.Sprintf("%g s", *d.Default))
	}
	if d.Unlimited {
		out = append(out, "unlimited")
	}
	if len(d.Settings) > 0 {
		s := d.Settings[0].String()
		if d.Settings[0].Unit != "" {
			s += " in " + d.Settings[0].Unit
		}
		out = append(out, s)
	}
	if len(d.Adds) > 0 && (len(d.Settings) == 0 || p.Name == "ingress-nginx") {
		total := 0.0
		for _, a := range d.Adds {
			total += a.Default
		}
		out = append(out, fmt.Sprintf("adds %g s", total))
	}
	return strings.Join(out, ", ")
}

func TestBuiltinStopCommands(t *testing.T) {
	c := builtin(t)
	for _, tt := range []struct {
		program, words string
		waits          bool
		effect         string
	}{
		{"nginx", "nginx -s quit", false, "graceful"},
		{"nginx", "nginx -s stop", false, "fast"},
		{"nginx-ingress-controller", "/wait-shutdown", true, "graceful"},
		{"postgres", "pg_ctl stop", true, "graceful"},
		{"redis-server", "redis-cli shutdown", true, "graceful"},
		{"rabbitmq-server", "rabbitmq-upgrade drain", true, "quiet"},
		{"rabbitmq-server", "rabbitmqctl stop_app", true, "quiet"},
		{"cassandra", "nodetool drain", true, "quiet"},
		{"kong", "kong quit", true, "graceful"},
	} {
		p, ok := c.Profile("", "", tt.program, nil)
		if !ok {
			t.Errorf("no profile for %s", tt.program)
			continue
		}
		found := false
		for _, s := range p.StopCommands {
			if strings.Join(s.Words, " ") == tt.words {
				found = true
				if s.Waits != tt.waits || s.Effect != tt.effect {
					t.Errorf("%s: %+v, want waits %v and %s", tt.program, s, tt.waits, tt.effect)
				}
			}
		}
		if !found {
			t.Errorf("%s does not know %q", tt.program, tt.words)
		}
	}
}

// What outlives the work of a Job when it is an ordinary container beside it.
func TestBuiltinEndless(t *testing.T) {
	c := builtin(t)
	for image, want := range map[string]bool{
		"istio/proxyv2": true, "linkerd/proxy": true, "envoyproxy/envoy": true, "cloud-sql-connectors/cloud-sql-proxy": true,
		"fluent/fluent-bit": true, "timberio/vector": true, "otel/opentelemetry-collector": true, "datadog/agent": true,
		"library/nginx": false, "library/postgres": false, "jetstack/cert-manager-controller": false, "linkerd/proxy-init": false,
	} {
		p, ok := c.Profile("docker.io/"+image, "1", "", nil)
		if !ok || p.Endless != want {
			t.Errorf("%s is endless: %+v, want %v", image, p, want)
		}
	}
}

// A name that anybody may give to a program of their own says nothing.
func TestProgramsAreNotGeneral(t *testing.T) {
	c := builtin(t)
	for _, name := range []string{
		"agent", "api", "app", "backend", "controller", "daemon", "entrypoint.sh", "gateway", "init", "java", "main", "manager", "node", "operator",
		"php", "proxy", "python", "python3", "router", "ruby", "run.sh", "scheduler", "server", "service", "sh", "start.sh", "web", "worker",
	} {
		if p, ok := c.Profile("registry.example.com/acme/"+name, "1.2.3", name, nil); ok {
			t.Errorf("%s is taken for %s", name, p.Name)
		}
	}
}
