package facts

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders/source"
)

// references are the loose ends between objects, collected while reading and tied up by link.
type references struct {
	services     []*corev1.Service // parallel to facts.Services
	pdbSelectors []*metav1.LabelSelector
	hpaTargets   []named
	governing    []governed
	routes       []route
	monitors     []monitor
	accounts     map[named]bool // ServiceAccount -> automount switched off
	roles        map[named]role
	bindings     []binding
	defined      definitions
	scopes       []webhookScope // parallel to facts.Webhooks
}

// named is an object of a kind in a namespace.
type named struct{ kind, namespace, name string }

// route is an Ingress or Gateway route that sends to a Service.
type route struct {
	front, namespace, service, name string
	at                              Ref
	podTargets                      bool
}

// monitor is a ServiceMonitor.
type monitor struct {
	namespace string
	all       bool
	selector  labels.Selector
	ports     []string
}

func (m monitor) matches(namespace string, l map[string]string) bool {
	return (m.all || m.namespace == namespace) && m.selector.Matches(labels.Set(l))
}

// collect reads the references of objects that are no workload. Only fields that keep their meaning across API versions
// are read.
func (r *references) collect(doc int, o *Object, d *source.Document) {
	at := Ref{Doc: doc}
	r.routedBy(o, d, at)
	switch o.Kind {
	case "Ingress":
		class := d.Scalar("spec", "ingressClassName") + d.Scalar("metadata", "annotations", "kubernetes.io/ingress.class")
		ip := d.Scalar("metadata", "annotations", "alb.ingress.kubernetes.io/target-type") == "ip" || strings.HasPrefix(class, "gce")
		_, spec := source.Lookup(d.Root, "spec")
		walk(spec, nil, func(n *yaml.Node, p source.Path) {
			_, backend := source.Lookup(n, "service")
			_, name := source.Lookup(backend, "name")
			if name == nil {
				_, name = source.Lookup(n, "serviceName")
			}
			if name != nil {
				r.routes = append(r.routes, route{"ingress", o.Namespace, name.Value, "Ingress/" + o.Name, at, ip})
			}
		})
	case "HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute", "UDPRoute":
		_, spec := source.Lookup(d.Root, "spec")
		walk(spec, nil, func(n *yaml.Node, p source.Path) {
			_, refs := source.Lookup(n, "backendRefs")
			for _, b := range items(refs) {
				_, name := source.Lookup(b, "name")
				_, kind := source.Lookup(b, "kind")
				if name == nil || kind != nil && kind.Value != "Service" {
					continue
				}
				ns := o.Namespace
				if _, v := source.Lookup(b, "namespace"); v != nil && v.Value != "" {
					ns = v.Value
				}
				r.routes = append(r.routes, route{"gateway", ns, name.Value, o.Kind + "/" + o.Name, at, false})
			}
		})
	case "ServiceMonitor":
		r.serviceMonitor(o, d)
	case "ServiceAccount":
		if r.accounts == nil {
			r.accounts = map[named]bool{}
		}
		r.accounts[named{"ServiceAccount", o.Namespace, o.Name}] = d.Scalar("automountServiceAccountToken") == "false"
	case "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding":
		r.rbac(doc, o, d)
	}
}

func (r *references) serviceMonitor(o *Object, d *source.Document) {
	var m struct {
		Spec struct {
			Selector          metav1.LabelSelector `json:"selector"`
			NamespaceSelector struct {
				Any        bool     `json:"any"`
				MatchNames []string `json:"matchNames"`
			} `json:"namespaceSelector"`
			Endpoints []struct {
				Port       string              `json:"port"`
				TargetPort *intstr.IntOrString `json:"targetPort"`
			} `json:"endpoints"`
		} `json:"spec"`
	}
	kube.Decode(d.Root, &m, kube.Default())
	sel, err := metav1.LabelSelectorAsSelector(&m.Spec.Selector)
	if err != nil {
		return
	}
	mon := monitor{namespace: o.Namespace, selector: sel, all: m.Spec.NamespaceSelector.Any || len(m.Spec.NamespaceSelector.MatchNames) > 0}
	for _, e := range m.Spec.Endpoints {
		mon.ports = append(mon.ports, e.Port)
		if e.TargetPort != nil {
			mon.ports = append(mon.ports, e.TargetPort.String())
		}
	}
	mon.ports = slices.DeleteFunc(mon.ports, func(p string) bool { return p == "" })
	r.monitors = append(r.monitors, mon)
}

// mentions tells whether some workload or ConfigMap names a Service in its configuration, which makes it a client.
func (r *references) mentions(service string, x *extractor) bool {
	for i := range x.pods {
		s := x.pods[i].template.Spec
		for _, c := range slices.Concat(s.InitContainers, s.Containers) {
			for _, text := range slices.Concat(c.Command, c.Args) {
				if mention(text, service) {
					return true
				}
			}
			for _, e := range c.Env {
				if mention(e.Value, service) {
					return true
				}
			}
		}
	}
	return false
}

// mention finds a Service as a host name: followed by a port, a domain or a path.
func mention(text, service string) bool {
	if service == "" {
		return false
	}
	for rest := text; ; {
		i := strings.Index(rest, service)
		if i < 0 {
			return false
		}
		// After a single slash it is a path element (an image: quay.io/name/...), after two it is a host.
		path := i > 0 && rest[i-1] == '/' && !strings.HasSuffix(rest[:i], "//")
		before := !path && (i == 0 || !isNameByte(rest[i-1]))
		rest = rest[i+len(service):]
		if before && (rest == "" || !isNameByte(rest[0])) {
			return true
		}
	}
}

func isNameByte(b byte) bool {
	return b == '-' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func (x *extractor) service(doc int, s *corev1.Service) {
	o := &x.facts.Objects[doc]
	out := Service{
		At: o.At, Object: doc, Name: o.Name, Namespace: o.Namespace, Type: string(s.Spec.Type), Front: "none", FrontAt: o.At,
		Headless: s.Spec.ClusterIP == corev1.ClusterIPNone, Selector: len(s.Spec.Selector) > 0,
		SelectorAt: o.At.Child("spec", "selector"), SelectorText: labels.Set(s.Spec.Selector).String(),
		PublishNotReady: Bool{s.Spec.PublishNotReadyAddresses, s.Spec.PublishNotReadyAddresses, o.At.Child("spec", "publishNotReadyAddresses")},
	}
	if s.Annotations["service.alpha.kubernetes.io/tolerate-unready-endpoints"] == "true" {
		out.PublishNotReady = Bool{true, true, o.At.Child("metadata", "annotations", "service.alpha.kubernetes.io/tolerate-unready-endpoints")}
	}
	if p := s.Spec.InternalTrafficPolicy; p != nil && *p == corev1.ServiceInternalTrafficPolicyLocal {
		out.NodeLocal = s.Spec.Type == "" || s.Spec.Type == corev1.ServiceTypeClusterIP
	}
	if s.Spec.Type == corev1.ServiceTypeExternalName {
		out.Selector = false
	}
	for i, p := range s.Spec.Ports {
		target := p.TargetPort.String()
		if target == "0" || target == "" {
			target = itoa(int(p.Port))
		}
		out.Ports = append(out.Ports, ServicePort{At: o.At.Child("spec", "ports", i), Name: p.Name, Port: int(p.Port), Target: target})
	}
	x.facts.Services = append(x.facts.Services, out)
	x.refs.services = append(x.refs.services, s)
}

func (x *extractor) pdb(doc int, p *policyv1.PodDisruptionBudget) {
	o := &x.facts.Objects[doc]
	out := PDB{
		At: o.At, Object: doc, Name: o.Name, Namespace: o.Namespace, SelectorAt: o.At.Child("spec", "selector"),
		MinAvailable:   amount(p.Spec.MinAvailable, "", o.At.Child("spec", "minAvailable")),
		MaxUnavailable: amount(p.Spec.MaxUnavailable, "", o.At.Child("spec", "maxUnavailable")),
		UnhealthyAt:    o.At.Child("spec", "unhealthyPodEvictionPolicy"),
	}
	if s := p.Spec.Selector; s != nil {
		out.All = len(s.MatchLabels)+len(s.MatchExpressions) == 0
		if !out.All {
			out.SelectorText = metav1.FormatLabelSelector(s)
		}
	}
	if u := p.Spec.UnhealthyPodEvictionPolicy; u != nil {
		out.UnhealthyPolicy = string(*u)
	}
	x.facts.PDBs = append(x.facts.PDBs, out)
	x.refs.pdbSelectors = append(x.refs.pdbSelectors, p.Spec.Selector)
}

func (x *extractor) hpa(doc int, h *autoscalingv2.HorizontalPodAutoscaler) {
	o := &x.facts.Objects[doc]
	out := HPA{At: o.At, Object: doc, Name: o.Name, Workload: -1, Min: Int{Value: 1, At: o.At.Child("spec", "minReplicas")},
		Max: Int{Value: int(h.Spec.MaxReplicas), Set: true, At: o.At.Child("spec", "maxReplicas")}}
	if m := h.Spec.MinReplicas; m != nil {
		out.Min.Value, out.Min.Set = int(*m), true
	}
	x.facts.HPAs = append(x.facts.HPAs, out)
	x.refs.hpaTargets = append(x.refs.hpaTargets, named{h.Spec.ScaleTargetRef.Kind, o.Namespace, h.Spec.ScaleTargetRef.Name})
}

func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// walk visits every mapping below n.
func walk(n *yaml.Node, p source.Path, visit func(*yaml.Node, source.Path)) {
	if n == nil {
		return
	}
	if n.Kind == yaml.MappingNode {
		visit(n, p)
		for i := 0; i+1 < len(n.Content); i += 2 {
			walk(n.Content[i+1], p.Child(n.Content[i].Value), visit)
		}
		return
	}
	for i, c := range n.Content {
		walk(c, p.Child(i), visit)
	}
}

func (x *extractor) stringMap(doc int, p ...any) map[string]string {
	_, n, depth := source.Find(x.unit.Documents[doc].Root, p)
	if depth != len(p) || n.Kind != yaml.MappingNode {
		return nil
	}
	out := make(map[string]string, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		out[n.Content[i].Value] = n.Content[i+1].Value
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }
