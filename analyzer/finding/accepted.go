package finding

// States of a finding against a baseline; empty without one.
const (
	New       = "new"
	Unchanged = "unchanged"
)

// Accepted is one entry of a baseline: a finding that was there when the baseline was written.
type Accepted struct {
	Rule string `json:"rule"`
	// Object and File are for the reader first; both also narrow what the entry matches.
	Object string `json:"object,omitempty"`
	File   string `json:"file"`
	// Fingerprint is the finding's, without the number of its occurrence.
	Fingerprint string `json:"fingerprint"`
	// Also are fingerprints that the same fault has under other value sets or overlays.
	Also []string `json:"also,omitempty"`
	// Content is a second key: the rule and the text of the line, so that a renamed file or an item that moved within
	// its list is known again. Empty where no line is known.
	Content string `json:"content,omitempty"`
	// Severity is what was accepted of input that could not be analysed: the loss of a part is not that of the whole. Empty
	// accepts any.
	Severity string `json:"severity,omitempty"`
}

// Comparison is what a baseline said about a run.
type Comparison struct {
	// File is the baseline, relative to the root where it lies below it.
	File string
	// Unchanged is the number of findings that the baseline holds already.
	Unchanged int
	// Absent are entries that nothing matches any more, of the paths that were analysed; Outside those of other paths.
	Absent, Outside []Accepted
	// Covered is true when all input that could not be analysed is in the baseline.
	Covered bool
}

// Open tells whether a finding asks for action: nothing accepts it.
func (f *Finding) Open() bool { return f.Waiver == nil && f.Baseline != Unchanged }
