package coverage

import (
	"encoding/json"
	"io"

	"github.com/drainlint/drainlint/analyzer/cluster"
)

type jsonReport struct {
	// Version is the version of this layout.
	Version    int             `json:"version"`
	Inventory  jsonInventory   `json:"inventory"`
	Changes    []string        `json:"changes"`
	DaemonSets []jsonDaemonSet `json:"daemonSets"`
	Findings   []jsonFinding   `json:"findings"`
}

type jsonInventory struct {
	File  string     `json:"file"`
	Nodes int        `json:"nodes"`
	Pools []jsonPool `json:"pools"`
}

type jsonPool struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Taints []jsonTaint       `json:"taints"`
	OS     string            `json:"os"`
	Arch   string            `json:"arch"`
	Nodes  []string          `json:"nodes"`
}

type jsonTaint struct {
	Key    string `json:"key"`
	Value  string `json:"value,omitempty"`
	Effect string `json:"effect"`
}

type jsonDaemonSet struct {
	Namespace string      `json:"namespace"`
	Name      string      `json:"name"`
	Set       string      `json:"set,omitempty"`
	File      string      `json:"file"`
	Line      int         `json:"line"`
	Rule      string      `json:"eligibleRule"`
	Desired   int         `json:"desired"`
	Eligible  int         `json:"eligible"`
	Covered   int         `json:"covered"`
	Excluded  int         `json:"excluded"`
	Gaps      []jsonGap   `json:"gaps"`
	Misfits   []jsonGap   `json:"misfits"`
	Rollout   jsonRollout `json:"rollout"`
	// Pools is parallel to inventory.pools.
	Pools []jsonCell `json:"pools"`
}

type jsonGap struct {
	Cause     string   `json:"cause"`
	Reason    string   `json:"reason"`
	Nodes     []string `json:"nodes"`
	ShouldRun bool     `json:"shouldRun"`
	// Continue is upstream's second answer: a pod that runs already is left alone.
	Continue bool `json:"shouldContinueRunning"`
	Passing  bool `json:"passing"`
}

type jsonRollout struct {
	Blind       int      `json:"blindNodes"`
	Step        int      `json:"nodesPerStep"`
	Steps       int      `json:"steps"`
	StepSeconds int      `json:"stepSeconds"`
	Seconds     int      `json:"seconds"`
	Parts       []string `json:"parts"`
}

type jsonCell struct {
	Eligible int `json:"eligible"`
	Covered  int `json:"covered"`
	Desired  int `json:"desired"`
	Excluded int `json:"excluded"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Waived   bool   `json:"waived,omitempty"`
}

// JSON prints everything, with all nodes.
func JSON(w io.Writer, r Report) error {
	out := jsonReport{Version: 1, Inventory: jsonInventory{File: r.File, Nodes: len(r.Inventory.Nodes), Pools: []jsonPool{}}, Changes: r.Changes, DaemonSets: []jsonDaemonSet{}, Findings: []jsonFinding{}}
	if out.Changes == nil {
		out.Changes = []string{}
	}
	for _, p := range r.Inventory.Pools() {
		j := jsonPool{Name: p.Name(), Labels: p.Labels, Taints: []jsonTaint{}, OS: p.OS, Arch: p.Arch, Nodes: nodeNames(p.Nodes)}
		for _, t := range p.Taints {
			j.Taints = append(j.Taints, jsonTaint{t.Key, t.Value, string(t.Effect)})
		}
		out.Inventory.Pools = append(out.Inventory.Pools, j)
	}
	for i := range r.Rows {
		c := &r.Rows[i]
		f, ro := &c.Facts, c.Facts.Rollout
		d := jsonDaemonSet{
			Namespace: c.Namespace, Name: c.Name, Set: c.Set, File: c.Span.File, Line: c.Span.Start.Line, Rule: f.Rule,
			Desired: f.Desired, Eligible: f.Eligible, Covered: f.Covered, Excluded: f.Excluded,
			Gaps: gaps(c.Cluster.Gaps), Misfits: gaps(c.Cluster.Misfits),
			Rollout: jsonRollout{ro.Blind, ro.Step, ro.Steps, ro.StepSeconds, ro.Seconds, ro.Parts},
		}
		for _, cell := range c.Cluster.Cells {
			d.Pools = append(d.Pools, jsonCell{cell.Eligible, cell.Covered, cell.Desired, cell.Excluded})
		}
		out.DaemonSets = append(out.DaemonSets, d)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, jsonFinding{f.Rule.Name, f.Severity.String(), f.Message, f.Span.File, f.Span.Start.Line, f.Waiver != nil})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func gaps(list []cluster.Gap) []jsonGap {
	out := []jsonGap{}
	for _, g := range list {
		out = append(out, jsonGap{string(g.Cause), g.Reason, nodeNames(g.Nodes), g.Run, g.Continue, g.Passing})
	}
	return out
}

func nodeNames(nodes []*cluster.Node) []string {
	out := []string{}
	for _, n := range nodes {
		out = append(out, n.Name)
	}
	return out
}
