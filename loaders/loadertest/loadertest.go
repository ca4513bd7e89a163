// Package loadertest holds what the tests of the loaders share.
package loadertest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/source"
)

// Files is a file system of texts by name.
func Files(texts map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range texts {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// Objects are the objects of a Unit as Kind/name.
func Objects(u *source.Unit) []string {
	var out []string
	for _, d := range u.Documents {
		out = append(out, d.Scalar("kind")+"/"+d.Scalar("metadata", "name"))
	}
	return out
}

// Problems lists the place and text of each Problem.
func Problems(u *source.Unit) []string {
	var out []string
	for _, p := range u.Problems {
		out = append(out, p.Span.String()+": "+p.Message)
	}
	return out
}

// WantProblems checks that each Problem has, in order, the stage, the place and a part of the message, given as "place: part".
func WantProblems(t *testing.T, u *source.Unit, stage string, want ...string) {
	t.Helper()
	got := Problems(u)
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		place, part, _ := strings.Cut(want[i], ": ")
		ok = u.Problems[i].Span.String() == place && strings.Contains(u.Problems[i].Message, part) && u.Problems[i].Stage == stage
	}
	if !ok {
		t.Errorf("problems:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// WantObjects checks the objects of a Unit.
func WantObjects(t *testing.T, u *source.Unit, want ...string) {
	t.Helper()
	if got := Objects(u); !slices.Equal(got, want) {
		t.Errorf("objects %v, want %v; problems: %v", got, want, Problems(u))
	}
}
