// Package baseline accepts the findings of today, so that a run shows those of tomorrow. A baseline is matched by what a
// finding is about, never by line numbers: it holds after blocks have moved, files were renamed or reformatted and value
// sets were added.
package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// Name is the file that is written and read by default, in the root of the run.
const Name = ".drainlint-baseline.json"

const version = 1

// File is the content of a baseline.
type File struct {
	// Path is where it was read from.
	Path    string
	Entries []finding.Accepted
}

type document struct {
	Version  int                `json:"version"`
	Findings []finding.Accepted `json:"findings"`
}

// Read reads a baseline.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w (drainlint baseline writes one)", err)
	}
	var doc document
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return nil, fmt.Errorf("baseline %s: %w", path, err)
	}
	if doc.Version != version {
		return nil, fmt.Errorf("baseline %s: version is %d, expected %d: write it again with drainlint baseline", path, doc.Version, version)
	}
	return &File{Path: path, Entries: doc.Findings}, nil
}

// Bytes is the file's text: one entry a line, sorted, so that a review shows what was accepted and what is gone.
func Bytes(entries []finding.Accepted) ([]byte, error) {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b finding.Accepted) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Object, b.Object), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Fingerprint, b.Fingerprint), cmp.Compare(a.Content, b.Content), slices.Compare(a.Also, b.Also))
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"findings\": [", version)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for i, entry := range entries {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		if err := e.Encode(entry); err != nil {
			return nil, err
		}
		out.Truncate(out.Len() - 1) // the encoder's line break
	}
	if len(entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes(), nil
}

// Entries are the entries for the findings of a report that nothing else accepts. source reads a file by its
// root-relative path.
func Entries(fs []finding.Finding, source func(string) ([]byte, error)) []finding.Accepted {
	lines := newLines(source)
	var out []finding.Accepted
	for i := range fs {
		if f := &fs[i]; f.Waiver == nil {
			out = append(out, lines.entry(f))
		}
	}
	return out
}

// lines reads each file once.
type lines struct {
	source func(string) ([]byte, error)
	files  map[string][]string
}

func newLines(source func(string) ([]byte, error)) *lines {
	return &lines{source: source, files: map[string][]string{}}
}

func (l *lines) entry(f *finding.Finding) finding.Accepted {
	fp, _, _ := strings.Cut(f.Fingerprint, ":")
	a := finding.Accepted{
		Rule: f.Rule.Name, Object: f.Object, File: f.Span.File, Fingerprint: fp, Also: f.Also, Content: l.content(f),
	}
	if slices.Equal(f.Rule.Kinds, []string{"Problem"}) {
		a.Severity = f.Severity.String()
	}
	return a
}

// index is the place of an item in a list, which changes when the list is reordered.
var index = regexp.MustCompile(`\[\d+\]`)

// content is the second key of a finding, empty when its line is not known.
func (l *lines) content(f *finding.Finding) string {
	text := l.text(f)
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule.Name, index.ReplaceAllString(f.Path, "[]"), text}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// text is the stretch of the finding without blanks: an instruction of a Dockerfile may be broken into lines elsewhere.
func (l *lines) text(f *finding.Finding) string {
	all, known := l.files[f.Span.File]
	if !known {
		if data, err := l.source(f.Span.File); err == nil && !bytes.ContainsRune(data, 0) {
			all = strings.Split(string(data), "\n")
		}
		l.files[f.Span.File] = all
	}
	from, to := f.Span.Start.Line, max(f.Span.Start.Line, f.Span.End.Line)
	if from < 1 || to > len(all) {
		return ""
	}
	var b strings.Builder
	for _, line := range all[from-1 : to] {
		b.WriteString(strings.TrimSuffix(strings.Join(strings.Fields(line), ""), `\`))
	}
	return b.String()
}
