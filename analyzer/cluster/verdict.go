package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	scheduling "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
)

// Cause is why a DaemonSet has no working pod on a node.
type Cause string

// The causes, in the order in which they are looked for.
const (
	ByName     Cause = "node name"
	ByOS       Cause = "os"
	ByArch     Cause = "architecture"
	ByLabel    Cause = "label"
	ByAffinity Cause = "affinity"
	ByTaint    Cause = "taint"
	// ByImage is a pod that is created but cannot run: its image is for other platforms.
	ByImage Cause = "image"
)

// Verdict is what the DaemonSet controller does on a node.
type Verdict struct {
	// Run is true when it creates a pod there, Continue when it leaves a pod there that runs already.
	Run, Continue bool
	// Cause and Reason say why no pod works there; both are empty when one does. A pod may be created (Run) and still not work.
	Cause  Cause
	Reason string
	// Wants is what the pod asks for, without what the node has; empty where Reason says no more than that.
	Wants string
	// Field is the path of what decides in the pod spec, nil for what is missing there.
	Field []any
	// Passing is true for a taint that Kubernetes sets and removes by itself as the node's condition changes.
	Passing bool
}

// Works is true when a pod is created and can run.
func (v Verdict) Works() bool { return v.Run && v.Cause == "" }

// Agent is a DaemonSet, prepared for many nodes.
type Agent struct {
	spec        *corev1.PodSpec
	tolerations []corev1.Toleration
	affinity    nodeaffinity.RequiredNodeAffinity
	platforms   []string
	// from says where the platforms come from, in words.
	from string
	// keys are the labels it asks for, byName is true when it asks for names of nodes.
	keys   map[string]bool
	byName bool
}

// added are the tolerations that the DaemonSet controller adds to each pod
// (k8s.io/kubernetes pkg/controller/daemon/util AddOrUpdateDaemonPodTolerations).
func added(hostNetwork bool) []corev1.Toleration {
	exists := func(key string, effect corev1.TaintEffect) corev1.Toleration {
		return corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists, Effect: effect}
	}
	out := []corev1.Toleration{
		exists(corev1.TaintNodeNotReady, corev1.TaintEffectNoExecute),
		exists(corev1.TaintNodeUnreachable, corev1.TaintEffectNoExecute),
		exists(corev1.TaintNodeDiskPressure, corev1.TaintEffectNoSchedule),
		exists(corev1.TaintNodeMemoryPressure, corev1.TaintEffectNoSchedule),
		exists(corev1.TaintNodePIDPressure, corev1.TaintEffectNoSchedule),
		exists(corev1.TaintNodeUnschedulable, corev1.TaintEffectNoSchedule),
	}
	if hostNetwork {
		out = append(out, exists(corev1.TaintNodeNetworkUnavailable, corev1.TaintEffectNoSchedule))
	}
	return out
}

// NewAgent prepares a pod template. platforms are those its images are for ("linux/amd64"), from where they are known;
// none when they are not.
func NewAgent(spec *corev1.PodSpec, platforms []string, from string) *Agent {
	a := &Agent{
		spec: spec, tolerations: slices.Concat(spec.Tolerations, added(spec.HostNetwork)), platforms: platforms, from: from,
		affinity: nodeaffinity.NewRequiredNodeAffinity(spec.NodeSelector, spec.Affinity), keys: map[string]bool{}, byName: spec.NodeName != "",
	}
	for k := range spec.NodeSelector {
		a.keys[k] = true
	}
	for _, t := range a.terms() {
		a.byName = a.byName || len(t.MatchFields) > 0
		for _, e := range t.MatchExpressions {
			a.keys[e.Key] = true
		}
	}
	return a
}

func (a *Agent) terms() []corev1.NodeSelectorTerm {
	if s := a.required(); s != nil {
		return s.NodeSelectorTerms
	}
	return nil
}

func (a *Agent) required() *corev1.NodeSelector {
	if a.spec.Affinity == nil || a.spec.Affinity.NodeAffinity == nil {
		return nil
	}
	return a.spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
}

// On is the verdict for a node, as NodeShouldRunDaemonPod of k8s.io/kubernetes pkg/controller/daemon gives it. Resources,
// ports and pod affinity are the scheduler's business: the controller creates the pod all the same.
func (a *Agent) On(n *Node) Verdict {
	if name := a.spec.NodeName; name != "" && name != n.Name {
		return Verdict{Cause: ByName, Reason: "nodeName is " + name, Field: []any{"nodeName"}}
	}
	if fits, _ := a.affinity.Match(&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: n.Name, Labels: n.Labels}}); !fits {
		v := a.misfit(n)
		v.Run, v.Continue = false, false
		return v
	}
	if t, found := a.untolerated(n, corev1.TaintEffectNoSchedule, corev1.TaintEffectNoExecute); found {
		_, evicts := a.untolerated(n, corev1.TaintEffectNoExecute)
		return Verdict{Continue: !evicts, Cause: ByTaint, Reason: "taint " + taintText(t), Passing: passing(t.Key)}
	}
	v := Verdict{Run: true, Continue: true}
	v.Cause, v.Reason, v.Field = a.unsuited(n)
	return v
}

// untolerated finds the first taint with one of these effects that keeps the pod away. The comparison operators of tolerations
// are behind a feature gate that is off by default (TaintTolerationComparisonOperators, alpha).
func (a *Agent) untolerated(n *Node, effects ...corev1.TaintEffect) (corev1.Taint, bool) {
	if len(n.Taints) == 0 {
		return corev1.Taint{}, false
	}
	return scheduling.FindMatchingUntoleratedTaint(klog.Logger{}, n.Taints, a.tolerations, func(t *corev1.Taint) bool { return slices.Contains(effects, t.Effect) }, false)
}

func taintText(t corev1.Taint) string {
	if t.Value == "" {
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}

// passing tells whether a taint follows the condition of a node.
func passing(key string) bool {
	switch key {
	case corev1.TaintNodeNotReady, corev1.TaintNodeUnreachable, corev1.TaintNodeNetworkUnavailable, corev1.TaintNodeOutOfService,
		"node.cloudprovider.kubernetes.io/uninitialized", "node.cloudprovider.kubernetes.io/shutdown", "ToBeDeletedByClusterAutoscaler",
		"DeletionCandidateOfClusterAutoscaler", "karpenter.sh/disrupted", "karpenter.sh/unregistered":
		return true
	}
	return false
}

// misfit explains why nodeSelector and affinity do not match: the first label of nodeSelector, else of the alternatives of
// the affinity the one that comes nearest.
func (a *Agent) misfit(n *Node) Verdict {
	for _, k := range slices.Sorted(maps.Keys(a.spec.NodeSelector)) {
		if v, has := n.Labels[k]; !has || v != a.spec.NodeSelector[k] {
			return Verdict{Cause: causeOf(k, ByLabel), Reason: labelText(n, k) + ", nodeSelector asks for " + a.spec.NodeSelector[k], Wants: "nodeSelector asks for " + k + "=" + a.spec.NodeSelector[k], Field: []any{"nodeSelector", k}}
		}
	}
	base := []any{"affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"}
	best, fewest := Verdict{Cause: ByAffinity, Reason: "no term of the node affinity selects a node", Field: base}, 1<<30
	for i, t := range a.terms() {
		var first *Verdict
		failed := 0
		note := func(v Verdict) {
			if failed++; first == nil {
				first = &v
			}
		}
		for j, e := range t.MatchExpressions {
			if !matches(e, n) {
				note(Verdict{Cause: causeOf(e.Key, ByAffinity), Reason: labelText(n, e.Key) + ", the affinity asks for " + exprText(e), Wants: "the affinity asks for " + exprText(e), Field: append(slices.Clone(base), i, "matchExpressions", j)})
			}
		}
		for j, e := range t.MatchFields {
			if in := slices.Contains(e.Values, n.Name); in != (e.Operator == corev1.NodeSelectorOpIn) {
				note(Verdict{Cause: ByName, Reason: "the affinity asks for " + exprText(e), Field: append(slices.Clone(base), i, "matchFields", j)})
			}
		}
		if first != nil && failed < fewest {
			best, fewest = *first, failed
		}
	}
	return best
}

// causeOf tells labels that say what a node is from others.
func causeOf(key string, other Cause) Cause {
	switch key {
	case corev1.LabelOSStable, "beta.kubernetes.io/os":
		return ByOS
	case corev1.LabelArchStable, "beta.kubernetes.io/arch":
		return ByArch
	}
	return other
}

func labelText(n *Node, key string) string {
	if v, has := n.Labels[key]; has {
		return "label " + key + " is " + v
	}
	return "no label " + key
}

func exprText(e corev1.NodeSelectorRequirement) string {
	switch e.Operator {
	case corev1.NodeSelectorOpIn:
		if len(e.Values) == 1 {
			return e.Key + "=" + e.Values[0]
		}
		return fmt.Sprintf("%s in (%s)", e.Key, strings.Join(e.Values, ", "))
	case corev1.NodeSelectorOpNotIn:
		return fmt.Sprintf("%s not in (%s)", e.Key, strings.Join(e.Values, ", "))
	case corev1.NodeSelectorOpExists:
		return "any " + e.Key
	case corev1.NodeSelectorOpDoesNotExist:
		return "no " + e.Key
	case corev1.NodeSelectorOpGt:
		return e.Key + " above " + strings.Join(e.Values, ", ")
	case corev1.NodeSelectorOpLt:
		return e.Key + " below " + strings.Join(e.Values, ", ")
	}
	return fmt.Sprintf("%s %s", e.Key, e.Operator)
}

// matches evaluates one expression, for an explanation only; the verdict is nodeaffinity's.
func matches(e corev1.NodeSelectorRequirement, n *Node) bool {
	s, err := nodeaffinity.NewNodeSelector(&corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{MatchExpressions: []corev1.NodeSelectorRequirement{e}}}})
	return err == nil && s.Match(&corev1.Node{ObjectMeta: metav1.ObjectMeta{Labels: labels.Set(n.Labels)}})
}

// unsuited tells why a pod that is created on a node cannot run there: the kubelet refuses another spec.os, and an image
// for other platforms does not start.
func (a *Agent) unsuited(n *Node) (Cause, string, []any) {
	if a.spec.OS != nil && n.OS != "" && string(a.spec.OS.Name) != n.OS {
		return ByOS, fmt.Sprintf("spec.os is %s, the node runs %s: the kubelet refuses the pod", a.spec.OS.Name, n.OS), []any{"os", "name"}
	}
	if len(a.platforms) == 0 || n.OS == "" || n.Arch == "" {
		return "", "", nil
	}
	if !slices.ContainsFunc(a.platforms, func(p string) bool {
		os, arch, _ := strings.Cut(p, "/")
		arch, _, _ = strings.Cut(arch, "/") // a variant: linux/arm/v7
		return os == n.OS && arch == n.Arch
	}) {
		return ByImage, fmt.Sprintf("the image is for %s (%s), the node is %s/%s", strings.Join(a.platforms, ", "), a.from, n.OS, n.Arch), nil
	}
	return "", "", nil
}

// controlPlane are the labels and taints of control plane nodes, old and new.
var controlPlane = []string{"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"}

// reserved tells whether a node belongs to the control plane and is kept free by a taint that the agent does not tolerate.
func (a *Agent) reserved(n *Node) bool {
	if !slices.ContainsFunc(controlPlane, func(k string) bool { _, has := n.Labels[k]; return has }) {
		return false
	}
	return slices.ContainsFunc(n.Taints, func(t corev1.Taint) bool {
		return t.Effect != corev1.TaintEffectPreferNoSchedule && slices.Contains(controlPlane, t.Key) &&
			!slices.ContainsFunc(a.tolerations, func(o corev1.Toleration) bool { return o.ToleratesTaint(klog.Logger{}, &t, false) })
	})
}
