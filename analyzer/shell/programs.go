package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// length says what is known about how long a program runs, from its name and words alone.
type length int

const (
	unknownLength length = iota
	// brief programs end by themselves soon: they prepare something, or test something.
	brief
	// instant ones take no time that matters to a grace period.
	instant
	// forever is what keeps a container alive and does nothing: sleep infinity, tail -f.
	forever
	// server is a program that is known to serve until it is stopped.
	server
)

// lengthOf classifies a command by its words. Words that hold expansions come as written.
func lengthOf(words []string) length {
	if len(words) == 0 {
		return instant
	}
	args := words[1:]
	name := path.Base(words[0])
	switch name {
	case ":", "true", "false", "test", "[", "[[", "echo", "printf", "cd", "pwd", "date", "kill", "touch", "mkdir", "rmdir",
		"rm", "export", "set", "unset", "shift", "readonly", "local", "declare", "typeset", "alias", "unalias", "umask",
		"ulimit", "hash", "type", "getopts", "let", "shopt", "trap", "jobs", "times", "enable", "return", "exit", "break",
		"continue", "which", "id", "whoami", "hostname", "uname", "basename", "dirname", "readlink", "realpath", "seq",
		"expr", "stat", "chmod", "chown", "chgrp", "ln", "mktemp", "yes", "pgrep", "pidof", "pkill", "killall", "ps", "env",
		"printenv", "disown", "mapfile", "readarray", "nproc", "tty", "ls", "grep", "egrep", "fgrep", "sed",
		"awk", "cut", "sort", "uniq", "tr", "wc", "head", "tee", "jq", "yq", "ss", "netstat", "envsubst":
		return instant
	case "mv", "cp", "find", "xargs", "install", "getent", "sync", "sysctl", "du", "df", "usleep", "wait", "curl", "wget", "nc", "ncat", "netcat", "host", "dig", "nslookup", "ping", "tar", "gzip", "gunzip", "zcat",
		"unzip", "pg_isready", "mysqladmin", "mount", "umount", "modprobe", "insmod", "iptables", "ip6tables", "ip",
		"update-ca-certificates", "update-ca-trust", "useradd", "adduser", "addgroup", "groupadd", "usermod", "groupmod",
		"apk", "apt-get", "apt", "dnf", "yum", "microdnf", "git", "openssl", "keytool", "md5sum", "sha256sum", "logger",
		"ldconfig", "locale-gen", "setcap", "make", "dpkg", "dpkg-deb", "rpm", "helm", "pytest", "tox", "shellcheck", "ssh-keygen", "wait-for-it", "wait-for-it.sh", "dockerize", "wait-for":
		return brief
	case "cat":
		if len(args) > 0 {
			return instant
		}
		return forever
	case "sleep":
		for _, a := range args {
			if strings.HasPrefix(strings.ToLower(a), "inf") {
				return forever
			}
		}
		return brief
	case "tail":
		for _, a := range args {
			if a == "--follow" || strings.HasPrefix(a, "--follow=") || strings.HasPrefix(a, "--pid") ||
				len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsAny(a, "fF") {
				return forever
			}
		}
		return brief
	case "sh", "bash", "dash", "ash", "ksh", "mksh", "zsh":
		if !slices.ContainsFunc(args, func(a string) bool { return a != "-i" && a != "-l" && a != "--login" }) {
			return brief // for a person with a terminal; without one it ends at once
		}
	case "nginx":
		return nginxLength(args)
	case "kubectl":
		return unless(args, "proxy", "port-forward", "logs", "exec", "wait")
	case "go", "cargo":
		return unless(args, "run")
	case "gunicorn", "uvicorn", "hypercorn", "daphne", "php-fpm", "redis-server", "haproxy", "apache2-foreground",
		"httpd-foreground", "envoy", "caddy", "traefik", "puma", "unicorn", "supervisord", "app", "server", "main":
		return server
	}
	if serves(name, args) {
		return server
	}
	return unknownLength
}

// Keepalive reports whether a command does nothing but keep its container alive: tail -f, sleep infinity, cat. An init and
// wrappers may stand in front.
func Keepalive(argv []string) bool {
	program := argv[unwrap(argv).ProgramIndex:]
	return len(program) > 0 && lengthOf(program) == forever
}

// unless is the length of a tool that ends by itself unless one of its verbs goes on.
func unless(args []string, verbs ...string) length {
	for _, a := range args {
		if slices.Contains(verbs, a) {
			return unknownLength
		}
	}
	return brief
}

// nginxLength tells nginx as a server from nginx that sends a signal to one or checks its configuration.
func nginxLength(args []string) length {
	for i, a := range args {
		switch {
		case a == "-s" || a == "-t" || a == "-T" || a == "-v" || a == "-V":
			return instant
		case strings.Contains(a, "daemon off") || a == "-g" && i+1 < len(args) && strings.Contains(args[i+1], "daemon off"):
			return server
		}
	}
	return unknownLength
}

// serves reports whether an interpreter runs a file whose name says that it serves, or an executable is named so.
func serves(name string, args []string) bool {
	switch stem(name) {
	case "node", "nodejs", "python", "python3", "python2", "ruby", "perl", "php", "bun", "deno":
		for _, a := range args {
			if !strings.HasPrefix(a, "-") {
				return isServerName(a)
			}
		}
		return false
	}
	return isServerName(name)
}

func isServerName(file string) bool {
	switch stem(path.Base(file)) {
	case "app", "server", "main":
		return true
	}
	return false
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// isPredicate reports whether a command is asked for its exit status, so that either outcome is expected.
func isPredicate(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch path.Base(words[0]) {
	case "test", "[", "[[", "false", "grep", "egrep", "fgrep", "pgrep", "pidof", "which", "command", "type", "hash", "nc",
		"cmp", "diff", "expr", "let", "read", "getent", "pg_isready", "ping", "getopts":
		return true
	case "kill":
		return len(words) > 1 && words[1] == "-0"
	}
	return false
}

// spelled gives the words of a command for classification: values where they are literal, else the text as written.
func (s *script) spelled(ws []*syntax.Word) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		if v, ok := literal(w); ok {
			out[i] = v
		} else {
			out[i] = s.source(w)
		}
	}
	return out
}
