package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// governed is a StatefulSet's serviceName.
type governed struct{ namespace, name string }

// link joins what was read: who selects, scales and fronts whom. The order matters: replicas before percentages,
// fronts before services, services before workloads.
func (x *extractor) link() {
	x.linkHPAs()
	for i := range x.facts.Workloads {
		resolveRollout(&x.facts.Workloads[i])
	}
	x.linkPDBs()
	x.linkServices()
	x.linkConfigs()
	x.linkAccounts()
	x.linkDefinitions()
	x.linkWebhooks()
	x.podsElsewhere()
}

// selected returns the workloads of a namespace that sel matches, nearest files first: a Unit may span folders that
// happen to use the same labels, so matches in the selecting object's own folder exclude those elsewhere, and matches
// below a common parent exclude those further away.
func (x *extractor) selected(doc int, namespace string, sel labels.Selector) []int {
	var out []int
	best := -1
	dir := path.Dir(x.unit.Documents[doc].File)
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		if w.Namespace != namespace || !sel.Matches(labels.Set(x.pods[i].template.Labels)) {
			continue
		}
		near := common(dir, path.Dir(x.unit.Documents[w.Object].File))
		if x.facts.Unit.Kind != "manifest" {
			near = 0 // a chart and an overlay are deployed as a whole
		}
		switch {
		case near > best:
			best, out = near, []int{i}
		case near == best:
			out = append(out, i)
		}
	}
	return out
}

// common counts the leading folders that two paths share.
func common(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}

func (x *extractor) linkHPAs() {
	for i := range x.facts.HPAs {
		h := &x.facts.HPAs[i]
		target := x.refs.hpaTargets[i]
		for j := range x.facts.Workloads {
			w := &x.facts.Workloads[j]
			if w.Kind != target.kind || w.Name != target.name || w.Namespace != x.facts.Objects[h.Object].Namespace {
				continue
			}
			h.Workload = j
			w.Replicas.HPA = i
			// An HPA moves the number at once, so its minimum is the floor whatever the spec says.
			w.Replicas.Value, w.Replicas.From, w.Replicas.At = h.Min.Value, "hpa", h.Min.At
		}
	}
}

func (x *extractor) linkPDBs() {
	for i := range x.facts.PDBs {
		p := &x.facts.PDBs[i]
		sel, err := metav1.LabelSelectorAsSelector(x.refs.pdbSelectors[i])
		if err != nil {
			continue
		}
		// Pods of hooks and tests carry a chart's labels too, but are gone when a node is drained.
		p.Workloads = slices.DeleteFunc(x.selected(p.Object, p.Namespace, sel), func(j int) bool { return x.facts.Workloads[j].Hook })
		p.Resolved = len(p.Workloads) > 0
		for _, j := range p.Workloads {
			w := &x.facts.Workloads[j]
			w.PDBs = append(w.PDBs, i)
			p.Expected += w.Replicas.Value
			switch w.Kind {
			case "DaemonSet", "Job", "CronJob", "Pod":
				p.NoScale = append(p.NoScale, j)
				p.Resolved = false
			}
		}
		if p.Resolved {
			allowed(p)
		}
	}
}

// allowed computes how many pods may be gone. Percentages of both fields round up (k8s.io/kubernetes
// pkg/controller/disruption getExpectedPodCount); without either field nothing is allowed.
func allowed(p *PDB) {
	switch {
	case p.MaxUnavailable.Set:
		p.MaxUnavailable.scale(p.Expected, true)
		p.Allowed = min(p.MaxUnavailable.Absolute, p.Expected)
		p.Resolved = p.MaxUnavailable.Resolved
	case p.MinAvailable.Set:
		p.MinAvailable.scale(p.Expected, true)
		p.Allowed = max(p.Expected-p.MinAvailable.Absolute, 0)
		p.Resolved = p.MinAvailable.Resolved
	}
}

func (x *extractor) linkServices() {
	for i := range x.facts.Services {
		s := &x.facts.Services[i]
		x.fronts(s)
		s.Governing = s.Headless && slices.ContainsFunc(x.refs.governing, func(g governed) bool { return g == governed{s.Namespace, s.Name} })
		x.scraped(s, x.refs.services[i])
		if !s.Selector {
			continue
		}
		s.Workloads = x.selectedByService(s, x.refs.services[i].Spec.Selector)
		for _, j := range s.Workloads {
			if s.OnePod {
				break
			}
			x.serve(&x.facts.Workloads[j], i)
		}
	}
}

// serve notes on a workload that a Service selects it.
func (x *extractor) serve(w *Workload, i int) {
	s := &x.facts.Services[i]
	traffic := false
	for _, p := range s.Ports {
		if !p.Traffic || s.Governing || s.Headless && s.PublishNotReady.Value {
			continue // names of peers that find each other, also before they are ready
		}
		for _, c := range targets(w, p) {
			if !c.Profile.MetricsOnly && !sidePort(c, p) {
				c.Served, traffic = true, true
			}
		}
	}
	w.Services = append(w.Services, ServiceLink{Service: i, Name: s.Name, At: s.At, Traffic: traffic})
	if !traffic {
		return
	}
	w.Served = true
	w.PodTargets = w.PodTargets || s.PodTargets
	if rank[s.Front] > rank[w.Front] || w.Front == "none" {
		w.Front, w.FrontAt, w.FrontName = s.Front, s.FrontAt, s.FrontName
		if s.Front == "none" {
			w.Front, w.FrontAt, w.FrontName = "service", s.At, "Service/"+s.Name
		}
	}
}

var rank = map[string]int{"none": 0, "service": 1, "load-balancer": 2, "gateway": 3, "ingress": 4}

// targets are the containers that a Service port reaches. A port that no container declares may reach any main one.
func targets(w *Workload, p ServicePort) []*Container {
	var declared, possible []*Container
	for i := range w.Containers {
		c := &w.Containers[i]
		if c.Role == "init" {
			continue
		}
		if slices.ContainsFunc(c.Ports, func(port Port) bool { return port.Name == p.Target && p.Target != "" || p.Target == itoa(port.Number) }) {
			declared = append(declared, c)
		}
		if c.Role == "main" && !c.Helper {
			possible = append(possible, c)
		}
	}
	if declared != nil {
		return declared
	}
	return possible
}

// fronts notes what stands before a Service: an Ingress, a Gateway route, a load balancer.
func (x *extractor) fronts(s *Service) {
	annotations := x.annotations(s.Object)
	if s.Type == string(corev1.ServiceTypeLoadBalancer) {
		s.Front, s.FrontAt, s.FrontName = "load-balancer", s.At.Child("spec", "type"), "Service/"+s.Name
		target := annotations["service.beta.kubernetes.io/aws-load-balancer-nlb-target-type"]
		s.PodTargets = target == "ip"
	}
	if strings.Contains(annotations["cloud.google.com/neg"], "true") || annotations["cloud.google.com/neg"] != "" && strings.Contains(annotations["cloud.google.com/neg"], "exposed_ports") {
		s.PodTargets = true
	}
	for _, r := range x.refs.routes {
		if r.service != s.Name || r.namespace != s.Namespace || rank[r.front] <= rank[s.Front] {
			continue
		}
		s.Front, s.FrontAt, s.FrontName = r.front, r.at, r.name
		s.PodTargets = s.PodTargets || r.podTargets
	}
}

// scraped decides which ports of a Service carry metrics only.
func (x *extractor) scraped(s *Service, svc *corev1.Service) {
	monitored := map[string]bool{}
	for _, m := range x.refs.monitors {
		if m.matches(s.Namespace, svc.Labels) {
			for _, p := range m.ports {
				monitored[p] = true
			}
		}
	}
	if a := svc.Annotations; a["prometheus.io/scrape"] == "true" {
		monitored[cmp.Or(a["prometheus.io/port"], "*")] = true
	}
	// An application scraped on the port it serves is served all the same; only where nobody else refers to the Service
	// is it there for its metrics alone.
	alone := s.Front == "none" && s.Type != "NodePort" && !x.refs.mentions(s.Name, x)
	s.Scraped = alone && len(s.Ports) > 0
	for i := range s.Ports {
		p := &s.Ports[i]
		p.Traffic = !sideName(p.Name) && !sideName(p.Target)
		byMonitor := monitored["*"] || monitored[p.Name] || monitored[p.Target] || monitored[itoa(p.Port)]
		if !byMonitor {
			s.Scraped = false
		}
	}
	if s.Scraped {
		for i := range s.Ports {
			s.Ports[i].Traffic = false
		}
	}
}

// sideName tells whether a port name says that it carries metrics or answers probes.
func sideName(name string) bool {
	n := strings.ToLower(name)
	return probeNames[n] || strings.Contains(n, "metric") || strings.HasPrefix(n, "prom") || strings.HasPrefix(n, "telemetry")
}
