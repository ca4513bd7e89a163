package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// fake is a finding with the parts that matching looks at.
func fake(rule, object, file, fp string, line int, sets ...string) finding.Finding {
	f := finding.Finding{Rule: &finding.Rule{Name: rule}, Object: object, Fingerprint: fp, Sets: sets, Path: "spec.rules[" + fp + "]"}
	f.Span.File, f.Span.Start.Line = file, line
	return f
}

// problem is input that could not be analysed.
func problem(s finding.Severity) finding.Finding {
	f := fake("cannot-analyse", "", "a.yaml", "1", 2)
	f.Rule.Kinds, f.Severity = []string{"Problem"}, s
	return f
}

func TestApply(t *testing.T) {
	files := map[string]string{
		"a.yaml": "kind: Role\nverbs: [all]\nverbs: [none]\n", "b.yaml": "kind: Role\nverbs: [all]\n",
		"new/Dockerfile": "FROM debian:12\nCMD  run \\\n  it\n", "Dockerfile": "FROM debian:12\nCMD run it\n", "again/Dockerfile": "CMD run it\n",
	}
	read := func(file string) ([]byte, error) {
		if text, ok := files[file]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	for _, c := range []struct {
		name        string
		before, now []finding.Finding
		// gone is a file that exists before only.
		gone string
		want string
	}{
		{name: "same", before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, now: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, want: "unchanged"},
		{name: "other rule", before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, now: []finding.Finding{fake("s", "Role/a", "a.yaml", "2", 2)}, want: "new"},
		{name: "other object", before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, now: []finding.Finding{fake("r", "Role/b", "a.yaml", "2", 2)}, want: "new"},
		{name: "object in another file", before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, now: []finding.Finding{fake("r", "Role/a", "b.yaml", "1", 2)}, want: "unchanged"},
		{name: "line changed", before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)}, now: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 3)}, want: "unchanged"},
		{
			name:   "an item before it: the one with other text is new",
			before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)},
			now:    []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 3), fake("r", "Role/a", "a.yaml", "2", 2)}, want: "new unchanged",
		},
		{
			name:   "a second one of the same kind",
			before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)},
			now:    []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2), fake("r", "Role/a", "b.yaml", "1:2", 2)}, want: "unchanged new",
		},
		{
			name:   "other value sets, one with another name",
			before: []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2)},
			now:    []finding.Finding{fake("r", "Role/a", "a.yaml", "1", 2, "default values"), fake("r", "Role/a", "a.yaml", "1:2", 3, "big"), fake("r", "Role/z", "a.yaml", "9", 2, "z")},
			want:   "unchanged unchanged unchanged",
		},
		{name: "Dockerfile moved and reformatted", gone: "Dockerfile", before: []finding.Finding{fake("r", "", "Dockerfile", "1", 2)}, now: []finding.Finding{instruction("new/Dockerfile", "2", 2, 3)}, want: "unchanged"},
		{name: "a part could not be analysed, now all", before: []finding.Finding{problem(finding.Warning)}, now: []finding.Finding{problem(finding.Error)}, want: "new"},
		{name: "all could not be analysed, now a part", before: []finding.Finding{problem(finding.Error)}, now: []finding.Finding{problem(finding.Warning)}, want: "unchanged"},
		{name: "Dockerfile copied", before: []finding.Finding{fake("r", "", "Dockerfile", "1", 2)}, now: []finding.Finding{fake("r", "", "again/Dockerfile", "2", 1)}, want: "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := Bytes(Entries(c.before, read))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), Name)
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			var states []string
			after := func(file string) ([]byte, error) {
				if file == c.gone {
					return nil, os.ErrNotExist
				}
				return read(file)
			}
			b.Apply(c.now, Input{Source: after, Analysed: all, Looked: all})
			for _, f := range c.now {
				states = append(states, f.Baseline)
			}
			if got := strings.Join(states, " "); got != c.want {
				t.Errorf("got %s, want %s; baseline:\n%s", got, c.want, text)
			}
		})
	}
}

func instruction(file, fp string, from, to int) finding.Finding {
	f := fake("r", "", file, fp, from)
	f.Span.End.Line = to
	return f
}

func TestEntriesOfOtherPathsAreKept(t *testing.T) {
	none := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	b := &File{Entries: Entries([]finding.Finding{fake("r", "Pod/a", "a/pod.yaml", "1", 1), fake("r", "Pod/b", "b/pod.yaml", "2", 1)}, none)}
	below := func(file string) bool { return strings.HasPrefix(file, "a/") }
	c := b.Apply(nil, Input{Source: none, Analysed: below, Looked: below})
	if len(c.Absent) != 1 || c.Absent[0].Object != "Pod/a" || len(c.Outside) != 1 || c.Outside[0].Object != "Pod/b" {
		t.Errorf("absent %v, outside %v", c.Absent, c.Outside)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, text := range map[string]string{"version is 2": `{"version": 2, "findings": []}`, "unknown field": `{"version": 1, "found": []}`} {
		path := filepath.Join(t.TempDir(), Name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", text, err)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), Name)); err == nil {
		t.Error("a baseline that does not exist is accepted")
	}
}

func all(string) bool { return true }

// A run over one folder leaves alone what was accepted in another: a copy of it is new.
func TestApplyLeavesOtherFilesTheirEntries(t *testing.T) {
	read := func(string) ([]byte, error) { return []byte("kind: Role\nverbs: [all]\n"), nil }
	b := &File{Entries: Entries([]finding.Finding{fake("r", "Role/a", "a/r.yaml", "1", 2)}, read)}
	copied := []finding.Finding{fake("r", "Role/a", "b/r.yaml", "1", 2)}
	inB := func(file string) bool { return strings.HasPrefix(file, "b/") }
	if b.Apply(copied, Input{Source: read, Analysed: inB, Looked: inB}); copied[0].Baseline != finding.New {
		t.Errorf("a copy in another folder is %v", copied[0].Baseline)
	}
	moved := func(file string) ([]byte, error) {
		if file == "a/r.yaml" {
			return nil, os.ErrNotExist
		}
		return read(file)
	}
	if b.Apply(copied, Input{Source: moved, Analysed: inB, Looked: inB}); copied[0].Baseline != finding.Unchanged {
		t.Errorf("a file that moved is %v", copied[0].Baseline)
	}
}
