// Package coverage prints which nodes of an inventory DaemonSets reach: as a table, as JSON, and as a matrix of node pools and
// DaemonSets in HTML.
package coverage

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Report is what is printed.
type Report struct {
	// File is the inventory as it is shown.
	File      string
	Inventory *cluster.Inventory
	Rows      []analyzer.Coverage
	Findings  []finding.Finding
	// Changes are what-if changes of the inventory, as typed.
	Changes []string
}

// Formats are the names that Write knows.
func Formats() []string { return []string{"text", "json", "html"} }

// Write prints r in the named format.
func Write(w io.Writer, format string, r Report) error {
	switch format {
	case "text":
		return Text(w, r)
	case "json":
		return JSON(w, r)
	case "html":
		return HTML(w, r)
	}
	return fmt.Errorf("unknown output format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// named is how many nodes of a gap are named.
const named = 10

// title is a DaemonSet as the report calls it.
func title(c *analyzer.Coverage) string {
	name := c.Name
	if c.Namespace != "" && c.Namespace != "default" {
		name = c.Namespace + "/" + name
	}
	if c.Set != "" {
		name += " (" + c.Set + ")"
	}
	return name
}

// place is where it stands.
func place(c *analyzer.Coverage) string { return fmt.Sprintf("%s:%d", c.Span.File, c.Span.Start.Line) }

// duration writes seconds as people read them.
func duration(seconds int) string {
	d := time.Duration(seconds) * time.Second
	text := d.String() // 1h2m3s
	text = strings.TrimSuffix(text, "m0s")
	if text != d.String() {
		text += "m"
	}
	if rest, ok := strings.CutSuffix(text, "h0m"); ok {
		text = rest + "h"
	}
	return text
}

// rollout says what a rolling update does.
func rollout(r facts.NodeRollout, desired int) string {
	switch {
	case desired == 0:
		return "nothing to roll out"
	case r.Steps == 0:
		return "no rolling update"
	case r.Blind == 0:
		return fmt.Sprintf("no node blind (surge of %d), %s of at most %s: at most %s", r.Step, typeset.Count(r.Steps, "step"), duration(r.StepSeconds), duration(r.Seconds))
	}
	return fmt.Sprintf("%s blind at once, %s of at most %s: at most %s", typeset.Count(r.Blind, "node"), typeset.Count(r.Steps, "step"), duration(r.StepSeconds), duration(r.Seconds))
}

// names lists nodes: all of a few, the first of many.
func names(nodes []*cluster.Node, most int) string {
	var out []string
	for i, n := range nodes {
		if i == most {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(nodes)-most)
		}
		out = append(out, n.Name)
	}
	return strings.Join(out, ", ")
}

// line is a line of the matrix: a node pool.
type line struct {
	name   string
	traits []string
	nodes  int
	cells  []mark
}

// mark is what a DaemonSet does there.
type mark struct {
	// class is all, some, none, beyond (runs where it is not meant to), out (excluded) or free (not meant, does not run).
	class, text, why string
}

// lines are the rows of the matrix.
func (r Report) lines() []line {
	var out []line
	for i, p := range r.Inventory.Pools() {
		l := line{name: p.Name(), traits: r.Inventory.Traits(p), nodes: len(p.Nodes)}
		if len(p.Nodes) == 1 {
			l.name = p.Nodes[0].Name
		}
		for j := range r.Rows {
			l.cells = append(l.cells, poolMark(&r.Rows[j].Cluster, i))
		}
		out = append(out, l)
	}
	return out
}

func poolMark(c *cluster.Coverage, pool int) mark {
	cell := c.Cells[pool]
	why := ""
	if cell.Gap >= 0 {
		why = c.Gaps[cell.Gap].Reason
	}
	text := fmt.Sprintf("%d/%d", cell.Covered, cell.Eligible)
	switch {
	case cell.Eligible == 0 && cell.Excluded > 0:
		return mark{"out", "excluded", "left out by the configuration"}
	case cell.Eligible == 0 && cell.Desired > 0:
		return mark{"beyond", fmt.Sprintf("+%d", cell.Desired), "runs here although these nodes are not among the eligible ones"}
	case cell.Eligible == 0:
		return mark{"free", "not meant", "these nodes are not among the eligible ones"}
	case cell.Covered == cell.Eligible:
		return mark{"all", text, ""}
	case cell.Covered == 0:
		return mark{"none", text, why}
	}
	return mark{"some", text, why}
}
