package facts

import (
	"slices"
	"strings"
)

// passive are groups of custom resources that describe and make no pods.
var passive = []string{
	"monitoring.coreos.com", "monitoring.googleapis.com", "operator.victoriametrics.com", "gateway.networking.k8s.io", "cert-manager.io", "networking.istio.io", "security.istio.io",
	"telemetry.istio.io", "traefik.io", "traefik.containo.us", "external-secrets.io", "bitnami.com", "kyverno.io", "policy.linkerd.io", "linkerd.io",
	"cilium.io", "projectcalico.org", "crd.projectcalico.org", "apiregistration.k8s.io", "security.openshift.io", "route.openshift.io", "keda.sh",
	"autoscaling.k8s.io", "snapshot.storage.k8s.io", "secrets-store.csi.x-k8s.io", "getambassador.io", "configuration.konghq.com",
	"networking.gke.io", "cloud.google.com", "elbv2.k8s.aws", "vpcresources.k8s.aws", "grafana.integreatly.org", "kustomize.config.k8s.io",
}

// podsElsewhere finds a reason why pods may exist that no object of the Unit describes: then "selects nothing" proves
// nothing. It also finds whether some account may delete pods, which is how operators roll out.
func (x *extractor) podsElsewhere() {
	f := x.facts
	for i := range f.Workloads {
		w := &f.Workloads[i]
		for _, r := range w.Account.Rules {
			pods := grants(r.Resources, "pods")
			if pods && (grants(r.Verbs, "delete") || grants(r.Verbs, "deletecollection")) {
				f.Unit.Restarts = true
			}
			if pods && (grants(r.Verbs, "patch") || grants(r.Verbs, "update")) {
				f.Unit.PodsElsewhere = w.Kind + " " + w.Name + " may label pods" // a leader that marks itself
			}
			owner := pods
			for _, kind := range []string{"deployments", "statefulsets", "daemonsets", "replicasets"} {
				owner = owner || grants(r.Resources, kind)
			}
			if owner && grants(r.Verbs, "create") {
				f.Unit.PodsElsewhere = w.Kind + " " + w.Name + " may create pods"
			}
		}
	}
	for i := range f.Objects {
		o := &f.Objects[i]
		if f.Unit.PodsElsewhere != "" {
			return
		}
		if o.Kind == "CustomResourceDefinition" || !o.Known && o.Kind != "" && !slices.Contains(passive, group(o.APIVersion)) && !x.ownsPods(i) {
			f.Unit.PodsElsewhere = strings.TrimSpace(o.Kind+" "+o.Name) + " may make pods"
		}
	}
}

func (x *extractor) ownsPods(object int) bool {
	return slices.ContainsFunc(x.facts.Workloads, func(w Workload) bool { return w.Object == object })
}

func grants(list []string, what string) bool {
	return slices.Contains(list, what) || slices.Contains(list, "*")
}
