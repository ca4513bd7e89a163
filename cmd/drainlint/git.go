package main

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/drainlint/drainlint/analyzer/report"
)

// provenance fills in where the root of the run comes from, as far as git can tell: only where it is the root of a work
// tree, since paths of the repository are mapped to it.
func provenance(ctx context.Context, root string, o *report.Options) {
	out, err := git(ctx, root, "rev-parse", "--show-toplevel", "HEAD", "--abbrev-ref", "HEAD")
	lines := strings.Split(out, "\n")
	if err != nil || len(lines) != 3 {
		return
	}
	top, err := filepath.EvalSymlinks(filepath.FromSlash(lines[0]))
	if err != nil || top != root {
		return
	}
	remote, err := git(ctx, root, "config", "--get", "remote.origin.url")
	if err != nil {
		return
	}
	o.RepoURI, o.Revision = repositoryURI(remote), lines[1]
	if lines[2] != "HEAD" { // a detached one is on no branch
		o.Branch = lines[2]
	}
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "core.fsmonitor=false"}, args...)...).Output()
	return strings.TrimSpace(string(out)), err
}

// repositoryURI is a remote as a URI; empty for what is none, such as a folder. The short form of ssh, user@host:path, is
// not one as it stands.
func repositoryURI(remote string) string {
	if u, err := url.Parse(remote); err == nil && u.Host != "" {
		return remote
	}
	host, path, ok := strings.Cut(remote, ":")
	if !ok || strings.Contains(host, "/") || len(host) < 2 || strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) {
		return "" // a path, or a Windows drive
	}
	return "ssh://" + host + "/" + path
}
