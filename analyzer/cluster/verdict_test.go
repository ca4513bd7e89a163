package cluster

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func agentOf(t testing.TB, spec string) *Agent {
	t.Helper()
	var s corev1.PodSpec
	if err := yaml.UnmarshalStrict([]byte(spec), &s); err != nil {
		t.Fatal(err)
	}
	return NewAgent(&s, nil, "")
}

// TestControllerTable has the situations of TestNodeShouldRunDaemonPod of k8s.io/kubernetes pkg/controller/daemon, v1.37, as
// data: the node is test-node with the labels name=simple-daemon and type=production.
func TestControllerTable(t *testing.T) {
	for _, c := range []struct {
		name, spec    string
		unschedulable bool
		run, stay     bool
	}{
		{"resources that fit", "containers: [{resources: {requests: {memory: 50M, cpu: '0.5'}}}]", false, true, true},
		{"resources that do not fit are the scheduler's business", "containers: [{resources: {requests: {memory: 200M, cpu: '0.5'}}}]", false, true, true},
		{"another node by name", "{nodeName: other-node, containers: [{resources: {requests: {memory: 50M}}}]}", false, false, false},
		{"a host port in use is the scheduler's business", "containers: [{ports: [{hostPort: 666}]}]", false, true, true},
		{"resources beside another pod, too many", "containers: [{resources: {requests: {memory: 100M, cpu: '0.5'}}}]", false, true, true},
		{"resources beside another pod, fitting", "containers: [{resources: {requests: {memory: 50M, cpu: '0.5'}}}]", false, true, true},
		{"nodeSelector does not match", "nodeSelector: {name: simple-daemon, type: test}", false, false, false},
		{"nodeSelector matches", "nodeSelector: {name: simple-daemon, type: production}", false, true, true},
		{"affinity does not match", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: type, operator: In, values: [test]}]}]}}}", false, false, false},
		{"affinity matches", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: type, operator: In, values: [production]}]}]}}}", false, true, true},
		{"a cordoned node", "containers: [{resources: {requests: {memory: 50M}}}]", true, true, true},
	} {
		n := &Node{Name: "test-node", Labels: map[string]string{"name": "simple-daemon", "type": "production"}}
		if c.unschedulable {
			n.Taints = []corev1.Taint{{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule}}
		}
		if v := agentOf(t, c.spec).On(n); v.Run != c.run || v.Continue != c.stay {
			t.Errorf("%s: run %v, continue %v; want %v, %v (%s)", c.name, v.Run, v.Continue, c.run, c.stay, v.Reason)
		}
	}
}

// TestReasons wants the cause and the field that decides.
func TestReasons(t *testing.T) {
	node := func(taints ...corev1.Taint) *Node {
		return &Node{Name: "a", Labels: map[string]string{"pool": "web", "kubernetes.io/os": "linux", "kubernetes.io/arch": "arm64"}, Taints: taints, OS: "linux", Arch: "arm64"}
	}
	for _, c := range []struct {
		spec    string
		taints  []corev1.Taint
		cause   Cause
		reason  string
		run     bool
		stay    bool
		passing bool
	}{
		{"nodeSelector: {pool: db}", nil, ByLabel, "label pool is web, nodeSelector asks for db", false, false, false},
		{"nodeSelector: {gpu: 'true'}", nil, ByLabel, "no label gpu, nodeSelector asks for true", false, false, false},
		{"nodeSelector: {kubernetes.io/arch: amd64}", nil, ByArch, "label kubernetes.io/arch is arm64, nodeSelector asks for amd64", false, false, false},
		{"nodeSelector: {kubernetes.io/os: windows}", nil, ByOS, "label kubernetes.io/os is linux, nodeSelector asks for windows", false, false, false},
		{"affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: NotIn, values: [web, db]}]}]}}}", nil, ByAffinity, "label pool is web, the affinity asks for pool not in (web, db)", false, false, false},
		{"affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [b]}]}]}}}", nil, ByName, "the affinity asks for metadata.name=b", false, false, false},
		{"nodeName: b", nil, ByName, "nodeName is b", false, false, false},
		{"{}", []corev1.Taint{{Key: "dedicated", Value: "db", Effect: "NoSchedule"}}, ByTaint, "taint dedicated=db:NoSchedule", false, true, false},
		{"{}", []corev1.Taint{{Key: "dedicated", Effect: "NoExecute"}}, ByTaint, "taint dedicated:NoExecute", false, false, false},
		{"{}", []corev1.Taint{{Key: "dedicated", Effect: "PreferNoSchedule"}}, "", "", true, true, false},
		{"{}", []corev1.Taint{{Key: "node.kubernetes.io/not-ready", Effect: "NoExecute"}}, "", "", true, true, false},
		{"{}", []corev1.Taint{{Key: "node.kubernetes.io/not-ready", Effect: "NoSchedule"}}, ByTaint, "taint node.kubernetes.io/not-ready:NoSchedule", false, true, true},
		{"{}", []corev1.Taint{{Key: "node.kubernetes.io/network-unavailable", Effect: "NoSchedule"}}, ByTaint, "taint node.kubernetes.io/network-unavailable:NoSchedule", false, true, true},
		{"hostNetwork: true", []corev1.Taint{{Key: "node.kubernetes.io/network-unavailable", Effect: "NoSchedule"}}, "", "", true, true, false},
		{"os: {name: windows}", nil, ByOS, "spec.os is windows, the node runs linux: the kubelet refuses the pod", true, true, false},
	} {
		v := agentOf(t, c.spec).On(node(c.taints...))
		if v.Cause != c.cause || v.Reason != c.reason || v.Run != c.run || v.Continue != c.stay || v.Passing != c.passing {
			t.Errorf("%s on %v: %+v", c.spec, c.taints, v)
		}
	}
	v := NewAgent(&corev1.PodSpec{}, []string{"linux/amd64"}, "the configuration").On(node())
	if !v.Run || v.Works() || v.Cause != ByImage || v.Reason != "the image is for linux/amd64 (the configuration), the node is linux/arm64" {
		t.Errorf("image for another platform: %+v", v)
	}
	if v := NewAgent(&corev1.PodSpec{}, []string{"linux/amd64", "linux/arm64/v8"}, "").On(node()); !v.Works() {
		t.Errorf("a variant of the architecture: %+v", v)
	}
}
