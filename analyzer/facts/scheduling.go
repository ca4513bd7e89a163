package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
)

// requirement is one condition on one label of a node, and where it stands.
type requirement struct {
	at  Ref
	key string
	req labels.Requirement
}

// scheduling reads what a pod asks of a node.
func scheduling(s corev1.PodSpec, at Ref) Scheduling {
	var out Scheduling
	for i, t := range s.Tolerations {
		e := Toleration{At: at.Child("tolerations", i), Key: t.Key, Exists: t.Operator == corev1.TolerationOpExists, Value: t.Value, Effect: string(t.Effect), Seconds: -1}
		if t.TolerationSeconds != nil {
			e.Seconds = int(*t.TolerationSeconds)
		}
		out.Tolerations = append(out.Tolerations, e)
	}
	var always []requirement
	for _, k := range slices.Sorted(maps.Keys(s.NodeSelector)) {
		v := s.NodeSelector[k]
		place := at.Child("nodeSelector", k)
		out.Labels = append(out.Labels, NodeLabel{At: place, Key: k, Operator: "In", Values: []string{v}, From: "nodeSelector", Needed: true})
		if r, err := labels.NewRequirement(k, selection.Equals, []string{v}); err == nil {
			always = append(always, requirement{place, k, *r})
		}
		if k == corev1.LabelHostname {
			out.Node = v
		}
	}
	if s.Affinity != nil && s.Affinity.NodeAffinity != nil {
		out.affinity(s.Affinity.NodeAffinity, at.Child("affinity", "nodeAffinity"), always)
	} else if c, bad := contradiction(always); bad {
		out.Contradictions = append(out.Contradictions, c)
	}
	out.topology(s, at)
	out.Chosen = out.Chosen || slices.ContainsFunc(out.Labels, func(l NodeLabel) bool {
		avoids := l.Operator == string(corev1.NodeSelectorOpNotIn) || l.Operator == string(corev1.NodeSelectorOpDoesNotExist)
		return (l.From == "nodeSelector" || l.From == "required") && !platformLabel(l.Key) && (!avoids || strings.HasPrefix(l.Key, "node-role.kubernetes.io/"))
	})
	if s.NodeName != "" {
		out.Node, out.Chosen = s.NodeName, true
	}
	return out
}

// platformLabel tells whether a label says what a node is, not what it is for.
func platformLabel(key string) bool {
	switch key {
	case corev1.LabelOSStable, corev1.LabelArchStable, "beta.kubernetes.io/os", "beta.kubernetes.io/arch":
		return true
	}
	return false
}

// stable is the present name of a label that nodes carry under two names, with one value.
func stable(key string) string {
	if strings.HasPrefix(key, "beta.") && platformLabel(key) {
		return strings.TrimPrefix(key, "beta.")
	}
	return key
}

// affinity reads node affinity. Terms are alternatives: the pod is without a node only if each of them contradicts itself
// or the nodeSelector. A term without any expression selects no node (k8s.io/component-helpers scheduling nodeaffinity).
func (out *Scheduling) affinity(a *corev1.NodeAffinity, at Ref, always []requirement) {
	var contradictions []Contradiction
	satisfiable := true
	if r := a.RequiredDuringSchedulingIgnoredDuringExecution; r != nil {
		at := at.Child("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
		first, node := len(out.Labels), out.Node
		for i, t := range r.NodeSelectorTerms {
			at := at.Child(i)
			reqs := out.term(t, at, "required")
			if c, bad := contradiction(append(slices.Clone(always), reqs...)); bad {
				contradictions = append(contradictions, c)
			} else if len(t.MatchExpressions)+len(t.MatchFields) == 0 {
				contradictions = append(contradictions, Contradiction{At: at, Other: at})
			}
		}
		if len(r.NodeSelectorTerms) > 1 {
			out.Node = node // an alternative is left
		}
		satisfiable = len(contradictions) < len(r.NodeSelectorTerms) || len(r.NodeSelectorTerms) == 0
		out.needed(out.Labels[first:], r.NodeSelectorTerms)
	} else if c, bad := contradiction(always); bad {
		contradictions, satisfiable = []Contradiction{c}, false
	}
	if !satisfiable {
		out.Contradictions = contradictions
	}
	for i, p := range a.PreferredDuringSchedulingIgnoredDuringExecution {
		out.term(p.Preference, at.Child("preferredDuringSchedulingIgnoredDuringExecution", i, "preference"), "preferred")
	}
}

// term adds the labels of one term, and returns its requirements. Fields of the node (its name) count as labels of an
// impossible name.
func (out *Scheduling) term(t corev1.NodeSelectorTerm, at Ref, from string) []requirement {
	var reqs []requirement
	add := func(e corev1.NodeSelectorRequirement, key string, at Ref) {
		if r, err := labels.NewRequirement(key, operator(e.Operator), e.Values); err == nil {
			reqs = append(reqs, requirement{at, key, *r})
		}
	}
	for i, e := range t.MatchExpressions {
		at := at.Child("matchExpressions", i)
		out.Labels = append(out.Labels, NodeLabel{At: at, Key: e.Key, Operator: string(e.Operator), Values: e.Values, From: from})
		add(e, e.Key, at)
		if from == "required" && e.Key == corev1.LabelHostname && e.Operator == corev1.NodeSelectorOpIn && len(e.Values) == 1 {
			out.Node = e.Values[0]
		}
	}
	for i, e := range t.MatchFields {
		add(e, "field."+e.Key, at.Child("matchFields", i))
		if from == "required" && e.Operator == corev1.NodeSelectorOpIn && len(e.Values) == 1 {
			out.Node, out.Chosen = e.Values[0], true
		}
	}
	return reqs
}

func operator(o corev1.NodeSelectorOperator) selection.Operator {
	switch o {
	case corev1.NodeSelectorOpIn:
		return selection.In
	case corev1.NodeSelectorOpNotIn:
		return selection.NotIn
	case corev1.NodeSelectorOpExists:
		return selection.Exists
	case corev1.NodeSelectorOpDoesNotExist:
		return selection.DoesNotExist
	case corev1.NodeSelectorOpGt:
		return selection.GreaterThan
	case corev1.NodeSelectorOpLt:
		return selection.LessThan
	}
	return selection.Operator(o)
}

// needed marks labels that a node must have whichever term it meets.
func (out *Scheduling) needed(required []NodeLabel, terms []corev1.NodeSelectorTerm) {
	for i := range required {
		l := &required[i]
		l.Needed = !slices.ContainsFunc(terms, func(t corev1.NodeSelectorTerm) bool {
			return !slices.ContainsFunc(t.MatchExpressions, func(e corev1.NodeSelectorRequirement) bool {
				return e.Key == l.Key && e.Operator != corev1.NodeSelectorOpNotIn && e.Operator != corev1.NodeSelectorOpDoesNotExist
			})
		})
	}
}

// topology adds the labels that group nodes for spreading.
func (out *Scheduling) topology(s corev1.PodSpec, at Ref) {
	add := func(at Ref, key string) {
		if key != "" {
			out.Labels = append(out.Labels, NodeLabel{At: at.Child("topologyKey"), Key: key, Operator: "Exists", From: "topology"})
		}
	}
	for i, c := range s.TopologySpreadConstraints {
		add(at.Child("topologySpreadConstraints", i), c.TopologyKey)
	}
	if s.Affinity == nil {
		return
	}
	each := func(at Ref, required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) {
		for i, t := range required {
			add(at.Child("requiredDuringSchedulingIgnoredDuringExecution", i), t.TopologyKey)
		}
		for i, t := range preferred {
			add(at.Child("preferredDuringSchedulingIgnoredDuringExecution", i, "podAffinityTerm"), t.PodAffinityTerm.TopologyKey)
		}
	}
	at = at.Child("affinity")
	if a := s.Affinity.PodAffinity; a != nil {
		each(at.Child("podAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if a := s.Affinity.PodAntiAffinity; a != nil {
		each(at.Child("podAntiAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

// contradiction finds a label of which neither any value nor its absence meets all requirements. Only values near those
// that are written can make a difference, so trying them is a proof.
func contradiction(reqs []requirement) (Contradiction, bool) {
	byKey := map[string][]requirement{}
	for _, r := range reqs {
		key := stable(r.key)
		byKey[key] = append(byKey[key], r)
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		group := byKey[key]
		with := func(v string) labels.Set { return labels.Set{key: v, "beta." + key: v} }
		candidates := []labels.Set{{}, with("drainlint-other")}
		for _, r := range group {
			for v := range r.req.Values() {
				candidates = append(candidates, with(v))
				if n, err := strconv.ParseInt(v, 10, 64); err == nil {
					candidates = append(candidates, with(strconv.FormatInt(n-1, 10)), with(strconv.FormatInt(n+1, 10)))
				}
			}
		}
		if slices.ContainsFunc(candidates, func(l labels.Set) bool {
			return !slices.ContainsFunc(group, func(r requirement) bool { return !r.req.Matches(l) })
		}) {
			continue
		}
		var texts []string
		for _, r := range group {
			texts = append(texts, strings.TrimPrefix(r.req.String(), "field."))
		}
		return Contradiction{At: group[len(group)-1].at, Other: group[0].at, Text: strings.Join(texts, " and ")}, true
	}
	return Contradiction{}, false
}
