package cluster

import (
	"fmt"
	"strings"
	"testing"
)

// describe has what is read of each node in one line.
func describe(inv *Inventory) string {
	var out []string
	for _, n := range inv.Nodes {
		var taints []string
		for _, t := range n.Taints {
			taints = append(taints, taintText(t))
		}
		out = append(out, fmt.Sprintf("%d %s %s/%s pool=%s %v", n.Line, n.Name, n.OS, n.Arch, n.Labels["pool"], taints))
	}
	return strings.Join(out, "\n")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"by hand", "- name: a\n  labels: {pool: web}\n  taints: ['x=y:NoSchedule', {key: z, effect: NoExecute}]\n# comment\n- {name: b, os: windows, arch: arm64}\n", "1 a linux/amd64 pool=web [x=y:NoSchedule z:NoExecute]\n5 b windows/arm64 pool= []"},
		{"labels say the platform", "- name: a\n  labels: {kubernetes.io/arch: s390x, gpu: true}\n", "1 a linux/s390x pool= []"},
		{"a list", "apiVersion: v1\nitems:\n- kind: Node\n  metadata:\n    name: a\n    labels:\n      pool: web\n  status:\n    nodeInfo:\n      architecture: amd64\n      operatingSystem: linux\n- kind: Node\n  metadata:\n    name: b\n  spec:\n    taints:\n    - effect: NoSchedule\n      key: x\nkind: List\nmetadata: {resourceVersion: ''}\n", "3 a linux/amd64 pool=web []\n12 b / pool= [x:NoSchedule]"},
		{"an indented list", "kind: NodeList\nitems:\n  - kind: Node\n    metadata: {name: a}\n\n  # b\n  - kind: Node\n    metadata: {name: b}\n", "3 a / pool= []\n7 b / pool= []"},
		{"a flow list", "kind: List\nitems: [{kind: Node, metadata: {name: a}}]\n", "2 a / pool= []"},
		{"anchors", "kind: List\nitems:\n- kind: Node\n  metadata: {name: a, labels: &l {pool: web}}\n- kind: Node\n  metadata: {name: b, labels: *l}\n", "3 a / pool=web []\n5 b / pool=web []"},
		{"documents", "---\nkind: Node\nmetadata: {name: a}\n---\n# nothing\n---\nkind: Node\nmetadata:\n  name: b\n", "2 a / pool= []\n7 b / pool= []"},
		{"JSON", "{\"items\": [\n  {\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}},\n\n  {\"kind\": \"Node\",\n   \"metadata\": {\"name\": \"b\", \"labels\": {\"pool\": \"web\"}}, \"spec\": {\"taints\": [{\"key\": \"x\", \"effect\": \"NoSchedule\"}]}}\n], \"kind\": \"List\"}\n", "2 a / pool= []\n4 b / pool=web [x:NoSchedule]"},
		{"JSON documents", "{\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}}\n{\"kind\": \"Node\", \"metadata\": {\"name\": \"b\"}}", "1 a / pool= []\n2 b / pool= []"},
		{"JSON by hand", "[\n\t{\"name\": \"a\"},\n\t{\"name\": \"b\", \"os\": \"windows\"}\n]", "2 a linux/amd64 pool= []\n3 b windows/amd64 pool= []"},
	} {
		inv, err := Parse("nodes", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := describe(inv); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "nodes:1: no node",
		"hello":                                "nodes:1: expected nodes",
		"- name: a\n- labels: {}\n":            "nodes:2: a node needs a name",
		"- name: a\n  taints: [x]\n":           `nodes:2: taint "x": expected key=value:Effect`,
		"- name: a\n  labels: [x]\n":           "nodes:2: unexpected seq",
		"a: [\n":                               "nodes:",
		"kind: Pod\nmetadata: {name: a}\n":     "nodes:1: expected a Node or a List of nodes, found a Pod",
		"{\"kind\": \"Pod\"}":                  `nodes:1: expected a Node or a List of nodes, found kind "Pod"`,
		"{\"kind\": \"List\",\n \"items\": 3}": "nodes:2: items: expected a list",
		"{\"kind\": \"Node\",\n":               "nodes:2: the file ends inside a value",
		"---\nkind: List\nitems:\n- kind: Node\n  metadata: {name: a}\n- kind: Node\n  metadata: {name: [b]}\n": "nodes:7: unexpected seq",
	} {
		_, err := Parse("nodes", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("- name: a\n  taints: ['x=y:NoSchedule']\n")
	f.Add("kind: List\nitems:\n- kind: Node\n  metadata: {name: a}\n")
	f.Add("{\"kind\": \"List\", \"items\": [{\"kind\": \"Node\"}]}")
	f.Fuzz(func(t *testing.T, text string) {
		inv, err := Parse("nodes", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "nodes:") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		inv.Pools()
	})
}
