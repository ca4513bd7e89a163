package facts

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// routers are objects of ingress controllers that send to Services, by API group and kind: under which list of the spec a
// backend stands, and which of its fields names the Service. Sources: the CRDs of NGINX, Traefik, Contour,
// OpenShift and the AWS load balancer controller.
var routers = map[string]map[string][]backend{
	"k8s.nginx.org": {
		"VirtualServer": {{"upstreams", "service"}}, "VirtualServerRoute": {{"upstreams", "service"}},
		"TransportServer": {{"upstreams", "service"}},
	},
	"traefik.io":          {"IngressRoute": {{"services", "name"}}, "IngressRouteTCP": {{"services", "name"}}},
	"traefik.containo.us": {"IngressRoute": {{"services", "name"}}, "IngressRouteTCP": {{"services", "name"}}},
	"projectcontour.io":   {"HTTPProxy": {{"services", "name"}}},
	"route.openshift.io":  {"Route": {{"to", "name"}, {"alternateBackends", "name"}}},
	"elbv2.k8s.aws":       {"TargetGroupBinding": {{"serviceRef", "name"}}},
}

// backend is a field, or a list of them, that holds the name of a Service.
type backend struct{ field, name string }

// routedBy notes the Services behind an object of an ingress controller.
func (r *references) routedBy(o *Object, d *source.Document, at Ref) {
	group, _, _ := strings.Cut(o.APIVersion, "/")
	backends := routers[group][o.Kind]
	if backends == nil {
		return
	}
	front, pods := "ingress", false
	if o.Kind == "TargetGroupBinding" {
		front, pods = "load-balancer", d.Scalar("spec", "targetType") == "ip"
	}
	_, spec := source.Lookup(d.Root, "spec")
	walk(spec, nil, func(n *yaml.Node, _ source.Path) {
		for _, b := range backends {
			_, list := source.Lookup(n, b.field)
			for _, entry := range slices.Concat(items(list), []*yaml.Node{list}) {
				_, name := source.Lookup(entry, b.name)
				_, kind := source.Lookup(entry, "kind")
				if name != nil && name.Value != "" && (kind == nil || kind.Value == "Service") {
					r.routes = append(r.routes, route{front, o.Namespace, name.Value, o.Kind + "/" + o.Name, at, pods})
				}
			}
		}
	})
}
