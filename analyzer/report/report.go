// Package report prints what a run has found. Every reporter is pure: the same report and options give the same bytes,
// and nothing is read but the report and what Options.Source answers.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Options decide how a report is printed; the zero value is useful.
type Options struct {
	// Color turns on ANSI colours in text output.
	Color bool
	// Width is the number of terminal columns that text is laid out for; 0 means 100.
	Width int
	// Show is the lowest severity that all formats but JSON and SARIF print; 0 means Warning. Text counts the lower ones per rule.
	Show finding.Severity
	// Source reads a file by its root-relative path, for code frames and snippets. It may be nil; a file that it cannot
	// read is reported without them.
	Source func(file string) ([]byte, error)
	// Version is drainlint's own version; empty means "dev".
	Version string
	// Root is the absolute folder that JSON names as the one all paths are relative to; empty means the report's own.
	Root string
	// RepoURI, Revision and Branch fill SARIF's versionControlProvenance. It is left out unless RepoURI is an absolute
	// URI and Revision is set; a user name or password inside RepoURI is never printed.
	RepoURI, Revision, Branch string
}

const (
	toolName       = "drainlint"
	informationURI = "https://github.com/drainlint/drainlint"
	defaultWidth   = 100
	minWidth       = 40
)

func (o Options) width() int {
	if o.Width == 0 {
		return defaultWidth
	}
	return max(o.Width, minWidth)
}

func (o Options) show() finding.Severity {
	if o.Show == 0 {
		return finding.Warning
	}
	return o.Show
}

func (o Options) version() string {
	if o.Version == "" {
		return "dev"
	}
	return o.Version
}

// Formats are the names that Write knows.
func Formats() []string {
	return []string{"text", "short", "json", "sarif", "github", "markdown", "gitlab", "junit"}
}

// Write prints r in the named format. An unknown name is an error that lists the valid ones; any other error is w's.
func Write(w io.Writer, format string, r *finding.Report, o Options) error {
	switch format {
	case "text":
		return Text(w, r, o)
	case "short":
		return Short(w, r, o)
	case "json":
		return JSON(w, r, o)
	case "sarif":
		return SARIF(w, r, o)
	case "github":
		return GitHub(w, r, o)
	case "markdown":
		return Markdown(w, r, o)
	case "gitlab":
		return GitLab(w, r, o)
	case "junit":
		return JUnit(w, r, o)
	}
	return fmt.Errorf("unknown output format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// change is what to edit: the finding's own advice, else its rule's.
func change(f *finding.Finding) string {
	if f.Change != "" {
		return f.Change
	}
	return f.Rule.Remediation
}

// noFile tells that a finding stands in no file: it came from standard input, or concerns the run.
func noFile(file string) bool { return file == "" || file == "-" || file == "." }

// absolute tells whether a file lies outside the root, on this system or another.
func absolute(file string) bool {
	return strings.HasPrefix(file, "/") || strings.HasPrefix(file, `\\`) || len(file) > 2 && file[1] == ':' && (file[2] == '/' || file[2] == '\\')
}

// display is a file name as people read it; every report from standard input has one nameless file.
func display(file string) string {
	switch file {
	case "-":
		return "<standard input>"
	case "":
		return "<no file>"
	}
	return typeset.Printable(file)
}

// owner is the file a finding is listed under.
func owner(r *finding.Report, f *finding.Finding) string {
	if r.Stdin && noFile(f.Span.File) {
		return "-"
	}
	return f.Span.File
}
