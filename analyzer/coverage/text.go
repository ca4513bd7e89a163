package coverage

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Text prints a table of the DaemonSets, then for each what it misses, then the matrix.
func Text(w io.Writer, r Report) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s in %s, %s\n", typeset.Count(len(r.Inventory.Nodes), "node"), typeset.Printable(r.File), typeset.Count(len(r.Inventory.Pools()), "node pool"))
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "what if: %s\n", typeset.Printable(c))
	}
	if len(r.Rows) == 0 {
		fmt.Fprintln(&b, "no DaemonSet in the input")
		_, err := w.Write(b.Bytes())
		return err
	}
	b.WriteByte('\n')
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "DAEMONSET\tDESIRED\tELIGIBLE\tCOVERED\tMISSING\tAT")
	for i := range r.Rows {
		c := &r.Rows[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%s\n", typeset.Printable(title(c)), c.Facts.Desired, c.Facts.Eligible, c.Facts.Covered, c.Facts.Eligible-c.Facts.Covered, typeset.Printable(place(c)))
	}
	t.Flush()
	// A table of its own: beside the numbers it would make lines of 160 columns.
	fmt.Fprintln(t, "\nDAEMONSET\tROLLOUT")
	for i := range r.Rows {
		c := &r.Rows[i]
		fmt.Fprintf(t, "%s\t%s\n", typeset.Printable(title(c)), rollout(c.Facts.Rollout, c.Facts.Desired))
	}
	t.Flush()
	for i := range r.Rows {
		c := &r.Rows[i]
		if len(c.Cluster.Gaps) == 0 && len(c.Cluster.Misfits) == 0 && c.Facts.Excluded == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s)\n", typeset.Printable(title(c)), typeset.Printable(place(c)))
		fmt.Fprintf(&b, "  eligible: %s\n", typeset.Printable(c.Facts.Rule))
		if c.Facts.Excluded > 0 {
			fmt.Fprintf(&b, "  left out by the configuration: %s\n", typeset.Count(c.Facts.Excluded, "node"))
		}
		for _, g := range c.Cluster.Gaps {
			note := ""
			if g.Continue && !g.Run {
				note = " (a pod that runs there stays)"
			}
			fmt.Fprintf(&b, "  missing on %s: %s%s\n    %s\n", typeset.Count(len(g.Nodes), "node"), typeset.Printable(g.Reason), note, typeset.Printable(names(g.Nodes, named)))
		}
		for _, g := range c.Cluster.Misfits {
			fmt.Fprintf(&b, "  cannot run on %s: %s\n    %s\n", typeset.Count(len(g.Nodes), "node"), typeset.Printable(g.Reason), typeset.Printable(names(g.Nodes, named)))
		}
	}
	b.WriteByte('\n')
	fmt.Fprint(t, "NODE POOL\tNODES")
	for i := range r.Rows {
		fmt.Fprintf(t, "\t%s", typeset.Printable(title(&r.Rows[i])))
	}
	fmt.Fprintln(t, "\tPLATFORM, LABELS, TAINTS")
	for _, l := range r.lines() {
		fmt.Fprintf(t, "%s\t%d", typeset.Printable(l.name), l.nodes)
		for _, m := range l.cells {
			fmt.Fprintf(t, "\t%s", m.text)
		}
		fmt.Fprintf(t, "\t%s\n", typeset.Printable(short(strings.Join(l.traits, " "), 100)))
	}
	t.Flush()
	for row := range bytes.Lines(b.Bytes()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(string(row), " \n")); err != nil {
			return err
		}
	}
	return nil
}

func short(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return s
}
