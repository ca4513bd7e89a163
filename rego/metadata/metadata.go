// Package metadata says what the METADATA of the embedded rules says, so that a run parses only the files of the rules that it
// evaluates; parsing all of them would cost more than most inputs, and so would decoding a data file of this size.
package metadata

import "github.com/drainlint/drainlint/analyzer/finding"

// Entry is one embedded rule.
type Entry struct {
	Rule finding.Rule
	// Files are the rule's own file and the helpers it imports, directly or not, below the embedded tree.
	Files []string
}
