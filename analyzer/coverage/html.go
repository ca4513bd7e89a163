package coverage

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

//go:embed matrix.html
var matrixText string

// matrix is parsed on first use.
var matrix = sync.OnceValue(func() *template.Template { return template.Must(template.New("matrix").Parse(matrixText)) })

type htmlPage struct {
	File         string
	Nodes, Pools string
	DaemonSets   string
	Changes      []string
	Columns      []htmlColumn
	Lines        []htmlLine
}

type htmlColumn struct {
	Name, File, Rule, Rollout           string
	Line                                int
	Desired, Eligible, Covered, Missing int
	Parts                               []string
	Share                               float64
	State                               string
	Gaps                                []htmlGap
}

type htmlGap struct {
	Count                 string
	Cause, Reason, Names  string
	Stays, Passing, Fails bool
}

type htmlLine struct {
	Name   string
	Traits []string
	Nodes  int
	Cells  []htmlCell
}

type htmlCell struct{ Class, Text, Why string }

// HTML prints the matrix of node pools and DaemonSets as one file that needs nothing else.
func HTML(w io.Writer, r Report) error {
	p := htmlPage{File: r.File, Nodes: typeset.Count(len(r.Inventory.Nodes), "node"), Pools: typeset.Count(len(r.Inventory.Pools()), "node pool"), DaemonSets: typeset.Count(len(r.Rows), "DaemonSet"), Changes: r.Changes}
	for i := range r.Rows {
		c := &r.Rows[i]
		f := &c.Facts
		col := htmlColumn{
			Name: title(c), File: c.Span.File, Line: c.Span.Start.Line, Rule: f.Rule, Rollout: rollout(f.Rollout, f.Desired), Parts: f.Rollout.Parts,
			Desired: f.Desired, Eligible: f.Eligible, Covered: f.Covered, Missing: f.Eligible - f.Covered, State: "all",
		}
		if f.Eligible > 0 {
			col.Share = 100 * float64(f.Covered) / float64(f.Eligible)
		}
		switch {
		case f.Eligible == 0:
			col.State = "free"
		case f.Covered == 0:
			col.State = "none"
		case f.Covered < f.Eligible:
			col.State = "some"
		}
		for _, g := range c.Cluster.Gaps {
			col.Gaps = append(col.Gaps, htmlGap{Count: typeset.Count(len(g.Nodes), "node"), Cause: string(g.Cause), Reason: g.Reason, Names: names(g.Nodes, named), Stays: g.Continue && !g.Run, Passing: g.Passing, Fails: g.Run})
		}
		for _, g := range c.Cluster.Misfits {
			col.Gaps = append(col.Gaps, htmlGap{Count: typeset.Count(len(g.Nodes), "node"), Cause: string(g.Cause), Reason: g.Reason, Names: names(g.Nodes, named), Fails: true})
		}
		p.Columns = append(p.Columns, col)
	}
	for _, l := range r.lines() {
		h := htmlLine{Name: l.name, Traits: l.traits, Nodes: l.nodes}
		for _, m := range l.cells {
			h.Cells = append(h.Cells, htmlCell{m.class, m.text, m.why})
		}
		p.Lines = append(p.Lines, h)
	}
	return matrix().Execute(w, p)
}
