package cluster

import (
	"math/rand/v2"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// The functions named "doc..." read the API documentation word by word (types of k8s.io/api core/v1; "Assigning Pods to
// Nodes", "Taints and Tolerations", "DaemonSet" on kubernetes.io) and share no code with what they check.

// docOperator: "In, NotIn, Exists, DoesNotExist. Gt, and Lt". NotIn and DoesNotExist also select nodes without the label.
// Gt and Lt compare integers, and both have to be integers.
func docOperator(op string, has bool, value string, values []string) bool {
	in := false
	for _, v := range values {
		in = in || v == value
	}
	switch op {
	case "In":
		return has && in
	case "NotIn":
		return !has || !in
	case "Exists":
		return has
	case "DoesNotExist":
		return !has
	}
	x, err1 := strconv.ParseInt(value, 10, 64)
	y, err2 := strconv.ParseInt(values[0], 10, 64)
	if !has || err1 != nil || err2 != nil {
		return false
	}
	return op == "Gt" && x > y || op == "Lt" && x < y
}

// docSelected: every label of nodeSelector, and at least one term of the affinity in which everything is satisfied. "A null
// or empty node selector term matches no objects."
func docSelected(s *corev1.PodSpec, n *Node) bool {
	if s.NodeName != "" && s.NodeName != n.Name {
		return false
	}
	for k, want := range s.NodeSelector {
		if got, has := n.Labels[k]; !has || got != want {
			return false
		}
	}
	if s.Affinity == nil {
		return true
	}
	terms := s.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
	for _, term := range terms {
		all := len(term.MatchExpressions)+len(term.MatchFields) > 0
		for _, e := range term.MatchExpressions {
			got, has := n.Labels[e.Key]
			all = all && docOperator(string(e.Operator), has, got, e.Values)
		}
		for _, f := range term.MatchFields {
			all = all && docOperator(string(f.Operator), true, n.Name, f.Values)
		}
		if all {
			return true
		}
	}
	return false
}

// docTolerated: keys are equal and effects are equal; Exists needs no value, Equal the same one. "An empty key with operator
// Exists matches all keys, values and effects"; "an empty effect matches all effects with the key".
func docTolerated(s *corev1.PodSpec, t corev1.Taint) bool {
	for _, o := range s.Tolerations {
		keys := o.Key == t.Key || o.Key == "" && o.Operator == "Exists"
		effects := o.Effect == t.Effect || o.Effect == ""
		values := o.Operator == "Exists" || o.Value == t.Value
		if keys && effects && values {
			return true
		}
	}
	// "The DaemonSet controller automatically adds a set of tolerations to DaemonSet Pods."
	key, effect := t.Key, string(t.Effect)
	switch key + ":" + effect {
	case "node.kubernetes.io/not-ready:NoExecute", "node.kubernetes.io/unreachable:NoExecute", "node.kubernetes.io/disk-pressure:NoSchedule",
		"node.kubernetes.io/memory-pressure:NoSchedule", "node.kubernetes.io/pid-pressure:NoSchedule", "node.kubernetes.io/unschedulable:NoSchedule":
		return true
	case "node.kubernetes.io/network-unavailable:NoSchedule":
		return s.HostNetwork
	}
	return false
}

// docVerdict: NoSchedule keeps new pods away and leaves running ones; NoExecute evicts; PreferNoSchedule is a preference.
func docVerdict(s *corev1.PodSpec, n *Node) (run, stay bool) {
	if !docSelected(s, n) {
		return false, false
	}
	run, stay = true, true
	for _, t := range n.Taints {
		if t.Effect == "PreferNoSchedule" || docTolerated(s, t) {
			continue
		}
		run = false
		stay = stay && t.Effect != "NoExecute"
	}
	return run, stay
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

func randomNode(r *rand.Rand) *Node {
	n := &Node{Name: pick(r, "a", "b", "c"), Labels: map[string]string{}}
	for _, k := range []string{"pool", "zone", "size", "kubernetes.io/os"} {
		if r.IntN(3) > 0 {
			n.Labels[k] = pick(r, "1", "2", "3", "x", "", "-1")
		}
	}
	for range r.IntN(3) {
		n.Taints = append(n.Taints, corev1.Taint{Key: randomKey(r), Value: pick(r, "", "x", "y"), Effect: corev1.TaintEffect(pick(r, "NoSchedule", "NoExecute", "PreferNoSchedule"))})
	}
	return n
}

func randomKey(r *rand.Rand) string {
	return pick(r, "dedicated", "gpu", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "node.kubernetes.io/disk-pressure",
		"node.kubernetes.io/memory-pressure", "node.kubernetes.io/pid-pressure", "node.kubernetes.io/unschedulable",
		"node.kubernetes.io/network-unavailable", "node-role.kubernetes.io/control-plane")
}

func randomSpec(r *rand.Rand) *corev1.PodSpec {
	s := &corev1.PodSpec{HostNetwork: r.IntN(2) == 0}
	if r.IntN(8) == 0 {
		s.NodeName = pick(r, "a", "b")
	}
	for range r.IntN(4) {
		o := corev1.Toleration{Key: randomKey(r), Operator: corev1.TolerationOperator(pick(r, "", "Equal", "Exists")), Effect: corev1.TaintEffect(pick(r, "", "NoSchedule", "NoExecute"))}
		if o.Operator == "Exists" && r.IntN(4) == 0 {
			o.Key = ""
		} else if o.Operator != "Exists" {
			o.Value = pick(r, "", "x", "y")
		}
		s.Tolerations = append(s.Tolerations, o)
	}
	if r.IntN(4) == 0 {
		s.NodeSelector = map[string]string{pick(r, "pool", "zone"): pick(r, "1", "x")}
	}
	if r.IntN(2) == 0 {
		required := &corev1.NodeSelector{}
		for range 1 + r.IntN(2) {
			required.NodeSelectorTerms = append(required.NodeSelectorTerms, randomTerm(r))
		}
		s.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: required}}
	}
	return s
}

func randomTerm(r *rand.Rand) corev1.NodeSelectorTerm {
	var t corev1.NodeSelectorTerm
	for range r.IntN(3) {
		e := corev1.NodeSelectorRequirement{Key: pick(r, "pool", "zone", "size", "kubernetes.io/os"), Operator: corev1.NodeSelectorOperator(pick(r, "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"))}
		switch e.Operator {
		case "In", "NotIn":
			for range 1 + r.IntN(2) {
				e.Values = append(e.Values, pick(r, "1", "2", "x", ""))
			}
		case "Gt", "Lt":
			e.Values = []string{pick(r, "0", "1", "2")}
		}
		t.MatchExpressions = append(t.MatchExpressions, e)
	}
	if r.IntN(6) == 0 {
		t.MatchFields = []corev1.NodeSelectorRequirement{{Key: "metadata.name", Operator: corev1.NodeSelectorOperator(pick(r, "In", "NotIn")), Values: []string{pick(r, "a", "b")}}}
	}
	return t
}

// TestAgreesWithDocumentation compares both answers over random pairs, and wants a reason exactly where there is no pod.
func TestAgreesWithDocumentation(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 2))
	seen := map[[2]bool]int{}
	for range 20_000 {
		n, s := randomNode(r), randomSpec(r)
		v := NewAgent(s, nil, "").On(n)
		run, stay := docVerdict(s, n)
		if v.Run != run || v.Continue != stay {
			t.Fatalf("run %v, continue %v; the documentation says %v, %v\nnode %+v\nspec %+v\naffinity %+v", v.Run, v.Continue, run, stay, n, s, s.Affinity)
		}
		if v.Works() != run || (v.Reason == "") != run {
			t.Fatalf("run %v with the reason %q", run, v.Reason)
		}
		seen[[2]bool{run, stay}]++
	}
	if seen[[2]bool{true, true}] < 3000 || seen[[2]bool{false, true}] < 1000 || seen[[2]bool{false, false}] < 3000 {
		t.Errorf("the pairs are one-sided: %v", seen)
	}
}

// TestPoolsAgree wants the same numbers whether nodes are grouped or not.
func TestPoolsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 40))
	for range 200 {
		inv := &Inventory{File: "nodes"}
		for i := range 40 {
			n := randomNode(r)
			n.Name = strconv.Itoa(i)
			n.Labels["kubernetes.io/hostname"] = n.Name
			inv.Nodes = append(inv.Nodes, n)
		}
		s := randomSpec(r)
		if r.IntN(4) == 0 {
			s.NodeSelector = map[string]string{"kubernetes.io/hostname": "7"}
		}
		a := NewAgent(s, nil, "")
		c := inv.Cover(a, nil, "default", "agent")
		desired, eligible, covered, gaps := 0, 0, 0, 0
		for _, n := range inv.Nodes {
			v := a.On(n)
			if v.Run {
				desired++
			}
			if !a.reserved(n) {
				eligible++
				if v.Works() {
					covered++
				}
			}
		}
		for _, g := range c.Gaps {
			gaps += len(g.Nodes)
		}
		if c.Desired != desired || c.Eligible != eligible || c.Covered != covered || gaps != eligible-covered {
			t.Fatalf("grouped: %d %d %d, %d in gaps; one by one: %d %d %d", c.Desired, c.Eligible, c.Covered, gaps, desired, eligible, covered)
		}
	}
}

func BenchmarkCover(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var agents []*Agent
	for range 40 {
		agents = append(agents, NewAgent(randomSpec(r), nil, ""))
	}
	for b.Loop() {
		b.StopTimer()
		inv := &Inventory{File: "nodes"}
		for i := range 5000 {
			n := randomNode(r)
			n.Name = "node-" + strconv.Itoa(i)
			n.Labels["kubernetes.io/hostname"] = n.Name
			inv.Nodes = append(inv.Nodes, n)
		}
		b.StartTimer()
		for _, a := range agents {
			inv.Cover(a, nil, "default", "agent")
		}
	}
}
