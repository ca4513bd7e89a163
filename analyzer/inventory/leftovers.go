package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders/source"
)

// Leftovers is what is there after an input was uninstalled, and in which order to remove it.
type Leftovers struct {
	// Node is left on nodes, Cluster are objects, Outside is what other systems hold.
	Node    []Leftover `json:"node"`
	Cluster []Leftover `json:"cluster"`
	Outside []Leftover `json:"outside"`
	// Order are the steps that leave nothing hanging.
	Order []Step `json:"order"`
}

// Leftover is one thing that may stay.
type Leftover struct {
	Input string `json:"input"`
	// Kind is a kind of object, or path, cni, kernel-module, bpf, network, systemd, mounts, label, volume, dns, endpoint, secret.
	Kind string `json:"kind"`
	What string `json:"what"`
	// Fate is stays, removed (the uninstall takes it along, deleting only the namespace does not), may-stay (it depends on what the
	// files do not say) or hangs.
	Fate string `json:"fate"`
	// Why says where it comes from, Remove what to do.
	Why    string `json:"why"`
	Remove string `json:"remove"`
	By     string `json:"by"`
	At     Place  `json:"at"`
}

// Step is one step of a removal.
type Step struct {
	Input string   `json:"input"`
	Do    string   `json:"do"`
	Why   string   `json:"why"`
	What  []string `json:"what"`
}

// What is left. The values of Leftover.Fate.
const (
	stays   = "stays"
	maybe   = "may-stay"
	removed = "removed"
	hangs   = "hangs"
)

// Left reads what an uninstall leaves.
func Left(in *analyzer.Inspection) *Leftovers {
	out := &Leftovers{Node: []Leftover{}, Cluster: []Leftover{}, Outside: []Leftover{}, Order: []Step{}}
	each(in, func(i *input) {
		l := &leaver{input: i, own: i.ownKinds()}
		l.nodes()
		l.cluster()
		l.outside()
		out.Node = append(out.Node, sorted(l.node)...)
		out.Cluster = append(out.Cluster, sorted(l.objects)...)
		out.Outside = append(out.Outside, sorted(l.out)...)
		out.Order = append(out.Order, l.order()...)
	})
	return out
}

// sorted orders leftovers by what they are and drops repetitions.
func sorted(s []Leftover) []Leftover {
	slices.SortStableFunc(s, func(a, b Leftover) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.What, b.What), a.At.compare(b.At), strings.Compare(a.By, b.By), strings.Compare(a.Why, b.Why))
	})
	return slices.Compact(s)
}

// leaver reads one Unit.
type leaver struct {
	*input
	own                map[string]bool
	node, objects, out []Leftover
}

func (l *leaver) add(to *[]Leftover, at facts.Ref, x Leftover) {
	var concerns bool
	if x.At, concerns = l.place(at); concerns {
		x.Input = l.name
		*to = append(*to, x)
	}
}

// helm tells whether the Unit is installed by Helm.
func (l *leaver) helm() bool { return l.Unit.Kind == source.Helm }

// uninstall words the command that takes the objects away.
func (l *leaver) uninstall() string {
	switch l.Unit.Kind {
	case source.Helm:
		return "helm uninstall"
	case source.Kustomize:
		return "kubectl delete -k"
	}
	return "kubectl delete -f"
}

// nodes lists what workloads make on their nodes.
func (l *leaver) nodes() {
	for n := range l.Facts.Workloads {
		w := &l.Facts.Workloads[n]
		for j := range w.HostPaths {
			l.path(w, &w.HostPaths[j])
		}
		for j := range w.Containers {
			c := &w.Containers[j]
			for _, leaf := range c.Profile.Leaves {
				l.add(&l.node, c.At, Leftover{
					Kind: leaf.Kind, What: leaf.What, Fate: stays, Why: fmt.Sprintf("%s makes it (profile)", c.Profile.Name), Remove: leaf.Remove, By: l.object(w.Object) + ", container " + c.Name,
				})
			}
		}
	}
}

// everywhere are classes of paths that every node has: mounting their top creates nothing.
var everywhere = []string{"root", "var", "etc", "login", "start", "kubernetes", "kubelet", "etcd", "home", "boot", "dev", "proc", "sys", "kernelfs", "run", "bus", "logs", "modules", "usr", "harmless", "containers", "udev"}

// path lists what a host path creates or lets a container write. What is below /run, /dev, /proc and /sys ends with the next start
// of the node; writes to /proc and /sys leave settings, not files.
func (l *leaver) path(w *facts.Workload, h *facts.HostPath) {
	if len(h.Mounts) == 0 || h.Direct || h.Looks == "socket" && h.Type != "FileOrCreate" {
		return
	}
	if slices.Contains([]string{"proc", "sys", "kernelfs", "dev", "harmless"}, h.Class) {
		return
	}
	makes := h.Type == "DirectoryOrCreate" || h.Type == "FileOrCreate"
	common := h.Whole && slices.Contains(everywhere, h.Class)
	var writers []facts.Mount
	for _, m := range h.Mounts {
		if !m.ReadOnly {
			writers = append(writers, m)
		}
	}
	if len(writers) == 0 && (!makes || common) {
		return
	}
	x := Leftover{Kind: "path", What: h.Path, Fate: maybe, By: l.object(w.Object), Remove: "remove it on every node where the pod ran"}
	at := h.At
	var why []string
	switch {
	case makes && !common:
		x.Fate = stays
		why = append(why, "type "+h.Type+" creates it where it is absent")
		at = h.TypeAt
	case h.Type == "" && len(writers) > 0 && !common:
		why = append(why, "without a type the container runtime creates the folder where it is absent")
	}
	if len(writers) > 0 {
		m := writers[0]
		why = append(why, fmt.Sprintf("container %s may write there (%s)", m.Container, m.MountPath))
		if role(w, m.Container) == "init" {
			why[len(why)-1] += " at every start of the pod"
		}
	}
	if h.Class == "bpf" {
		x.Kind, x.Fate, x.Remove = "bpf", maybe, "look on a node for what it pinned below "+h.Path+": pinned programs stay loaded, and maps keep their memory"
	}
	if h.Class == "cni" && len(writers) > 0 {
		x.Kind = "cni"
		if slices.ContainsFunc(writers, func(m facts.Mount) bool { return role(w, m.Container) == "init" }) {
			x.Fate = stays
		}
		x.Remove = "remove its binary and its configuration from every node: a configuration without its program keeps all new pods from starting"
		if h.Path == "/run/netns" || h.Path == "/var/run/netns" {
			x.Kind, x.Fate = "path", maybe
		}
	}
	if common {
		x.Remove = "look on a node for what it wrote below " + h.Path
	}
	if h.Class == "run" || h.Class == "lock" || h.Class == "bus" || h.Class == "udev" {
		why = append(why, "/run is empty after the next start of the node")
		x.Fate = maybe
	}
	x.Why = strings.Join(why, "; ")
	l.add(&l.node, at, x)
}

func role(w *facts.Workload, container string) string {
	for i := range w.Containers {
		if w.Containers[i].Name == container {
			return w.Containers[i].Role
		}
	}
	return ""
}
