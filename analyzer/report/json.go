package report

import (
	"io"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// The types below are the JSON format, documented in docs/json.md. Fields may be added; a change of meaning raises
// jsonVersion.
const jsonVersion = 1

type jsonReport struct {
	Version    int           `json:"version"`
	Tool       jsonTool      `json:"tool"`
	Root       string        `json:"root,omitempty"`
	Incomplete bool          `json:"incomplete"`
	Stats      finding.Stats `json:"stats"`
	Rules      []jsonRule    `json:"rules"`
	// Findings is always empty here: they are written one by one.
	Findings []jsonFinding `json:"findings"`
	Notices  []jsonNotice  `json:"notices"`
	// Baseline is null without one.
	Baseline *jsonBaseline `json:"baseline"`
}

type jsonBaseline struct {
	File      string             `json:"file"`
	Unchanged int                `json:"unchanged"`
	Absent    []finding.Accepted `json:"absent"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonRule struct {
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
}

type jsonSpan struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Change   string `json:"change"`
	jsonSpan
	Exact       bool        `json:"exact"`
	Object      string      `json:"object"`
	Path        string      `json:"path"`
	Sets        []string    `json:"sets"`
	Via         []jsonStep  `json:"via"`
	Proof       []jsonProof `json:"proof"`
	Fingerprint string      `json:"fingerprint"`
	Waiver      *jsonWaiver `json:"waiver"`
	// Baseline is null without a baseline.
	Baseline *string `json:"baseline"`
}

type jsonStep struct {
	Why string `json:"why"`
	jsonSpan
}

type jsonProof struct {
	Text string `json:"text"`
	// At is null for a number that stands in no file.
	At *jsonSpan `json:"at"`
	// Within is the member of an archive and its line, left out elsewhere.
	Within string `json:"within,omitempty"`
}

type jsonWaiver struct {
	Reason string `json:"reason"`
	Until  string `json:"until"`
	Where  string `json:"where"`
	jsonSpan
}

type jsonNotice struct {
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// JSON prints the whole report, waived findings included, in the structure of docs/json.md. Options.Show does not
// apply. The only error is w's.
func JSON(w io.Writer, r *finding.Report, o Options) error {
	doc := jsonReport{
		Version:    jsonVersion,
		Tool:       jsonTool{toolName, o.version()},
		Root:       r.Root,
		Incomplete: r.Incomplete,
		Stats:      r.Stats,
		Rules:      make([]jsonRule, len(r.Rules)),
		Findings:   []jsonFinding{},
		Notices:    make([]jsonNotice, len(r.Notices)),
	}
	if o.Root != "" {
		doc.Root = o.Root
	}
	for i, rule := range r.Rules {
		doc.Rules[i] = jsonRule{rule.Name, rule.Severity.String(), rule.Title}
	}
	for i, n := range r.Notices {
		doc.Notices[i] = jsonNotice{n.Severity.String(), n.Message}
	}
	if b := r.Baseline; b != nil {
		doc.Baseline = &jsonBaseline{b.File, b.Unchanged, append([]finding.Accepted{}, b.Absent...)}
	}
	e := newEncoder(w)
	e.streamed = "findings"
	e.stream = func(yield func(any) error) error {
		for i := range r.Findings {
			if err := yield(toJSON(&r.Findings[i])); err != nil {
				return err
			}
		}
		return nil
	}
	return e.document(doc)
}

func toJSON(f *finding.Finding) jsonFinding {
	out := jsonFinding{
		Rule:        f.Rule.Name,
		Severity:    f.Severity.String(),
		Message:     f.Message,
		Change:      change(f),
		jsonSpan:    toSpan(f.Span),
		Exact:       f.Exact,
		Object:      f.Object,
		Path:        f.Path,
		Sets:        append([]string{}, f.Sets...),
		Via:         make([]jsonStep, len(f.Via)),
		Proof:       make([]jsonProof, len(f.Proof)),
		Fingerprint: f.Fingerprint,
	}
	for i, step := range f.Via {
		out.Via[i] = jsonStep{step.Why, toSpan(step.Span)}
	}
	for i, proof := range f.Proof {
		out.Proof[i].Text, out.Proof[i].Within = proof.Text, proof.Within
		if proof.Span != nil {
			at := toSpan(*proof.Span)
			out.Proof[i].At = &at
		}
	}
	if f.Baseline != "" {
		out.Baseline = &f.Baseline
	}
	if w := f.Waiver; w != nil {
		out.Waiver = &jsonWaiver{w.Reason, w.Until, w.Where, toSpan(w.Span)}
	}
	return out
}

func toSpan(s source.Span) jsonSpan {
	return jsonSpan{s.File, s.Start.Line, s.Start.Col, s.End.Line, s.End.Col}
}
