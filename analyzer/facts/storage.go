package facts

import (
	"strconv"

	"go.yaml.in/yaml/v3"
	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// definitions are objects of the Unit that pods refer to by name.
type definitions struct {
	claims   map[named][]string // access modes
	priority map[string]priorityClass
}

type priorityClass struct {
	value   int
	at      Ref
	written bool
}

// Values of the classes that every cluster has (k8s.io/kubernetes pkg/apis/scheduling/types.go).
var systemClasses = map[string]int{"system-cluster-critical": 2000000000, "system-node-critical": 2000001000}

func (r *references) define(doc int, o *Object, d *source.Document) {
	switch o.Kind {
	case "PersistentVolumeClaim":
		var c corev1.PersistentVolumeClaim
		kube.Decode(d.Root, &c, kube.Default())
		if r.defined.claims == nil {
			r.defined.claims = map[named][]string{}
		}
		r.defined.claims[named{o.Kind, o.Namespace, o.Name}] = accessModes(c.Spec.AccessModes)
	case "PriorityClass":
		value, err := strconv.Atoi(d.Scalar("value"))
		if r.defined.priority == nil {
			r.defined.priority = map[string]priorityClass{}
		}
		r.defined.priority[o.Name] = priorityClass{value, Ref{Doc: doc}.Child("value"), err == nil}
	}
}

func accessModes(modes []corev1.PersistentVolumeAccessMode) []string {
	var out []string
	for _, m := range modes {
		out = append(out, string(m))
	}
	return out
}

// linkDefinitions fills in what claims and priority classes of the Unit say.
func (x *extractor) linkDefinitions() {
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		for j := range w.Pod.Volumes {
			v := &w.Pod.Volumes[j]
			if v.Claim != "" && v.AccessModes == nil {
				v.AccessModes = x.refs.defined.claims[named{"PersistentVolumeClaim", w.Namespace, v.Claim}]
			}
		}
		p := &w.Pod.Priority
		if value, ok := systemClasses[p.Class]; ok {
			p.Value, p.Set = value, true
		} else if c, ok := x.refs.defined.priority[p.Class]; ok && c.written {
			p.Value, p.Set, p.Defined = c.value, true, c.at
		}
		for j := range w.Pod.Scheduling.Labels {
			l := &w.Pod.Scheduling.Labels[j]
			if l.Needed && x.elsewhere == nil {
				x.elsewhere = x.labelKeys()
			}
			l.Elsewhere = l.Needed && x.elsewhere[l.Key]
		}
	}
}

// labelKeys are the keys below any "labels" of objects that own no pods: a Node, a node pool, a machine template.
func (x *extractor) labelKeys() map[string]bool {
	owners := map[int]bool{}
	for i := range x.facts.Workloads {
		owners[x.facts.Workloads[i].Object] = true
	}
	keys := map[string]bool{}
	for i, d := range x.unit.Documents {
		if owners[i] || x.facts.Objects[i].Kind == "Service" || x.facts.Objects[i].Kind == "ConfigMap" {
			continue
		}
		walk(d.Root, nil, func(n *yaml.Node, _ source.Path) {
			_, labels := source.Lookup(n, "labels")
			if labels == nil || labels.Kind != yaml.MappingNode {
				return
			}
			for j := 0; j+1 < len(labels.Content); j += 2 {
				keys[labels.Content[j].Value] = true
			}
		})
	}
	return keys
}

// requestsMemory tells whether the kubelet sees any memory request for the pod while it runs.
func requestsMemory(s corev1.PodSpec, cs []Container) bool {
	if s.Resources != nil {
		_, request := s.Resources.Requests[corev1.ResourceMemory]
		_, limit := s.Resources.Limits[corev1.ResourceMemory]
		if request || limit {
			return true
		}
	}
	for i := range cs {
		if cs[i].Role != "init" && cs[i].Resources.MemoryRequest {
			return true
		}
	}
	return false
}
