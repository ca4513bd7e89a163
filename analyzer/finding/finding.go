// Package finding holds what rules say, from the violation in terms of facts to the finding in terms of lines.
package finding

import (
	"github.com/drainlint/drainlint/loaders/source"
)

// Severity orders findings. The meaning of each level is defined in docs/rules/README.md.
type Severity int

// The levels, lowest first. Never is above all of them: it is what --fail-on never means.
const (
	Note Severity = iota + 1
	Warning
	Error
	Never
)

var severityNames = map[Severity]string{Note: "note", Warning: "warning", Error: "error", Never: "never"}

// String gives the SARIF level name.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity reads a level name; ok is false for an unknown one.
func ParseSeverity(name string) (s Severity, ok bool) {
	for s, n := range severityNames {
		if n == name {
			return s, true
		}
	}
	return 0, false
}

// Reference is a document that a rule's claim rests on.
type Reference struct {
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}

// Rule describes one rule; every field comes from the METADATA block of its Rego file.
type Rule struct {
	// Name is the rule's only identity, in kebab-case.
	Name, Area, Title, Description string
	// Remediation says what to change, in general; a finding may say it more exactly.
	Remediation string
	Severity    Severity
	// Confidence is high, medium or low: how often the plausible condition in the message holds.
	Confidence string
	// Kinds are the facts the rule reads: it is evaluated only where one of them occurs.
	Kinds, Tags []string
	References  []Reference
	// SecuritySeverity is a CVSS-like number ("7.5") on security rules, else empty.
	SecuritySeverity string
	// File is where the rule is written, for messages about the rule itself.
	File string
	// User marks rules from a --policy folder.
	User bool
}

// Proof is one number or fact that a finding rests on.
type Proof struct {
	Text string
	At   *source.Ref
}

// Hop is one step of a Flow: a process that the stop signal passes, or an event.
type Hop struct {
	Text string
	// Passes tells whether the next step is reached: yes, no, unknown.
	Passes string
	At     *source.Ref
}

// Violation is a rule's verdict in terms of facts.
type Violation struct {
	Rule     *Rule
	Severity Severity
	// Message says what will happen; Change what to edit.
	Message, Change string
	At              source.Ref
	Proof           []Proof
	// Flow leads from the cause to the effect, empty for none.
	Flow []Hop
}

// ProofLine is a Proof with its place in a file; Span is nil where it has none (a default).
type ProofLine struct {
	Text string       `json:"text"`
	Span *source.Span `json:"span,omitempty"`
	// Within is the place inside an archive that Span names: line 60 of templates/web.yaml in the archive.
	Within string `json:"within,omitempty"`
}

// FlowStep is a Hop with its place in a file; Span is nil where it has none.
type FlowStep struct {
	Text string       `json:"text"`
	Span *source.Span `json:"span,omitempty"`
}

// Waiver is the accepted reason that suppresses a finding.
type Waiver struct {
	Reason string      `json:"reason"`
	Until  string      `json:"until,omitempty"`
	Span   source.Span `json:"span"`
	// Where is comment, annotation or config.
	Where string `json:"where"`
}

// Finding is a violation at the line a person edits.
type Finding struct {
	Rule            *Rule
	Severity        Severity
	Message, Change string
	Span            source.Span
	// Exact is false when Span is the nearest existing ancestor of an absent field or only the file is known.
	Exact bool
	Via   []source.Step
	Proof []ProofLine
	// Flow are the steps from the cause to the effect, in order; nil for none.
	Flow []FlowStep
	// Object is Kind/namespace/name (namespace left out when unset); empty for findings about files.
	Object string
	// Path is the field path inside Object.
	Path string
	// Sets are the value sets (or overlays) under which the finding occurs; nil when there is only one.
	Sets []string
	// Fingerprint survives moved lines, renamed files and another rendering.
	Fingerprint string
	// Also are the fingerprints of equal findings that were merged into this one.
	Also   []string
	Waiver *Waiver
	// Touched is true when the change that a report is limited to concerns it.
	Touched bool
	// Baseline is New or Unchanged; empty without a baseline.
	Baseline string
}

// Notice is something about the run as a whole that belongs to no line of any file.
type Notice struct {
	Severity Severity
	Message  string
}

// Stats counts what a run has seen.
type Stats struct {
	Charts         int `json:"charts"`
	Kustomizations int `json:"kustomizations"`
	ManifestUnits  int `json:"manifestUnits"`
	Dockerfiles    int `json:"dockerfiles"`
	Objects        int `json:"objects"`
	Workloads      int `json:"workloads"`
	Problems       int `json:"problems"`
}

// Report is the result of a run.
type Report struct {
	// Root is the absolute folder to which all spans are relative; empty for standard input.
	Root string
	// Rules are all enabled rules, also those that found nothing, sorted by name.
	Rules []*Rule
	// Findings are in their total order; those with a Waiver are suppressed.
	Findings []Finding
	Notices  []Notice
	Stats    Stats
	// Incomplete is true when some input could not be analysed (exit code 2).
	Incomplete bool
	// Stdin is true when manifests came from standard input: such a report has no files and is not for upload.
	Stdin bool
	// Baseline is nil without one.
	Baseline *Comparison
}

// Worst is the highest severity among open findings, zero when there is none.
func (r *Report) Worst() Severity {
	var worst Severity
	for i := range r.Findings {
		if r.Findings[i].Open() {
			worst = max(worst, r.Findings[i].Severity)
		}
	}
	return worst
}
