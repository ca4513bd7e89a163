package inventory

import (
	"encoding/base64"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders/source"
)

// outside lists what other systems hold: addresses, names, volumes, and who takes data with which credentials.
func (l *leaver) outside() {
	policies := map[string]string{} // reclaim policy by StorageClass
	for doc, o := range l.Facts.Objects {
		if o.Kind == "StorageClass" {
			policies[o.Name] = l.Unit.Documents[doc].Scalar("reclaimPolicy")
			if policies[o.Name] == "" {
				policies[o.Name] = "Delete"
			}
		}
	}
	for doc, o := range l.Facts.Objects {
		d := l.Unit.Documents[doc]
		at, by := facts.Ref{Doc: doc}, l.object(doc)
		switch o.Kind {
		case "Service":
			if d.Scalar("spec", "type") == "LoadBalancer" {
				l.add(&l.out, at.Child("spec", "type"), Leftover{Kind: "load-balancer", What: o.Name, By: by, Fate: maybe, Why: "the cloud controller deletes it with the Service, which its finalizer holds until then", Remove: "delete the Service while the cluster lives, and see that the load balancer and its address are gone"})
			}
			l.externalName(doc, at)
		case "PersistentVolumeClaim":
			l.volume(at.Child("spec"), by, o.Name, d.Scalar("spec", "storageClassName"), policies)
		case "PersistentVolume":
			policy := d.Scalar("spec", "persistentVolumeReclaimPolicy")
			if policy == "" {
				policy = "Retain"
			}
			x := Leftover{Kind: "volume", What: o.Name, By: by, Fate: stays, Why: "reclaim policy " + policy, Remove: "delete the storage behind it when the data is not needed any more"}
			if policy == "Delete" {
				x.Fate = removed
			}
			l.add(&l.out, at.Child("spec", "persistentVolumeReclaimPolicy"), x)
		case "StatefulSet":
			_, list, depth := source.Find(d.Root, source.Path{"spec", "volumeClaimTemplates"})
			for n := range items(list, depth == 2) {
				t := at.Child("spec", "volumeClaimTemplates", n, "spec")
				l.volume(t, by, o.Name, d.Scalar("spec", "volumeClaimTemplates", n, "spec", "storageClassName"), policies)
			}
		case "Ingress", "HTTPRoute", "GRPCRoute", "TLSRoute", "Gateway", "IngressRoute", "VirtualService", "Route":
			l.hosts(d.Root, at, source.Path{"spec"}, by)
			l.externalName(doc, at)
		case "ConfigMap":
			l.config(doc, d, "data", false)
		case "Secret":
			l.config(doc, d, "stringData", false)
			l.config(doc, d, "data", true)
		}
	}
	for n := range l.Facts.Workloads {
		l.talks(&l.Facts.Workloads[n])
	}
}

func items(n *yaml.Node, ok bool) []*yaml.Node {
	if n == nil || !ok || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

func (l *leaver) volume(at facts.Ref, by, name, class string, policies map[string]string) {
	x := Leftover{Kind: "volume", What: "behind the claims of " + name, By: by, Fate: maybe, Remove: "see whether volumes are left, and delete them when the data is not needed any more"}
	switch policy := policies[class]; {
	case policy == "Delete":
		x.Fate, x.Why = removed, "StorageClass "+class+" has reclaim policy Delete: it goes with its claim"
	case policy != "":
		x.Fate, x.Why = stays, "StorageClass "+class+" has reclaim policy "+policy
	case class != "":
		x.Why = "the reclaim policy of StorageClass " + class + " decides, which is not in these files"
	default:
		x.Why = "the reclaim policy of the cluster's default StorageClass decides"
	}
	l.add(&l.out, at, x)
}

// hosts lists the names below host, hosts, hostname and hostnames.
func (l *leaver) hosts(root *yaml.Node, at facts.Ref, p source.Path, by string) {
	_, n, depth := source.Find(root, p)
	if depth < len(p) {
		return
	}
	switch n.Kind {
	case yaml.SequenceNode:
		for i := range n.Content {
			l.hosts(root, at, p.Child(i), by)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, v := n.Content[i].Value, n.Content[i+1]
			here := p.Child(key)
			if key != "host" && key != "hostname" && key != "hosts" && key != "hostnames" {
				l.hosts(root, at, here, by)
				continue
			}
			for j, s := range append(slices.Clone(items(v, true)), v) {
				ref := at.Child(here...)
				if v.Kind == yaml.SequenceNode && j < len(v.Content) {
					ref = at.Child(here.Child(j)...)
				}
				if s.Kind == yaml.ScalarNode && strings.Contains(s.Value, ".") {
					l.dns(ref, s.Value, by)
				}
			}
		}
	}
}

// externalName reads the annotation by which external-dns makes names.
func (l *leaver) externalName(doc int, at facts.Ref) {
	const key = "external-dns.alpha.kubernetes.io/hostname"
	for _, host := range strings.Split(l.Unit.Documents[doc].Scalar("metadata", "annotations", key), ",") {
		if host = strings.TrimSpace(host); host != "" {
			l.dns(at.Child("metadata", "annotations", key), host, l.object(doc))
		}
	}
}

func (l *leaver) dns(at facts.Ref, host, by string) {
	l.add(&l.out, at, Leftover{Kind: "dns", What: host, By: by, Fate: maybe, Why: "a name that points at this cluster; only an external-dns that owns the record removes it", Remove: "remove the record and the certificate: whoever gets the address next answers for the name"})
}

// endpoint finds addresses behind words that name one. Comments are cut off before.
var endpoint = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[\s"'_.,{(-])(?:url|urls|uri|endpoint|endpoints|host|hosts|hostname|server|servers|address|broker|brokers|brokerlist|bootstrap_servers|site|dd_url|collector_url|remote_write|destination)["']?\s*[:= ]\s*\[?\s*["']?((?:[a-z][a-z0-9+]*://)?[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?:/[^\s"',\]]*)?)`)
})

// abroad is the host of an address that lies outside of the cluster, empty for one within it and for what is no address.
func abroad(text string) string {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "any://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	h := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	last := h[strings.LastIndex(h, ".")+1:]
	switch {
	case h == "" || !strings.Contains(h, "."), net.ParseIP(h) != nil, strings.ContainsAny(h, "$%{}<>_"):
		return ""
	case slices.Contains([]string{"svc", "local", "localhost", "internal", "yaml", "yml", "json", "conf", "sock", "log", "lua", "io1", "go", "sh", "pem", "crt", "key"}, last), strings.Contains(h, ".svc."):
		return ""
	case h == "kubernetes.default", h == "kubernetes.io", strings.HasSuffix(h, ".kubernetes.io"), strings.HasSuffix(h, ".k8s.io"), h == "github.com", strings.HasSuffix(h, ".github.com"), strings.HasSuffix(h, "githubusercontent.com"):
		return ""
	case strings.Count(h, ".") == 1 && slices.Contains([]string{"default", "monitoring", "logging", "observability"}, last):
		return "" // service.namespace
	}
	return h
}

func (l *leaver) takes(at facts.Ref, host, by, where string) {
	l.add(&l.out, at, Leftover{Kind: "endpoint", What: host, By: by, Fate: maybe, Why: where + " names it", Remove: "remove what it holds about this cluster (host entries, alerts, dashboards), and revoke the credentials it was reached with"})
}

// config reads the addresses in the texts of a ConfigMap or a Secret; only the names of hosts leave a Secret.
func (l *leaver) config(doc int, d *source.Document, field string, encoded bool) {
	_, data := source.Lookup(d.Root, field)
	if data == nil || data.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(data.Content); i += 2 {
		key, text := data.Content[i].Value, data.Content[i+1].Value
		if encoded {
			raw, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				continue
			}
			text = string(raw)
		}
		if strings.HasSuffix(key, ".json") && strings.Contains(text, `"panels"`) {
			continue // a dashboard
		}
		for n, line := range strings.Split(text, "\n") {
			if t := strings.TrimSpace(line); strings.HasPrefix(t, "#") || strings.HasPrefix(t, ";") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "- name: ") {
				continue
			}
			for _, m := range endpoint().FindAllStringSubmatch(line, -1) {
				if host := abroad(m[1]); host != "" {
					at := facts.Ref{Doc: doc}.Child(field, key)
					if !encoded {
						at.Line = n + 1
					}
					l.takes(at, host, l.object(doc), "key "+key)
				}
			}
		}
	}
}

// talks lists the addresses in arguments and environment variables, and the Secrets that a workload reads.
func (l *leaver) talks(w *facts.Workload) {
	by := l.object(w.Object)
	for i := range w.Containers {
		c := &w.Containers[i]
		at := c.Process.ArgsAt
		for _, a := range slices.Concat(c.Process.Command, c.Process.Args) {
			_, value, cut := strings.Cut(a, "=")
			if !cut {
				value = a
			}
			if strings.Contains(value, "://") {
				if host := abroad(value); host != "" {
					l.takes(at, host, by+", container "+c.Name, "an argument")
				}
			}
		}
		l.environment(c, by)
	}
	for _, s := range w.Configs {
		if s.Kind == "Secret" {
			l.add(&l.out, s.At, Leftover{Kind: "secret", What: s.Name, By: by, Fate: maybe, Why: "credentials that the pod had (" + s.How + "): they stay valid", Remove: "revoke what it holds where it was issued"})
		}
	}
}

func (l *leaver) environment(c *facts.Container, by string) {
	_, n, depth := source.Find(l.Unit.Documents[c.At.Doc].Root, c.At.Path.Child("env"))
	if depth < len(c.At.Path)+1 {
		return
	}
	for j, e := range items(n, true) {
		_, name := source.Lookup(e, "name")
		_, value := source.Lookup(e, "value")
		if name == nil || value == nil {
			continue
		}
		host := ""
		if strings.Contains(value.Value, "://") || endpoint().MatchString(name.Value+": "+value.Value) {
			host = abroad(value.Value)
		}
		if host != "" {
			l.takes(c.At.Child("env", j, "value"), host, by+", container "+c.Name, "variable "+name.Value)
		}
	}
}
