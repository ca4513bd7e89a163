package facts

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// extract reads the facts of manifests of one file.
func extract(t *testing.T, manifests ...string) *Facts {
	t.Helper()
	u := &source.Unit{Kind: source.Manifest}
	for _, text := range manifests {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		u.Documents = append(u.Documents, &source.Document{Root: n.Content[0], File: "x.yaml", Trace: source.NodeTrace("x.yaml", n.Content[0])})
	}
	return Extract(u, Options{KubeVersion: kube.Default()})
}

func TestBudgetLeavesHooksOut(t *testing.T) {
	f := extract(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: example.com/web:1.0}]}`, `
apiVersion: v1
kind: Pod
metadata:
  name: web-test
  labels: {app: web}
  annotations: {helm.sh/hook: test}
spec: {containers: [{name: wget, image: example.com/wget:1.0}]}`, `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}`)
	p := f.PDBs[0]
	if len(p.Workloads) != 1 || len(p.NoScale) != 0 || !p.Resolved || p.Expected != 2 || p.Allowed != 0 {
		t.Errorf("budget of two replicas beside a test pod: %+v", p)
	}
}
