package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Short prints one line per finding at or above Options.Show, as compilers do: file:line:col: level: message [rule].
// Waived findings are left out; what belongs to no file follows as "drainlint: level: message". The only error is w's.
func Short(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open() || f.Severity < o.show() {
			continue
		}
		place := f.Span
		place.File = owner(r, f)
		fmt.Fprintf(out, "%s: %s: %s [%s]\n", position(place), f.Severity, typeset.OneLine(f.Message), f.Rule.Name)
	}
	for _, n := range r.Notices {
		fmt.Fprintf(out, "%s: %s: %s\n", toolName, n.Severity, typeset.OneLine(n.Message))
	}
	return out.Flush()
}
