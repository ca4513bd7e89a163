package catalog

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tagsOf lists the tags in the spellings that publishers use, so that each entry is found by some.
var tagsOf = func() []string {
	var tags []string
	for _, v := range strings.Fields(`latest lts stable 1 1.16 1.19 1.19.2 1.14 1.39 1.39.2 1.26 1.25 1.12 1.11 v1.31.2 v1.2 v1.16
		2 2.0 2.1 2.2 2.4 2.4.10 2.4.62 2.8 2.12 2.492 v2.45.0 v0.27.0 3 3.1 3.1.9 3.9 3.80.0 v3.1.0 4 4.1.1 4.26.0 v4.3.0 5 5.2
		6 6.0 6.5 7.4 7.4.1 8 8.0 8.3 8.4 8.15.0 9 9.0 10 10.4 10.6 10.7.0 11 11.4 12.3 13 15.0 16 17 17.10 18 21 22 25 26 26.0 27
		29 30 33 41 v11 1.43 2024-10-07 3283.v92c105e0f819-1 RELEASE.2025-04-08T15-41-24Z v17.5.0 v7.8.1 v1.16-debian v0.31.0 v0.7.2 2.15.0 v0.75.0 v0.18.1 v1.100.0 0.40.0-debian 1.22.0 2.14.1 debug nonroot debug-nonroot`) {
		tags = append(tags, v)
		for _, s := range strings.Fields(`alpine fpm apache cli ubi dind dind-rootless core jre jdk distroless debug bookworm noble
			noble-chiseled datacenter-app fastcgi scratch corretto nanoserver`) {
			tags = append(tags, v+"-"+s)
		}
	}
	return append(tags, "alpine", "cli", "fpm", "jammy", "bookworm", "distroless-v1.31.2", "corretto", "jdk21-corretto", "bookworm-slim")
}()

// Every pattern must find its own entry by some tag that the entry names: neither an earlier entry nor the search for
// words may hide it.
func TestEveryPatternFindsItsImage(t *testing.T) {
	c := builtin(t)
	n := 0
	err := c.images.all(func(file string, i *Image) {
		n++
		tag := regexp.MustCompile(i.Tag)
		for _, m := range i.Images {
			repository := "registry.example.com/mirror/" + strings.ReplaceAll(m, "*", "acme")
			if strings.Contains(strings.SplitN(m, "/", 2)[0], ".") {
				repository = m
			}
			if !slices.ContainsFunc(tagsOf, func(s string) bool {
				if !tag.MatchString(s) {
					return false
				}
				got, ok := c.Image(repository, s)
				return ok && got.Tag == i.Tag && slices.Equal(got.Images, i.Images)
			}) {
				t.Errorf("%s: no tag finds pattern %s with tag %q", file, m, i.Tag)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
	if n < 90 {
		t.Errorf("%d images, expected at least 90", n)
	}
}

func TestBuiltinImages(t *testing.T) {
	const digest = "@sha256:0000000000000000000000000000000000000000000000000000000000000000"
	tests := []struct {
		image, entrypoint, cmd, stopSignal, user, init string
		execs                                          bool
	}{
		{"nginx", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGQUIT", "", "", true},
		{"nginx:1.27.3-alpine", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGQUIT", "", "", true},
		{"nginx:1.18.0", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGQUIT", "", "", true},
		{"nginx:1.19.10", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGQUIT", "", "", true},
		{"nginx:1.19.1", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGTERM", "", "", true},
		{"nginx:1.17.10", "", "nginx -g daemon off;", "SIGTERM", "", "", false},
		{"nginxinc/nginx-unprivileged:1.27", "/docker-entrypoint.sh", "nginx -g daemon off;", "SIGQUIT", "101", "", true},
		{"bitnami/nginx:1.25.4", "/opt/bitnami/scripts/nginx/entrypoint.sh", "/opt/bitnami/scripts/nginx/run.sh", "", "1001", "", true},
		{"cgr.dev/chainguard/nginx:latest", "/usr/sbin/nginx", "-c /etc/nginx/nginx.conf -e /dev/stderr -g daemon off;", "SIGQUIT", "65532", "", false},
		{"httpd:2.4", "", "httpd-foreground", "SIGWINCH", "", "", false},
		{"httpd:2.4.39", "", "httpd-foreground", "", "", "", false},
		{"haproxy:2.2", "docker-entrypoint.sh", "haproxy -f /usr/local/etc/haproxy/haproxy.cfg", "SIGUSR1", "", "", true},
		{"haproxy:3.0-alpine", "docker-entrypoint.sh", "haproxy -f /usr/local/etc/haproxy/haproxy.cfg", "SIGUSR1", "haproxy", "", true},
		{"php:8.3-fpm-alpine", "docker-php-entrypoint", "php-fpm", "SIGQUIT", "", "", true},
		{"php:7.1-fpm", "docker-php-entrypoint", "php-fpm", "SIGQUIT", "", "", true},
		{"php:8.2.10-apache-bookworm", "docker-php-entrypoint", "apache2-foreground", "SIGWINCH", "", "", true},
		{"php:8.3-cli", "docker-php-entrypoint", "php -a", "", "", "", true},
		{"php:8.4", "docker-php-entrypoint", "php -a", "", "", "", true},
		{"wordpress:6.5", "docker-entrypoint.sh", "apache2-foreground", "SIGWINCH", "", "", true},
		{"wordpress:6.5-php8.2-fpm-alpine", "docker-entrypoint.sh", "php-fpm", "SIGQUIT", "", "", true},
		{"nextcloud:30-fpm", "/entrypoint.sh", "php-fpm", "SIGQUIT", "", "", true},
		{"drupal:10", "docker-php-entrypoint", "apache2-foreground", "SIGWINCH", "", "", true},
		{"postgres:16", "docker-entrypoint.sh", "postgres", "SIGINT", "", "", true},
		{"postgres:12", "docker-entrypoint.sh", "postgres", "SIGINT", "", "", true},
		{"postgres:12.3-alpine", "docker-entrypoint.sh", "postgres", "", "", "", true},
		{"postgres:9.6.24", "docker-entrypoint.sh", "postgres", "SIGINT", "", "", true},
		{"mysql:8.0.36", "docker-entrypoint.sh", "mysqld", "", "", "", true},
		{"mariadb:10.5.8", "docker-entrypoint.sh", "mysqld", "", "", "", true},
		{"mariadb:11.4-ubi", "docker-entrypoint.sh", "mariadbd", "", "mysql", "", true},
		{"redis:7.2-alpine", "docker-entrypoint.sh", "redis-server", "", "", "", true},
		{"redis" + digest, "docker-entrypoint.sh", "redis-server", "", "", "", true},
		{"memcached:1.6", "docker-entrypoint.sh", "memcached", "", "memcache", "", true},
		{"public.ecr.aws/docker/library/python:3.12-slim", "", "python3", "", "", "", false},
		{"node:20-alpine", "docker-entrypoint.sh", "node", "", "", "", true},
		{"golang:1.23-alpine3.20", "", "/bin/sh", "", "", "", false},
		{"golang:1.23", "", "bash", "", "", "", false},
		{"eclipse-temurin:21-jre", "/__cacert_entrypoint.sh", "", "", "", "", true},
		{"eclipse-temurin:17-jdk-alpine", "/__cacert_entrypoint.sh", "jshell", "", "", "", true},
		{"tomcat:10.1-jdk17", "", "catalina.sh run", "", "", "", false},
		{"gcr.io/distroless/static-debian12:nonroot", "", "", "", "65532", "", false},
		{"gcr.io/distroless/base:debug", "/busybox/sh", "", "", "", "", false},
		{"gcr.io/distroless/java21-debian12:nonroot", "/usr/bin/java -jar", "", "", "65532", "", false},
		{"gcr.io/distroless/nodejs22-debian12:latest", "/nodejs/bin/node", "", "", "", "", false},
		{"mcr.microsoft.com/dotnet/aspnet:8.0", "", "bash", "", "", "", false},
		{"mcr.microsoft.com/dotnet/aspnet:8.0-noble-chiseled", "", "", "", "1654", "", false},
		{"jenkins/jenkins:lts-jdk17", "/usr/bin/tini -- /usr/local/bin/jenkins.sh", "", "", "jenkins", "tini", true},
		{"jenkins/jenkins:2.462.1-alpine", "/sbin/tini -- /usr/local/bin/jenkins.sh", "", "", "jenkins", "tini", true},
		{"gitlab/gitlab-runner:v17.2.0", "/usr/bin/dumb-init /entrypoint", "run --user=gitlab-runner --working-directory=/home/gitlab-runner", "SIGQUIT", "", "dumb-init", true},
		{"registry.k8s.io/ingress-nginx/controller:v1.11.3" + digest, "/usr/bin/dumb-init --", "/nginx-ingress-controller", "", "www-data", "dumb-init", true},
		{"docker.elastic.co/elasticsearch/elasticsearch:8.15.0", "/bin/tini -- /usr/local/bin/docker-entrypoint.sh", "eswrapper", "", "1000:0", "tini", true},
		{"hashicorp/vault:1.17.2", "docker-entrypoint.sh", "server -dev", "", "", "dumb-init", true},
		{"apache/airflow:2.9.2", "/usr/bin/dumb-init -- /entrypoint", "", "", "50000", "dumb-init", true},
		{"apache/kafka:3.8.0", "/__cacert_entrypoint.sh", "/etc/kafka/docker/run", "", "appuser", "", true},
		{"telegraf:1.38", "/entrypoint.sh", "telegraf", "", "", "", true},
		{"telegraf:1.39-alpine", "/sbin/tini -- /entrypoint.sh", "telegraf", "", "", "tini", true},
		{"fluent/fluentd:v1.16-debian-1", "tini -- /bin/entrypoint.sh", "fluentd", "", "fluent", "tini", true},
		{"quay.io/prometheus/prometheus:v3.1.0", "/bin/prometheus", "--config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/prometheus", "", "nobody", "", false},
		{"grafana/grafana:11.1.0", "/run.sh", "", "", "472", "", true},
		{"quay.io/keycloak/keycloak:25.0.1", "/opt/keycloak/bin/kc.sh", "", "", "1000", "", true},
		{"sonarqube:10.6.0-community", "/opt/sonarqube/docker/entrypoint.sh", "", "SIGINT", "sonarqube", "", true},
		{"docker:27-dind", "dockerd-entrypoint.sh", "", "", "", "", true},
		{"docker:27-cli", "docker-entrypoint.sh", "sh", "", "", "", true},
		{"nats:2.10", "/nats-server", "--config nats-server.conf", "", "", "", false},
		{"varnish:6.0", "/usr/local/bin/docker-varnish-entrypoint", "", "", "", "", true},
		{"kong:3.7-ubuntu", "/docker-entrypoint.sh", "kong docker-start", "SIGQUIT", "kong", "", true},
		{"phusion/baseimage:noble-1.0.0", "", "/sbin/my_init", "", "", "my_init", false},
		{"debian:bookworm-slim", "", "bash", "", "", "", false},
		{"registry.access.redhat.com/ubi9/ubi-init:9.4", "", "/sbin/init", "SIGRTMIN+3", "", "", false},
		{"oraclelinux:9-slim", "", "/bin/bash", "", "", "", false},
		{"golang:1.15.6-buster", "", "bash", "", "", "", false},
		{"registry.access.redhat.com/ubi9/ubi-minimal:9.4", "", "/bin/bash", "", "", "", false},
	}
	c := builtin(t)
	for _, tt := range tests {
		repository, tag := parse(t, tt.image)
		i, ok := c.Image(repository, tag)
		if !ok {
			t.Errorf("Image(%s, %q) finds nothing", tt.image, tag)
			continue
		}
		if e, cmd := strings.Join(i.Entrypoint, " "), strings.Join(i.Cmd, " "); e != tt.entrypoint || cmd != tt.cmd {
			t.Errorf("%s: entrypoint %q and cmd %q, want %q and %q", tt.image, e, cmd, tt.entrypoint, tt.cmd)
		}
		if i.StopSignal != tt.stopSignal || i.User != tt.user || i.Init != tt.init || i.Execs != tt.execs {
			t.Errorf("%s: stopSignal %q, user %q, init %q, execs %v, want %q, %q, %q, %v", tt.image,
				i.StopSignal, i.User, i.Init, i.Execs, tt.stopSignal, tt.user, tt.init, tt.execs)
		}
	}
}

// What is not known stays unknown: a digest where variants differ, a version before what was read, another publisher.
func TestUnknownImages(t *testing.T) {
	const digest = "@sha256:0000000000000000000000000000000000000000000000000000000000000000"
	c := builtin(t)
	for _, image := range []string{
		"nginx" + digest, "php" + digest, "postgres" + digest, "haproxy" + digest, "gcr.io/distroless/static" + digest,
		"nginx:1.12.0", "nginx:1.13.0", "php:5.6-fpm", "php:7.0-apache", "php:7.2.3-fpm", "docker:19.03",
		"golang:1.23-nanoserver-ltsc2022", "mcr.microsoft.com/dotnet/aspnet:8.0-azurelinux3.0", "rockylinux:9-minimal",
		"registry.example.com/nginx:1.27", "registry.example.com/acme/postgres:16", "registry.example.com/acme/node:22",
	} {
		repository, tag := parse(t, image)
		if i, ok := c.Image(repository, tag); ok {
			t.Errorf("Image(%s, %q) finds %v with tag %q", image, tag, i.Images, i.Tag)
		}
	}
}

func TestBuiltinPrograms(t *testing.T) {
	tests := []struct{ image, has, lacks string }{
		{"debian:bookworm-slim", "sh bash sleep", "curl wget"},
		{"ubuntu:24.04", "sh bash sleep", "curl wget"},
		{"buildpack-deps:noble-curl", "sh bash sleep curl wget", ""},
		{"alpine:3.22", "sh sleep wget", "bash curl"},
		{"busybox", "sh sleep wget", "bash curl"},
		{"fedora:41", "sh bash sleep", ""},
		{"registry.access.redhat.com/ubi9/ubi-micro:9.4", "sh bash sleep", "curl wget"},
		{"registry.access.redhat.com/ubi9/ubi:9.4", "", ""},
		{"gcr.io/distroless/static:nonroot", "", "sh bash sleep curl wget"},
		{"gcr.io/distroless/java21-debian12:latest", "", "sh bash sleep curl wget"},
		{"gcr.io/distroless/base:debug", "sh sleep wget", "bash curl"},
		{"cgr.dev/chainguard/python:latest", "", "sh bash sleep curl wget"},
		{"registry.k8s.io/pause:3.9", "", "sh bash sleep curl wget"},
		{"python:3.12-slim", "", ""},
		{"nginx:1.27", "", ""},
		// Built on it, not it: the program may have been added.
		{"registry.example.com/app:1.4-alpine3.20", "", ""},
		{"registry.example.com/app:1.4-distroless", "", ""},
	}
	c := builtin(t)
	for _, tt := range tests {
		repository, tag := parse(t, tt.image)
		b, ok := c.Base(repository, tag)
		if !ok {
			t.Errorf("Base(%s, %q) finds nothing", tt.image, tag)
			continue
		}
		if has, lacks := strings.Join(b.Has, " "), strings.Join(b.Lacks, " "); has != tt.has || lacks != tt.lacks {
			t.Errorf("%s has %q and lacks %q, want %q and %q", tt.image, has, lacks, tt.has, tt.lacks)
		}
	}
}
