package cluster

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
)

// Entry is what the configuration declares for DaemonSets.
type Entry struct {
	// DaemonSet is a name or pattern (path.Match), or namespace/name; empty for all.
	DaemonSet string
	// Eligible selects the nodes that are meant; nil leaves the default.
	Eligible labels.Selector
	// EligibleText is Eligible as written.
	EligibleText string
	Platforms    []string
	Exclude      []Exclusion
	Line         int
}

// Exclusion leaves nodes out for a reason.
type Exclusion struct {
	Nodes     labels.Selector
	NodesText string
	Reason    string
	// Until is the last day on which it holds, empty for no end.
	Until string
	// Ended is true after that day.
	Ended bool
	Line  int
}

// Policy is what the configuration declares about coverage.
type Policy struct {
	// File is the configuration's path, as reported.
	File    string
	Entries []Entry
}

// Covers tells whether an entry is about a DaemonSet.
func (e *Entry) Covers(namespace, name string) bool {
	if e.DaemonSet == "" {
		return true
	}
	pattern, subject := e.DaemonSet, name
	if strings.Contains(pattern, "/") {
		subject = namespace + "/" + name
	}
	ok, err := path.Match(pattern, subject)
	return err == nil && ok
}

// Platforms are those that the configuration declares for a DaemonSet, nil when it does not.
func (p *Policy) Platforms(namespace, name string) []string {
	for i := range p.Entries {
		if e := &p.Entries[i]; e.Covers(namespace, name) && len(e.Platforms) > 0 {
			return e.Platforms
		}
	}
	return nil
}

// Gap is a reason for which eligible nodes have no pod that works.
type Gap struct {
	Verdict
	Nodes []*Node
	// Ended is an exclusion of some of the nodes that has ended, nil when there is none.
	Ended *Exclusion
}

// Cell is a DaemonSet in a node pool.
type Cell struct {
	// Nodes of the pool that are eligible, and on how many of them a pod works; Desired counts pods on any node of it.
	Eligible, Covered, Desired int
	// Excluded is the number of nodes that an exclusion leaves out.
	Excluded int
	// Gap is the index of the reason, -1 when there is none.
	Gap int
}

// Coverage is what a DaemonSet reaches of an inventory.
type Coverage struct {
	// Rule says which nodes are eligible, in words.
	Rule string
	// Entry is the line of the configuration that declares it, 0 for the default.
	Entry int
	// Desired is the number of nodes on which the controller runs a pod, as status.desiredNumberScheduled counts them.
	Desired int
	// Eligible is the number of nodes that are meant, Covered on how many of them a pod works, Excluded how many more were left
	// out for a reason.
	Eligible, Covered, Excluded int
	// Gaps are the reasons why the others have none, the one with most nodes first.
	Gaps []Gap
	// Misfits are nodes beyond the eligible ones on which a pod is created that cannot run.
	Misfits []Gap
	// Cells has one entry for each pool of the inventory.
	Cells []Cell
}

// Cover computes the coverage of a DaemonSet. The denominator is what the configuration declares; without a declaration
// all nodes count except those of the control plane that a taint keeps free of the DaemonSet. Its own selector never decides.
func (inv *Inventory) Cover(a *Agent, policy *Policy, namespace, name string) Coverage {
	m := meant{agent: a, rule: "every node that is not reserved for the control plane"}
	if policy != nil {
		m.read(policy, namespace, name)
	}
	c := Coverage{Rule: m.rule, Entry: m.line}
	var gaps, misfits collector
	pools := inv.Pools()
	for _, p := range pools {
		cell := Cell{Gap: -1}
		uniform := a.uniform(p) && m.uniform(p)
		var v Verdict
		var eligible, excluded bool
		var ended *Exclusion
		for i, n := range p.Nodes {
			if i == 0 || !uniform {
				v = a.On(n)
				eligible, excluded, ended = m.eligible(n)
			}
			if v.Run {
				cell.Desired++
			}
			switch {
			case excluded:
				cell.Excluded++
			case eligible && v.Works():
				cell.Eligible++
				cell.Covered++
			case eligible:
				cell.Eligible++
				cell.Gap = gaps.add(v, n, ended)
			case v.Run && !v.Works():
				misfits.add(v, n, nil)
			}
		}
		c.Desired += cell.Desired
		c.Eligible += cell.Eligible
		c.Covered += cell.Covered
		c.Excluded += cell.Excluded
		c.Cells = append(c.Cells, cell)
	}
	c.Misfits = misfits.gaps
	c.Gaps = gaps.sorted(c.Cells)
	return c
}

// collector joins nodes with the same reason: what the pod asks for decides, not the different values that nodes have.
type collector struct {
	gaps  []Gap
	index map[string]int
}

func (c *collector) add(v Verdict, n *Node, ended *Exclusion) int {
	key := string(v.Cause) + "\n" + cmp.Or(v.Wants, v.Reason)
	i, known := c.index[key]
	if !known {
		if c.index == nil {
			c.index = map[string]int{}
		}
		i = len(c.gaps)
		c.index[key] = i
		c.gaps = append(c.gaps, Gap{Verdict: v})
	}
	g := &c.gaps[i]
	if g.Reason != v.Reason {
		g.Reason = v.Wants
	}
	g.Nodes = append(g.Nodes, n)
	g.Continue = g.Continue && v.Continue
	if g.Ended == nil {
		g.Ended = ended
	}
	return i
}

// sorted puts the reason with most nodes first and keeps the cells' indexes right.
func (c *collector) sorted(cells []Cell) []Gap {
	order := make([]int, len(c.gaps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(len(c.gaps[j].Nodes), len(c.gaps[i].Nodes)) })
	out, at := make([]Gap, len(order)), make([]int, len(order))
	for to, from := range order {
		out[to], at[from] = c.gaps[from], to
	}
	for i := range cells {
		if cells[i].Gap >= 0 {
			cells[i].Gap = at[cells[i].Gap]
		}
	}
	return out
}

// meant decides which nodes count.
type meant struct {
	agent    *Agent
	eligibly labels.Selector
	rule     string
	line     int
	exclude  []*Exclusion
	keys     map[string]bool
}

// read takes the first entry that declares nodes, and the exclusions of all.
func (m *meant) read(policy *Policy, namespace, name string) {
	m.keys = map[string]bool{}
	note := func(s labels.Selector) {
		requirements, _ := s.Requirements()
		for _, r := range requirements {
			m.keys[r.Key()] = true
		}
	}
	for i := range policy.Entries {
		e := &policy.Entries[i]
		if !e.Covers(namespace, name) {
			continue
		}
		if e.Eligible != nil && m.eligibly == nil {
			m.eligibly, m.rule, m.line = e.Eligible, e.EligibleText, e.Line
			note(e.Eligible)
		}
		for j := range e.Exclude {
			m.exclude = append(m.exclude, &e.Exclude[j])
			note(e.Exclude[j].Nodes)
		}
	}
}

func (m *meant) uniform(p *Pool) bool {
	for k := range m.keys {
		if p.own[k] {
			return false
		}
	}
	return true
}

// eligible tells whether a node counts, or would if no exclusion left it out; ended is an exclusion that no longer does.
func (m *meant) eligible(n *Node) (eligible, excluded bool, ended *Exclusion) {
	if m.eligibly != nil {
		eligible = m.eligibly.Matches(labels.Set(n.Labels))
	} else {
		eligible = !m.agent.reserved(n)
	}
	if !eligible {
		return false, false, nil
	}
	for _, e := range m.exclude {
		if !e.Nodes.Matches(labels.Set(n.Labels)) {
			continue
		}
		if !e.Ended {
			return false, true, nil
		}
		ended = e
	}
	return true, false, ended
}
