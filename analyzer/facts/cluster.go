package facts

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/cluster"
	"github.com/drainlint/drainlint/loaders/source"
)

// Inventory is the nodes of the cluster, and what is declared about them.
type Inventory struct {
	*cluster.Inventory
	Policy *cluster.Policy
	// File is the inventory relative to the root, empty when it lies outside.
	File string
}

// listed is how many nodes a gap names.
const listed = 20

// cluster adds the coverage of the Unit's DaemonSets.
func (x *extractor) cluster() {
	inv := x.opts.Inventory
	if inv == nil {
		return
	}
	out := &Cluster{File: cmp.Or(inv.File, inv.Inventory.File), Size: len(inv.Nodes)}
	if x.opts.Raw {
		for _, n := range inv.Nodes {
			c := ClusterNode{Name: n.Name, Labels: n.Labels, OS: n.OS, Arch: n.Arch}
			if at := inv.place(n); at != nil {
				c.At = *at
			}
			for _, t := range n.Taints {
				c.Taints = append(c.Taints, NodeTaint{t.Key, t.Value, string(t.Effect)})
			}
			out.Nodes = append(out.Nodes, c)
		}
	}
	for i := range x.facts.Workloads {
		if w := &x.facts.Workloads[i]; w.Kind == "DaemonSet" && !w.Hook {
			c, found := x.coverage(inv, w, &x.pods[i].template.Spec)
			c.Workload = i
			out.Coverage = append(out.Coverage, c)
			x.facts.Covered = append(x.facts.Covered, found)
		}
	}
	x.facts.Cluster = out
}

// place is where a node stands in the inventory, nil outside the root.
func (inv *Inventory) place(n *cluster.Node) *Ref {
	if inv.File == "" || n.Line == 0 {
		return nil
	}
	return &Ref{Span: &source.Span{File: inv.File, Start: source.Pos{Line: n.Line, Col: 1}, End: source.Pos{Line: n.Line, Col: 2}}}
}

// ConfigLine is a line of the configuration.
func ConfigLine(file string, line int) Ref {
	return Ref{Span: &source.Span{File: file, Start: source.Pos{Line: line, Col: 1}, End: source.Pos{Line: line, Col: 2}}}
}

func (x *extractor) coverage(inv *Inventory, w *Workload, spec *corev1.PodSpec) (Coverage, cluster.Coverage) {
	platforms, from := x.platforms(w)
	if declared := inv.Policy.Platforms(w.Namespace, w.Name); declared != nil {
		platforms, from = declared, "the configuration"
	}
	found := inv.Cover(cluster.NewAgent(spec, platforms, from), inv.Policy, w.Namespace, w.Name)
	c := Coverage{Rule: found.Rule, Desired: found.Desired, Eligible: found.Eligible, Covered: found.Covered, Excluded: found.Excluded}
	if found.Entry > 0 {
		at := ConfigLine(inv.Policy.File, found.Entry)
		c.RuleAt = &at
	}
	for _, g := range found.Gaps {
		c.Gaps = append(c.Gaps, inv.gap(w, g))
	}
	for _, g := range found.Misfits {
		c.Misfits = append(c.Misfits, inv.gap(w, g))
	}
	c.Rollout = nodeRollout(w, found.Desired)
	return c, found
}

func (inv *Inventory) gap(w *Workload, g cluster.Gap) NodeGap {
	out := NodeGap{At: w.Pod.At, Cause: string(g.Cause), Reason: g.Reason, Count: len(g.Nodes), Stays: g.Continue, Passing: g.Passing}
	switch {
	case len(g.Field) > 0:
		out.At = w.Pod.At.Child(g.Field...)
	case g.Cause == cluster.ByTaint:
		out.At = w.Pod.At.Child("tolerations")
	case g.Cause == cluster.ByImage && len(w.Containers) > 0:
		out.At = w.Containers[len(w.Containers)-1].Image.At
	}
	for _, n := range g.Nodes[:min(len(g.Nodes), listed)] {
		out.Nodes = append(out.Nodes, NodeRef{Name: n.Name, At: inv.place(n)})
	}
	if g.Ended != nil {
		out.Ended = &NodeExclusion{At: ConfigLine(inv.Policy.File, g.Ended.Line), Nodes: g.Ended.NodesText, Reason: g.Ended.Reason, Until: g.Ended.Until}
	}
	return out
}

// platforms are what every image of the pod runs on, as far as Dockerfiles of the run say so with FROM --platform.
func (x *extractor) platforms(w *Workload) (platforms []string, from string) {
	for i := range w.Containers {
		b, ok := x.opts.Builds.For(w.Containers[i].Image.Repository, x.unit.Dir)
		if !ok || b.Dockerfile.Platform == "" {
			continue
		}
		if platforms == nil {
			platforms, from = []string{b.Dockerfile.Platform}, "FROM --platform in "+b.Dockerfile.File
		} else if !slices.Contains(platforms, b.Dockerfile.Platform) {
			return nil, "" // two images for different platforms: no node could run the pod, which is for others to say
		}
	}
	return platforms, from
}

// nodeRollout is the arithmetic of a rolling update over n nodes. Percentages of a DaemonSet are rounded up; when both numbers
// are 0 one node may be without a pod (k8s.io/kubernetes pkg/controller/daemon updatedDesiredNodeCounts).
func nodeRollout(w *Workload, n int) NodeRollout {
	r := &w.Rollout
	if r.Type != "RollingUpdate" || n == 0 {
		return NodeRollout{Parts: []string{}}
	}
	unavailable, surge := r.MaxUnavailable, r.MaxSurge
	unavailable.scale(n, true)
	surge.scale(n, true)
	if !unavailable.Resolved || !surge.Resolved {
		return NodeRollout{Parts: []string{}}
	}
	out := NodeRollout{Blind: min(unavailable.Absolute, n), Step: min(unavailable.Absolute, n)}
	switch {
	case surge.Absolute > 0:
		out.Blind, out.Step = 0, min(surge.Absolute, n)
	case out.Step == 0:
		out.Blind, out.Step = 1, 1
	}
	out.Steps = (n + out.Step - 1) / out.Step
	start, why := startWindow(w)
	out.Parts = []string{
		fmt.Sprintf("terminationGracePeriodSeconds %d", w.Pod.Grace.Value), why, fmt.Sprintf("minReadySeconds %d", r.MinReadySeconds.Value),
	}
	out.StepSeconds = w.Pod.Grace.Value + start + r.MinReadySeconds.Value
	out.Seconds = out.Steps * out.StepSeconds
	return out
}

// startWindow is how long the slowest container may take until it is ready.
func startWindow(w *Workload) (seconds int, why string) {
	why = "start-up 0 (no probe says how long it takes)"
	for i := range w.Containers {
		c := &w.Containers[i]
		if c.Role == "init" {
			continue
		}
		n, text := 0, ""
		if p := c.Probes.Startup; p.Set {
			n, text = p.Window, fmt.Sprintf("startupProbe of %s up to %d", c.Name, p.Window)
		} else if p := c.Probes.Readiness; p.Set {
			n = p.InitialDelay + p.Period
			text = fmt.Sprintf("readinessProbe of %s initialDelaySeconds %d + periodSeconds %d", c.Name, p.InitialDelay, p.Period)
		}
		if n > seconds {
			seconds, why = n, text
		}
	}
	return seconds, why
}
