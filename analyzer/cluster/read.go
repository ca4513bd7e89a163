package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	corev1 "k8s.io/api/core/v1"
)

// Read reads an inventory from a file.
func Read(file string) (*Inventory, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("nodes: %w", err)
	}
	return Parse(file, data)
}

// Parse reads an inventory: what kubectl get nodes prints as JSON or YAML (a List, a NodeList, one or several Nodes), or
// a list of nodes written by hand. The error names every mistake with its line; file is used in messages and in File.
func Parse(file string, data []byte) (*Inventory, error) {
	inv := &Inventory{File: file}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var errs []error
	if text := bytes.TrimLeft(data, " \t\r\n"); bytes.HasPrefix(text, []byte("{")) || bytes.HasPrefix(text, []byte("[")) {
		errs = inv.json(data)
	} else {
		line := 1
		for _, doc := range splitDocuments(data) {
			errs = append(errs, inv.document(doc, line)...)
			line += bytes.Count(doc, []byte("\n"))
		}
	}
	if len(errs) == 0 {
		errs = inv.finish()
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return inv, nil
}

// splitDocuments cuts a YAML stream in front of each separator; the pieces joined are the stream.
func splitDocuments(data []byte) [][]byte {
	var out [][]byte
	start := 0
	for at := 0; at < len(data); {
		end := bytes.IndexByte(data[at:], '\n')
		next := len(data)
		if end >= 0 {
			next = at + end + 1
		}
		if at > start && (bytes.HasPrefix(data[at:], []byte("---\n")) || bytes.HasPrefix(data[at:], []byte("--- ")) || bytes.HasPrefix(data[at:], []byte("---\r"))) {
			out, start = append(out, data[start:at]), at
		}
		at = next
	}
	return append(out, data[start:])
}

// kubeNode is what we read of a Node, and of a List of them.
type kubeNode struct {
	Kind     string `yaml:"kind" json:"kind"`
	Metadata struct {
		Name   string            `yaml:"name" json:"name"`
		Labels map[string]string `yaml:"labels" json:"labels"`
	} `yaml:"metadata" json:"metadata"`
	Spec struct {
		Taints []kubeTaint `yaml:"taints" json:"taints"`
	} `yaml:"spec" json:"spec"`
	Status struct {
		NodeInfo struct {
			OS   string `yaml:"operatingSystem" json:"operatingSystem"`
			Arch string `yaml:"architecture" json:"architecture"`
		} `yaml:"nodeInfo" json:"nodeInfo"`
	} `yaml:"status" json:"status"`
}

type kubeTaint struct {
	Key    string `yaml:"key" json:"key"`
	Value  string `yaml:"value" json:"value"`
	Effect string `yaml:"effect" json:"effect"`
}

func (k *kubeNode) node(line int) *Node {
	n := &Node{Name: k.Metadata.Name, Labels: k.Metadata.Labels, OS: k.Status.NodeInfo.OS, Arch: k.Status.NodeInfo.Arch, Line: line}
	for _, t := range k.Spec.Taints {
		n.Taints = append(n.Taints, t.taint())
	}
	return n
}

func (t kubeTaint) taint() corev1.Taint {
	return corev1.Taint{Key: t.Key, Value: t.Value, Effect: corev1.TaintEffect(t.Effect)}
}

// UnmarshalYAML also takes the short form key=value:Effect.
func (t *kubeTaint) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		p, err := ParseTaint(n.Value)
		if err != nil {
			return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: %v", n.Line, err)}}
		}
		*t = kubeTaint{p.Key, p.Value, string(p.Effect)}
		return nil
	}
	type plain kubeTaint
	return n.Decode((*plain)(t))
}

// ownNode is an entry of a list written by hand.
type ownNode struct {
	Name   string            `yaml:"name"`
	Labels map[string]string `yaml:"labels"`
	Taints []kubeTaint       `yaml:"taints"`
	OS     string            `yaml:"os"`
	Arch   string            `yaml:"arch"`
}

// node fills in what the kubelet would: the labels of name, operating system and architecture.
func (o *ownNode) node(line int) *Node {
	n := &Node{Name: o.Name, Labels: map[string]string{}, OS: o.OS, Arch: o.Arch, Line: line}
	for k, v := range o.Labels {
		n.Labels[k] = v
	}
	for _, t := range o.Taints {
		n.Taints = append(n.Taints, t.taint())
	}
	set := func(value *string, byDefault string, keys ...string) {
		if *value == "" {
			*value = byDefault
			for _, k := range keys {
				if v := n.Labels[k]; v != "" {
					*value = v
				}
			}
		}
		for _, k := range keys {
			if _, has := n.Labels[k]; !has {
				n.Labels[k] = *value
			}
		}
	}
	name := n.Name
	set(&name, name, corev1.LabelHostname)
	set(&n.OS, "linux", "beta.kubernetes.io/os", corev1.LabelOSStable)
	set(&n.Arch, "amd64", "beta.kubernetes.io/arch", corev1.LabelArchStable)
	return n
}

// document adds the nodes of one YAML document, which begins at a line of the file. The items of a long list are parsed
// one by one: a tree of a whole cluster takes more memory than its text by far.
func (inv *Inventory) document(doc []byte, first int) []error {
	if head, items, ok := splitItems(doc); ok {
		var list struct {
			Kind string `yaml:"kind"`
		}
		if yaml.Unmarshal(head, &list) == nil && (list.Kind == "List" || list.Kind == "NodeList") {
			nodes, fits := inv.items(items, first)
			if fits {
				inv.Nodes = append(inv.Nodes, nodes...)
				return nil
			}
		}
	}
	var root yaml.Node
	if err := yaml.Unmarshal(doc, &root); err != nil {
		return inv.explain(err, first)
	}
	if len(root.Content) == 0 || root.Content[0].Tag == "!!null" {
		return nil // comments only
	}
	return inv.value(root.Content[0], first)
}

func (inv *Inventory) items(items []item, first int) ([]*Node, bool) {
	nodes := make([]*Node, 0, len(items))
	for _, it := range items {
		var one []kubeNode
		if yaml.Unmarshal(it.text, &one) != nil || len(one) != 1 || one[0].Kind != "Node" {
			return nil, false // the whole document is parsed, for the message
		}
		nodes = append(nodes, one[0].node(first+it.line))
	}
	return nodes, true
}

func (inv *Inventory) value(v *yaml.Node, first int) []error {
	bad := func(n *yaml.Node, format string, args ...any) []error {
		return []error{fmt.Errorf("%s:%d: "+format, append([]any{inv.File, n.Line + first - 1}, args...)...)}
	}
	if v.Kind == yaml.SequenceNode {
		var errs []error
		for _, e := range v.Content {
			errs = append(errs, inv.own(e, first)...)
		}
		return errs
	}
	if v.Kind != yaml.MappingNode {
		return bad(v, "expected nodes: the output of kubectl get nodes -o yaml, or a list of nodes (- name: a)")
	}
	kind := field(v, "kind")
	switch items := field(v, "items"); {
	case kind != nil && kind.Value == "Node":
		return inv.kube(v, first)
	case items != nil && items.Kind == yaml.SequenceNode:
		var errs []error
		for _, e := range items.Content {
			if k := field(e, "kind"); k != nil && k.Value != "Node" {
				errs = append(errs, bad(k, "expected a Node, found a %s", k.Value)...)
				continue
			}
			errs = append(errs, inv.kube(e, first)...)
		}
		return errs
	case kind != nil:
		return bad(kind, "expected a Node or a List of nodes, found a %s", kind.Value)
	}
	return bad(v, "expected a Node, a List of nodes, or a list of nodes (- name: a)")
}

func (inv *Inventory) kube(v *yaml.Node, first int) []error {
	var k kubeNode
	if err := v.Decode(&k); err != nil {
		return inv.explain(err, first)
	}
	inv.Nodes = append(inv.Nodes, k.node(v.Line+first-1))
	return nil
}

// own adds an entry of a list written by hand; a Node may stand there too.
func (inv *Inventory) own(v *yaml.Node, first int) []error {
	if field(v, "metadata") != nil {
		return inv.kube(v, first)
	}
	if v.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(v.Content); i += 2 {
			switch k := v.Content[i]; k.Value {
			case "name", "labels", "taints", "os", "arch":
			default:
				return []error{fmt.Errorf("%s:%d: unknown key %q, expected one of name, labels, taints, os, arch", inv.File, k.Line+first-1, k.Value)}
			}
		}
	}
	var o ownNode
	if err := v.Decode(&o); err != nil {
		return inv.explain(err, first)
	}
	inv.Nodes = append(inv.Nodes, o.node(v.Line+first-1))
	return nil
}

func field(m *yaml.Node, name string) *yaml.Node {
	if m.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			return m.Content[i+1]
		}
	}
	return nil
}

var lineOf = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)

// explain gives the parser's messages the line of the file and no Go types.
func (inv *Inventory) explain(err error, first int) []error {
	texts := []string{err.Error()}
	var te *yaml.TypeError
	if errors.As(err, &te) {
		texts = te.Errors
	}
	var out []error
	for _, text := range texts {
		line := first
		if m := lineOf.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			line, text = n+first-1, m[2]
		}
		text, _, _ = strings.Cut(strings.TrimPrefix(text, "yaml: "), " into cluster.")
		text = strings.ReplaceAll(text, "cannot unmarshal !!", "unexpected ")
		text, _, _ = strings.Cut(text, " into map[")
		text, _, _ = strings.Cut(text, " into []")
		out = append(out, fmt.Errorf("%s:%d: %s", inv.File, line, text))
	}
	return out
}

// item is one entry of a list: its text, and the line of the document before it.
type item struct {
	text []byte
	line int
}

// splitItems cuts the entries of a top-level "items:" apart where they are in block style; head is what is left.
func splitItems(doc []byte) (head []byte, items []item, ok bool) {
	start := bytes.Index(doc, []byte("\nitems:\n"))
	if start < 0 && !bytes.HasPrefix(doc, []byte("items:\n")) {
		return nil, nil, false
	}
	start++
	pos := start + len("items:\n")
	head = append(head, doc[:start]...)
	line, indent := bytes.Count(doc[:pos], []byte("\n")), -1
	var current *item
	r := doc[pos:]
	for len(r) > 0 {
		next := bytes.IndexByte(r, '\n')
		if next < 0 {
			next = len(r) - 1
		}
		text := r[:next+1]
		r = r[next+1:]
		trimmed := bytes.TrimLeft(text, " ")
		depth := len(text) - len(trimmed)
		blank := len(bytes.TrimSpace(trimmed)) == 0 || trimmed[0] == '#'
		entry := bytes.HasPrefix(trimmed, []byte("- "))
		switch {
		case !blank && indent < 0 && !entry:
			return nil, nil, false
		case !blank && entry && (indent < 0 || depth == indent):
			indent = depth
			items = append(items, item{line: line})
			current = &items[len(items)-1]
			current.text = doc[pos : pos+len(text)]
		case !blank && depth <= indent:
			head = append(append(head, text...), r...)
			return head, items, true
		case current != nil:
			current.text = current.text[:len(current.text)+len(text)]
		}
		pos += len(text)
		line++
	}
	return head, items, len(items) > 0
}
