package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Pool is a set of nodes with equal labels, taints and platform. Labels that each node has with a value of its own (its
// name, the identity of its machine) do not count.
type Pool struct {
	Labels   map[string]string
	Taints   []corev1.Taint
	OS, Arch string
	Nodes    []*Node
	// own are the labels that were left out.
	own map[string]bool
}

// Pools groups the nodes, in the order of the first node of each.
func (inv *Inventory) Pools() []*Pool {
	if inv.pools != nil {
		return inv.pools
	}
	own := inv.ownLabels()
	byKey := map[string]int{}
	for _, n := range inv.Nodes {
		key := n.key(own)
		i, known := byKey[key]
		if !known {
			i = len(inv.pools)
			byKey[key] = i
			p := &Pool{Labels: map[string]string{}, Taints: n.Taints, OS: n.OS, Arch: n.Arch, own: own}
			for k, v := range n.Labels {
				if !own[k] {
					p.Labels[k] = v
				}
			}
			inv.pools = append(inv.pools, p)
		}
		n.Pool = i
		inv.pools[i].Nodes = append(inv.pools[i].Nodes, n)
	}
	return inv.pools
}

// ownLabels are the labels whose value no two nodes share, and the name of the node.
func (inv *Inventory) ownLabels() map[string]bool {
	seen, shared, many := map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, n := range inv.Nodes {
		for k, v := range n.Labels {
			if shared[k] {
				continue
			}
			if seen[k] == nil {
				seen[k] = map[string]bool{}
			}
			if len(seen[k]) > 0 {
				many[k] = true
			}
			if seen[k][v] {
				shared[k] = true
				delete(seen, k)
				continue
			}
			seen[k][v] = true
		}
	}
	own := map[string]bool{corev1.LabelHostname: true}
	for k := range many {
		// Three nodes in three zones are no proof.
		if !shared[k] && len(seen[k]) > 3 {
			own[k] = true
		}
	}
	return own
}

func (n *Node) key(own map[string]bool) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(n.Labels)) {
		if !own[k] {
			b.WriteString(k + "=" + n.Labels[k] + "\n")
		}
	}
	fmt.Fprintf(&b, "%s/%s", n.OS, n.Arch)
	for _, t := range n.Taints {
		b.WriteString("\n" + taintText(t))
	}
	return b.String()
}

// uniform is true when every node of the pool has the same verdict.
func (a *Agent) uniform(p *Pool) bool {
	if a.byName {
		return false
	}
	for k := range p.own {
		if a.keys[k] {
			return false
		}
	}
	return true
}

// Name is how people tell the pool apart: the label that node groups of providers go by, else roles, else the first node.
func (p *Pool) Name() string {
	for _, k := range poolLabels {
		if v := p.Labels[k]; v != "" {
			return v
		}
	}
	var roles []string
	for k := range p.Labels {
		if role, ok := strings.CutPrefix(k, "node-role.kubernetes.io/"); ok {
			roles = append(roles, role)
		}
	}
	slices.Sort(roles)
	if len(roles) > 0 {
		return strings.Join(roles, ",")
	}
	switch len(p.Nodes) {
	case 1:
		return p.Nodes[0].Name
	case 2:
		return p.Nodes[0].Name + ", " + p.Nodes[1].Name
	}
	return fmt.Sprintf("%s and %d more", p.Nodes[0].Name, len(p.Nodes)-1)
}

// poolLabels are the labels by which cloud providers and node autoscalers name groups of nodes.
var poolLabels = []string{
	"eks.amazonaws.com/nodegroup", "alpha.eksctl.io/nodegroup-name", "cloud.google.com/gke-nodepool", "kubernetes.azure.com/agentpool", "agentpool",
	"karpenter.sh/nodepool", "doks.digitalocean.com/node-pool",
}

// Traits are what sets the pool apart: its platform, labels that not every node of the inventory shares, and taints.
func (inv *Inventory) Traits(p *Pool) []string {
	var out []string
	if p.OS != "" {
		out = append(out, strings.TrimSuffix(p.OS+"/"+p.Arch, "/"))
	}
	for _, k := range slices.Sorted(maps.Keys(p.Labels)) {
		v := p.Labels[k]
		same := !slices.ContainsFunc(inv.Pools(), func(q *Pool) bool { w, has := q.Labels[k]; return !has || w != v })
		if same || causeOf(k, "") != "" {
			continue
		}
		if v == "" {
			out = append(out, k)
		} else {
			out = append(out, k+"="+v)
		}
	}
	for _, t := range p.Taints {
		out = append(out, taintText(t))
	}
	return out
}
