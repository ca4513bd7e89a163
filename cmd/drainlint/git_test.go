package main

import "testing"

func TestRepositoryURI(t *testing.T) {
	for remote, want := range map[string]string{
		"https://git.example.org/shop/deploy.git": "https://git.example.org/shop/deploy.git",
		"ssh://git@git.example.org/shop/deploy":   "ssh://git@git.example.org/shop/deploy",
		"git@git.example.org:shop/deploy.git":     "ssh://git@git.example.org/shop/deploy.git",
		"/srv/git/deploy":                         "",
		"../deploy":                               "",
		`C:\src\deploy`:                           "",
		"C:/src/deploy":                           "",
		"file:///srv/git/deploy":                  "",
		"":                                        "",
	} {
		if got := repositoryURI(remote); got != want {
			t.Errorf("%q: got %q, want %q", remote, got, want)
		}
	}
}
