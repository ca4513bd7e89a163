// Package waiver reads accepted findings from comments, annotations and the configuration, and judges the waivers
// themselves: one that is past its date, has no reason or matches nothing is a finding too.
package waiver

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

const (
	marker     = "drainlint:ignore"
	annotation = "drainlint.dev/ignore."
	dateLayout = "2006-01-02"
)

// Waiver is one waiver as written.
type Waiver struct {
	Rules  []string
	Reason string
	// Until is the last day on which it holds, "" for no end.
	Until string
	Span  source.Span
	// Where is comment, annotation or config.
	Where string
	// Line is the line that a comment waives, in Span.File.
	Line int
	// Object is the object that an annotation waives.
	Object string
	// Match decides for a waiver of the configuration.
	Match func(*finding.Finding) bool

	used bool
}

// grammar of what follows the marker: rules separated by commas or spaces, until=DATE, "--" and the reason.
func (w *Waiver) parse(text string) {
	head, reason, _ := strings.Cut(text, "--")
	w.Reason = strings.TrimSpace(reason)
	for _, word := range strings.FieldsFunc(head, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		if date, ok := strings.CutPrefix(word, "until="); ok {
			w.Until = date
			continue
		}
		w.Rules = append(w.Rules, word)
	}
}

// commentMark finds the marker inside a YAML, Dockerfile or shell comment, or a template comment.
var commentMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(#|\{\{-?\s*/\*)\s*` + marker + `\s*(.*)$`)
})

// Collect reads the waivers of one Unit: comments in its files and annotations on its objects.
func Collect(u *source.Unit) []*Waiver {
	var out []*Waiver
	for file, data := range u.Files {
		if strings.Contains(string(data), marker) {
			out = append(out, comments(file, string(data))...)
		}
	}
	for _, d := range u.Documents {
		for _, p := range annotationPaths {
			out = append(out, annotations(d, p)...)
		}
	}
	return out
}

func comments(file, data string) []*Waiver {
	var out []*Waiver
	lines := strings.Split(data, "\n")
	for i, line := range lines {
		m := commentMark().FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		text := strings.TrimSpace(line[m[4]:])
		if end := strings.Index(text, "*/"); end >= 0 {
			text = text[:end]
		}
		w := &Waiver{Where: "comment", Line: i + 1}
		w.parse(text)
		col := len([]rune(line[:m[0]])) + 1
		w.Span = source.Span{File: file, Start: source.Pos{Line: i + 1, Col: col}, End: source.Pos{Line: i + 1, Col: len([]rune(strings.TrimRight(line, "\r"))) + 1}}
		if strings.TrimSpace(line[:m[0]]) == "" {
			w.Line = nextCode(lines, i)
		}
		out = append(out, w)
	}
	return out
}

// nextCode is the 1-based number of the first line after i that is neither blank nor a comment.
func nextCode(lines []string, i int) int {
	for j := i + 1; j < len(lines); j++ {
		t := strings.TrimSpace(lines[j])
		if t != "" && !strings.HasPrefix(t, "#") && !strings.HasPrefix(t, "{{/*") && !strings.HasPrefix(t, "{{- /*") {
			return j + 1
		}
	}
	return i + 1
}

var annotationPaths = []source.Path{
	{"metadata", "annotations"},
	{"spec", "template", "metadata", "annotations"},
	{"spec", "jobTemplate", "spec", "template", "metadata", "annotations"},
}

func annotations(d *source.Document, p source.Path) []*Waiver {
	_, m, depth := source.Find(d.Root, p)
	if depth != len(p) || m.Kind != yaml.MappingNode {
		return nil
	}
	var out []*Waiver
	for i := 0; i+1 < len(m.Content); i += 2 {
		rule, ok := strings.CutPrefix(m.Content[i].Value, annotation)
		if !ok || m.Content[i+1].Tag != "!!str" {
			continue
		}
		w := &Waiver{Where: "annotation", Object: finding.ObjectName(d), Span: d.Trace(p.Child(m.Content[i].Value)).Span}
		text := m.Content[i+1].Value
		if !strings.Contains(text, "--") {
			text = "-- " + text
		}
		w.parse(text)
		w.Rules = []string{rule}
		out = append(out, w)
	}
	return out
}

// Set is all waivers of a run.
type Set struct {
	waivers []*Waiver
	today   string
}

// NewSet joins the waivers of all Units with those of the configuration; one comment seen by several Units is one
// waiver. today decides which are past their date.
func NewSet(today time.Time, lists ...[]*Waiver) *Set {
	s := &Set{today: today.Format(dateLayout)}
	type key struct {
		span   source.Span
		object string
	}
	seen := map[key]bool{}
	for _, w := range slices.Concat(lists...) {
		k := key{w.Span, w.Object}
		if w.Where != "config" && seen[k] {
			continue
		}
		seen[k] = true
		s.waivers = append(s.waivers, w)
	}
	slices.SortStableFunc(s.waivers, func(a, b *Waiver) int {
		return strings.Compare(a.Span.String()+a.Object, b.Span.String()+b.Object)
	})
	return s
}

func (s *Set) badDate(w *Waiver) bool {
	_, err := time.Parse(dateLayout, w.Until)
	return w.Until != "" && err != nil
}

func (s *Set) expired(w *Waiver) bool { return w.Until != "" && !s.badDate(w) && w.Until < s.today }

// Apply marks the findings that a valid waiver covers.
func (s *Set) Apply(fs []finding.Finding) {
	for i := range fs {
		f := &fs[i]
		for _, w := range s.waivers {
			if !w.covers(f) {
				continue
			}
			w.used = true
			if w.Reason != "" && !s.expired(w) && !s.badDate(w) && f.Waiver == nil {
				f.Waiver = &finding.Waiver{Reason: w.Reason, Until: w.Until, Span: w.Span, Where: w.Where}
			}
		}
	}
}

func (w *Waiver) covers(f *finding.Finding) bool {
	if !slices.Contains(w.Rules, f.Rule.Name) {
		return false
	}
	switch w.Where {
	case "comment":
		return f.Span.File == w.Span.File && f.Span.Start.Line == w.Line
	case "annotation":
		return f.Object == w.Object
	}
	return w.Match(f)
}

// Facts describes the waivers for the rules that judge them. enabled tells which rules exist and run: a waiver for a
// rule that is switched off is not unused, one for a rule that does not exist is a mistake.
func (s *Set) Facts(enabled, disabled map[string]bool) []facts.Waiver {
	var out []facts.Waiver
	for _, w := range s.waivers {
		span := w.Span
		f := facts.Waiver{
			At: facts.Ref{Span: &span}, Rules: w.Rules, Reason: w.Reason, Until: w.Until, Expired: s.expired(w), BadDate: s.badDate(w), Used: w.used,
		}
		for _, r := range w.Rules {
			if !enabled[r] && !disabled[r] {
				f.Unknown = append(f.Unknown, r)
			}
			f.Used = f.Used || disabled[r]
		}
		out = append(out, f)
	}
	return out
}
