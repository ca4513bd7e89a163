package analyzer

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
)

// Coverage is what one DaemonSet of the input reaches of the inventory.
type Coverage struct {
	Namespace, Name string
	// Span is the DaemonSet; Set the value set or overlay under which it looks like this, empty for several or the only one.
	Span source.Span
	Set  string
	// Facts are what rules see, Cluster the same with all nodes and node pools.
	Facts   facts.Coverage
	Cluster cluster.Coverage
}

// Coverage is Run for the report on coverage: also what each DaemonSet reaches of the inventory, in the order of the files.
func (a *Analyzer) Coverage(ctx context.Context, paths ...string) (*Report, []Coverage, error) {
	r, err := a.run(ctx, paths)
	if err != nil {
		return nil, nil, err
	}
	var out []Coverage
	for _, p := range r.parts {
		for _, c := range p.coverage {
			if r.found.Scope.Contains(c.Span.File) {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Coverage) int {
		return cmp.Or(cmp.Compare(x.Span.File, y.Span.File), cmp.Compare(x.Span.Start.Line, y.Span.Start.Line), cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Name, y.Name))
	})
	return a.report(ctx, r.root, r.fsys, r.named, r.found, r.parts, slices.Contains(paths, "-")), distinct(out), nil
}

// distinct joins rows of one DaemonSet that several value sets or overlays repeat.
func distinct(rows []Coverage) []Coverage {
	same := func(x, y Coverage) bool {
		return x.Namespace == y.Namespace && x.Name == y.Name && x.Span == y.Span && x.Facts.Desired == y.Facts.Desired && x.Facts.Eligible == y.Facts.Eligible &&
			x.Facts.Covered == y.Facts.Covered && x.Facts.Rollout.Seconds == y.Facts.Rollout.Seconds && x.Facts.Rollout.Blind == y.Facts.Rollout.Blind &&
			slices.EqualFunc(x.Facts.Gaps, y.Facts.Gaps, func(a, b facts.NodeGap) bool { return a.Reason == b.Reason && a.Count == b.Count })
	}
	var out []Coverage
	for _, row := range rows {
		if i := slices.IndexFunc(out, func(o Coverage) bool { return same(o, row) }); i >= 0 {
			out[i].Set = "" // under several
			continue
		}
		out = append(out, row)
	}
	return out
}

// reached are the rows of one Unit.
func reached(u *source.Unit, f *facts.Facts) []Coverage {
	if f.Cluster == nil {
		return nil
	}
	var out []Coverage
	for i, c := range f.Cluster.Coverage {
		w := &f.Workloads[c.Workload]
		out = append(out, Coverage{
			Namespace: w.Namespace, Name: w.Name, Set: u.Set, Span: u.Documents[w.At.Doc].Trace(w.At.Path).Span, Facts: c, Cluster: f.Covered[i],
		})
	}
	return out
}

// ReadInventory reads the nodes that the configuration names, unless the options hold some. New does it too.
func (o *Options) ReadInventory() error {
	if o.Inventory != nil {
		o.Inventory.Pools() // now, before several runs ask at once
		return nil
	}
	if o.Config.Nodes == "" {
		return nil
	}
	file := o.Config.Nodes
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(o.Config.Path), file)
	}
	inv, err := cluster.Read(file)
	if err != nil {
		return err
	}
	inv.Pools()
	o.Inventory = inv
	return nil
}

// nodes are the facts about the inventory for a run below root, nil without an inventory.
func (a *Analyzer) nodes(root string) *facts.Inventory {
	if a.opts.Inventory == nil {
		return nil
	}
	out := &facts.Inventory{Inventory: a.opts.Inventory, Policy: a.policy(root)}
	if file, ok := loaders.Relative(root, a.opts.Inventory.File); ok {
		out.File = file
	}
	return out
}

// policy is what the configuration declares about coverage. Its expressions were checked when it was read.
func (a *Analyzer) policy(root string) *cluster.Policy {
	out := &cluster.Policy{File: a.configFile(root)}
	for _, c := range a.opts.Config.Coverage {
		e := cluster.Entry{DaemonSet: c.DaemonSet, EligibleText: c.Eligible, Platforms: c.Platforms, Line: c.Line}
		if c.Eligible != "" {
			e.Eligible = selector(c.Eligible)
		}
		for _, x := range c.Exclude {
			e.Exclude = append(e.Exclude, cluster.Exclusion{Nodes: selector(x.Nodes), NodesText: x.Nodes, Reason: x.Reason, Until: x.Until, Ended: a.ended(x), Line: x.Line})
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

func selector(text string) labels.Selector {
	s, err := labels.Parse(text)
	if err != nil {
		return labels.Nothing()
	}
	return s
}

// ended tells whether an exclusion is past its last day.
func (a *Analyzer) ended(x config.NodeExclusion) bool {
	today := a.opts.Today
	if today.IsZero() {
		today = time.Now()
	}
	return x.Until != "" && strings.Compare(today.Format(time.DateOnly), x.Until) > 0
}

// judgeExclusions reports exclusions of nodes that have ended.
func (a *Analyzer) judgeExclusions(ctx context.Context, r *Report) []Finding {
	if a.opts.Inventory == nil {
		return nil
	}
	c := &facts.Cluster{File: a.opts.Inventory.File, Size: len(a.opts.Inventory.Nodes)}
	for _, entry := range a.opts.Config.Coverage {
		for _, x := range entry.Exclude {
			if a.ended(x) {
				c.Ended = append(c.Ended, facts.NodeExclusion{At: facts.ConfigLine(a.configFile(r.Root), x.Line), Nodes: x.Nodes, Reason: x.Reason, Until: x.Until})
			}
		}
	}
	if len(c.Ended) == 0 {
		return nil
	}
	return a.judge(ctx, r, &facts.Facts{Cluster: c})
}

// configFile is the configuration's path as reports name it.
func (a *Analyzer) configFile(root string) string {
	if file, ok := loaders.Relative(root, a.opts.Config.Path); ok && a.opts.Config.Path != "" {
		return file
	}
	return a.opts.Config.Path
}

// inventoryPattern leaves the inventory out of what is analysed.
func inventoryPattern(inv *facts.Inventory) []string {
	if inv == nil || inv.File == "" {
		return nil
	}
	return []string{"/" + strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `).Replace(inv.File)}
}
