package facts

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/shell"
)

// finish adds what needs the whole picture of a workload: exposure, its class, what its programs need of the node.
func (x *extractor) finish(w *Workload) {
	for i := range w.Containers {
		c := &w.Containers[i]
		if c.Role == "init" {
			continue
		}
		c.Drain.FollowsGrace = x.sameValue(c.Drain.At, w.Pod.Grace.At)
		for _, p := range c.Ports {
			w.Exposed = w.Exposed || p.HostPort != 0
		}
		switch c.Profile.Class {
		case "telemetry", "security", "network", "storage":
			w.Agent = w.Agent || !c.Helper
		}
	}
	w.Exposed = w.Exposed || w.Pod.HostNetwork.Value
	x.hostPaths(w, x.podOf(w))
	w.Scraped = x.isScraped(w)
}

// isScraped tells whether something in the files says that the metrics of a workload are read.
func (x *extractor) isScraped(w *Workload) bool {
	if x.podOf(w).template.Annotations["prometheus.io/scrape"] == "true" {
		return true
	}
	return slices.ContainsFunc(w.Services, func(l ServiceLink) bool {
		s := x.refs.services[l.Service]
		return s.Annotations["prometheus.io/scrape"] == "true" ||
			slices.ContainsFunc(x.refs.monitors, func(m monitor) bool { return m.matches(x.namespace(s.Namespace), s.Labels) })
	})
}

func (x *extractor) podOf(w *Workload) pod {
	for i := range x.facts.Workloads {
		if &x.facts.Workloads[i] == w {
			return x.pods[i]
		}
	}
	return pod{}
}

// profile looks a program up by its image and its argv; commanded tells whether the pod names the program.
func (x *extractor) profile(im Image, argv []string, commanded bool) Profile {
	out := Profile{Monitoring: []int{}, LameDuck: []string{}, Needs: map[string]string{}, Signals: map[string]string{}, Leaves: []Leaf{}}
	if x.opts.Catalog == nil || shell.Bare(argv) {
		return out
	}
	program := ""
	if len(argv) > 0 {
		program = path.Base(argv[0])
	}
	p, ok := x.opts.Catalog.Profile(im.Repository, im.Tag, program, argv)
	if !ok {
		return out
	}
	// An image may hold several programs: one that is known by itself, and is not the image's, is what runs.
	if commanded && len(p.Programs) > 0 && !slices.Contains(p.Programs, program) {
		if other, ok := x.opts.Catalog.Profile("", "", program, argv); ok {
			p = other
		}
	}
	out.MetricsOnly, out.RollsTogether, out.Single = p.MetricsOnly, p.RollsTogether, p.Single
	out.Monitoring = append(out.Monitoring, p.Monitoring...)
	out.Name, out.Class, out.KeepsAccepting, out.Stateless, out.Instead = p.Name, p.Class, p.KeepsAccepting, p.Stateless, p.Instead
	for _, n := range p.Needs {
		if n.Applies(argv) {
			out.Needs[n.Privilege] = n.Why
		}
	}
	for _, l := range p.Leaves {
		if l.Applies(argv) {
			out.Leaves = append(out.Leaves, Leaf{Kind: l.Kind, What: l.What, Remove: l.Remove})
		}
	}
	return out
}

// need notes why the programs of a workload need a host path, if their profiles say so. Of several needs that cover it
// the one for the longest path says most; the order of keys decides between equal ones.
func (x *extractor) need(w *Workload, h *HostPath) {
	longest := -1
	for i := range w.Containers {
		c := &w.Containers[i]
		if !mountedBy(h, c.Name) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(c.Profile.Needs)) {
			kind, p, ok := strings.Cut(key, ":")
			if !ok || kind != "path" && kind != "write" {
				continue
			}
			if !catalog.Covers(p, hostClean(h.Path)) {
				if catalog.Covers(hostClean(h.Path), p) && !slices.Contains(h.Enough, p) {
					h.Enough = append(h.Enough, p)
				}
				continue
			}
			if p == "/" && kind == "path" && h.Class == "other" {
				continue // who reads the whole node may still write a folder that is nobody else's
			}
			h.NeedWrite = h.NeedWrite || kind == "write"
			if len(p) > longest {
				h.Need, longest = c.Profile.Needs[key], len(p)
			}
		}
	}
	if h.Need != "" {
		h.Enough = nil
	}
}

func mountedBy(h *HostPath, container string) bool {
	for _, m := range h.Mounts {
		if m.Container == container {
			return true
		}
	}
	return false
}
