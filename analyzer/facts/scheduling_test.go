package facts_test

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer/facts"
)

// pod reads the scheduling of a Deployment with these lines in its pod spec.
func scheduled(t *testing.T, spec string, more ...string) facts.Pod {
	t.Helper()
	text := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: a, image: a}], " + spec + "}\n---\n"
	return extract(t, "a.yaml", text+strings.Join(more, "---\n")).Workloads[0].Pod
}

func affinity(terms string) string {
	return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" + terms + "]}}}"
}

func TestContradictions(t *testing.T) {
	in := func(key, op, values string) string {
		return "{key: " + key + ", operator: " + op + ", values: [" + values + "]}"
	}
	term := func(reqs ...string) string { return "{matchExpressions: [" + strings.Join(reqs, ", ") + "]}" }
	tests := []struct {
		name, spec string
		want       string // the first contradiction, empty for none
		n          int
	}{
		{"nothing", "nodeSelector: {}", "", 0},
		{"two values", affinity(term(in("z", "In", "a"), in("z", "In", "b"))), "z in (a) and z in (b)", 1},
		{"nodeSelector against affinity", "nodeSelector: {os: linux}, " + affinity(term(in("os", "In", "windows"))), "os=linux and os in (windows)", 1},
		{"two names of one label", "nodeSelector: {kubernetes.io/os: linux, beta.kubernetes.io/os: windows}", "beta.kubernetes.io/os=windows and kubernetes.io/os=linux", 1},
		{"two names with one value", "nodeSelector: {kubernetes.io/os: linux, beta.kubernetes.io/os: linux}", "", 0},
		{"one alternative is left", affinity(term(in("z", "In", "a"), in("z", "In", "b")) + "," + term(in("z", "In", "a"))), "", 0},
		{"no alternative is left", affinity(term(in("z", "In", "a"), in("z", "In", "b")) + "," + term("{key: x, operator: Exists}", "{key: x, operator: DoesNotExist}")), "z in (a) and z in (b)", 2},
		{"empty term", affinity("{}"), "", 1},
		{"empty term beside another", affinity("{}," + term(in("z", "In", "a"))), "", 0},
		{"a number between", affinity(term(in("n", "Gt", "\"1\""), in("n", "Lt", "\"3\""))), "", 0},
		{"no number between", affinity(term(in("n", "Gt", "\"1\""), in("n", "Lt", "\"2\""))), "n>1 and n<2", 1},
		{"excluded value", affinity(term(in("z", "In", "a"), in("z", "NotIn", "a"))), "z in (a) and z notin (a)", 1},
		{"absent is fine", affinity(term(in("z", "NotIn", "a"), "{key: z, operator: DoesNotExist}")), "", 0},
		{"two nodes", affinity("{matchFields: [{key: metadata.name, operator: In, values: [a]}, {key: metadata.name, operator: In, values: [b]}]}"), "metadata.name in (a) and field.metadata.name in (b)", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := scheduled(t, tt.spec).Scheduling.Contradictions
			text := ""
			if len(got) > 0 {
				text = got[0].Text
			}
			if len(got) != tt.n || text != strings.ReplaceAll(tt.want, "field.", "") {
				t.Errorf("%d contradictions, %q", len(got), text)
			}
		})
	}
}

func TestNeededLabels(t *testing.T) {
	tests := []struct {
		name, spec string
		needed     bool
		node       string
		chosen     bool
	}{
		{"nodeSelector", "nodeSelector: {x: y}", true, "", true},
		{"required", affinity("{matchExpressions: [{key: x, operator: Exists}]}"), true, "", true},
		{"an alternative without", affinity("{matchExpressions: [{key: x, operator: Exists}]}, {matchExpressions: [{key: y, operator: Exists}]}"), false, "", true},
		{"avoided", affinity("{matchExpressions: [{key: x, operator: NotIn, values: [a]}]}"), false, "", false},
		{"a role avoided", affinity("{matchExpressions: [{key: node-role.kubernetes.io/control-plane, operator: DoesNotExist}]}"), false, "", true},
		{"platform only", "nodeSelector: {kubernetes.io/os: linux}", true, "", false},
		{"one node", "nodeSelector: {kubernetes.io/hostname: n1}", true, "n1", true},
		{"one node by name", affinity("{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}"), false, "n1", true},
		{"one of two nodes", affinity("{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}, {matchFields: [{key: metadata.name, operator: In, values: [n2]}]}"), false, "", true},
		{"spread", "topologySpreadConstraints: [{topologyKey: x, maxSkew: 1}]", false, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := scheduled(t, tt.spec).Scheduling
			needed := len(s.Labels) > 0 && s.Labels[0].Needed
			if needed != tt.needed || s.Node != tt.node || s.Chosen != tt.chosen {
				t.Errorf("needed %v, node %q, chosen %v", needed, s.Node, s.Chosen)
			}
		})
	}
}

func TestLabelElsewhere(t *testing.T) {
	node := "apiVersion: v1\nkind: Node\nmetadata: {name: n, labels: {x: y}}\n"
	if s := scheduled(t, "nodeSelector: {x: y}", node).Scheduling; !s.Labels[0].Elsewhere {
		t.Error("a Node has the label")
	}
	if s := scheduled(t, "nodeSelector: {app: y}").Scheduling; s.Labels[0].Elsewhere {
		t.Error("the labels of pods are not those of nodes")
	}
}

func TestPriorityAndClaims(t *testing.T) {
	class := "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: agents}\nvalue: 100\n"
	claim := "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {accessModes: [ReadWriteOnce]}\n"
	if p := scheduled(t, "priorityClassName: agents", class).Priority; !p.Set || p.Value != 100 {
		t.Errorf("%+v", p)
	}
	if p := scheduled(t, "priorityClassName: system-node-critical").Priority; !p.Set || p.Value != 2000001000 {
		t.Errorf("%+v", p)
	}
	if p := scheduled(t, "priorityClassName: other").Priority; p.Set || p.Class != "other" {
		t.Errorf("%+v", p)
	}
	volumes := "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]"
	if v := scheduled(t, volumes, claim).Volumes[0]; len(v.AccessModes) != 1 || v.AccessModes[0] != "ReadWriteOnce" {
		t.Errorf("%+v", v)
	}
	if v := scheduled(t, volumes).Volumes[0]; len(v.AccessModes) != 0 {
		t.Errorf("%+v", v)
	}
	if !scheduled(t, "resources: {requests: {memory: 1Gi}}").MemoryRequest || scheduled(t, "hostPID: false").MemoryRequest {
		t.Error("a request of the pod counts")
	}
}
