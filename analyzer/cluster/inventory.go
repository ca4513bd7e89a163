// Package cluster knows the nodes of a cluster from a file, and on which of them the DaemonSet controller runs a pod.
package cluster

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// Node is one node of the inventory.
type Node struct {
	Name   string
	Labels map[string]string
	Taints []corev1.Taint
	// OS and Arch are what the kubelet reports, else what the labels say.
	OS, Arch string
	// Line is the line of the inventory at which the node begins, from 1.
	Line int
	// Pool is the index of its pool.
	Pool int
}

// Inventory is a list of nodes.
type Inventory struct {
	// File is the path it was read from, as given.
	File  string
	Nodes []*Node
	pools []*Pool
	// byName is filled on first use by a change.
	byName map[string]*Node
}

// finish fills in what follows from something else, and checks what the API server would.
func (inv *Inventory) finish() []error {
	var out []error
	if len(inv.Nodes) == 0 {
		return []error{fmt.Errorf("%s:1: no node: expected the output of kubectl get nodes -o yaml, or a list of nodes (- name: a)", inv.File)}
	}
	seen := map[string]int{}
	for _, n := range inv.Nodes {
		bad := func(format string, args ...any) {
			out = append(out, fmt.Errorf("%s:%d: "+format, append([]any{inv.File, n.Line}, args...)...))
		}
		if n.Name == "" {
			bad("a node needs a name")
			continue
		}
		if first := seen[n.Name]; first > 0 {
			bad("node %s is listed twice, first in line %d", n.Name, first)
		}
		seen[n.Name] = n.Line
		for _, t := range n.Taints {
			if err := checkTaint(t); err != nil {
				bad("node %s: %w", n.Name, err)
			}
		}
		n.platform()
	}
	return out
}

// platform makes OS and Arch agree with the labels, which the kubelet sets from the same source.
func (n *Node) platform() {
	if n.Labels == nil {
		n.Labels = map[string]string{}
	}
	for _, p := range []struct {
		value *string
		key   string
	}{{&n.OS, corev1.LabelOSStable}, {&n.Arch, corev1.LabelArchStable}} {
		if *p.value == "" {
			*p.value = n.Labels[p.key]
		}
	}
}

func checkTaint(t corev1.Taint) error {
	if t.Key == "" {
		return fmt.Errorf("a taint needs a key")
	}
	switch t.Effect {
	case corev1.TaintEffectNoSchedule, corev1.TaintEffectNoExecute, corev1.TaintEffectPreferNoSchedule:
		return nil
	}
	return fmt.Errorf("taint %s has the effect %q, expected NoSchedule, NoExecute or PreferNoSchedule", t.Key, t.Effect)
}

// ParseTaint reads key=value:Effect or key:Effect, as kubectl taint has it.
func ParseTaint(text string) (corev1.Taint, error) {
	rest, effect, ok := cutLast(text, ":")
	if !ok {
		return corev1.Taint{}, fmt.Errorf("taint %q: expected key=value:Effect", text)
	}
	key, value, _ := strings.Cut(rest, "=")
	t := corev1.Taint{Key: key, Value: value, Effect: corev1.TaintEffect(effect)}
	return t, checkTaint(t)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// node finds a node by its name; the error suggests the nearest one.
func (inv *Inventory) node(name string) (*Node, error) {
	if inv.byName == nil {
		inv.byName = map[string]*Node{}
		for _, n := range inv.Nodes {
			inv.byName[n.Name] = n
		}
	}
	if n := inv.byName[name]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("%s has no node %q%s", inv.File, name, typeset.DidYouMean(name, maps.Keys(inv.byName)))
}

// SetLabel changes a label of a node: NODE=key=value.
func (inv *Inventory) SetLabel(text string) error {
	name, rest, ok := strings.Cut(text, "=")
	key, value, ok2 := strings.Cut(rest, "=")
	if !ok || !ok2 || key == "" {
		return errors.New("expected NODE=key=value")
	}
	n, err := inv.node(name)
	if err != nil {
		return err
	}
	n.Labels = maps.Clone(n.Labels)
	n.Labels[key] = value
	n.relabelled(key)
	inv.pools = nil
	return nil
}

// UnsetLabel removes a label of a node: NODE=key.
func (inv *Inventory) UnsetLabel(text string) error {
	name, key, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return errors.New("expected NODE=key")
	}
	n, err := inv.node(name)
	if err != nil {
		return err
	}
	if _, has := n.Labels[key]; !has {
		return fmt.Errorf("node %s has no label %s", name, key)
	}
	n.Labels = maps.Clone(n.Labels)
	delete(n.Labels, key)
	inv.pools = nil
	return nil
}

// relabelled keeps what a label says about the platform.
func (n *Node) relabelled(key string) {
	switch key {
	case corev1.LabelOSStable:
		n.OS = n.Labels[key]
	case corev1.LabelArchStable:
		n.Arch = n.Labels[key]
	}
}

// SetTaint adds a taint to a node, or changes the one of the same key and effect: NODE=key=value:Effect.
func (inv *Inventory) SetTaint(text string) error {
	name, rest, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("expected NODE=key=value:Effect")
	}
	t, err := ParseTaint(rest)
	if err != nil {
		return err
	}
	n, err := inv.node(name)
	if err != nil {
		return err
	}
	n.Taints = slices.DeleteFunc(slices.Clone(n.Taints), func(o corev1.Taint) bool { return o.Key == t.Key && o.Effect == t.Effect })
	n.Taints = append(n.Taints, t)
	inv.pools = nil
	return nil
}
