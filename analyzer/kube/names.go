package kube

import (
	"slices"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/api/validation"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// nameRule is how an object's metadata.name may look.
type nameRule uint8

const (
	subdomain nameRule = iota // most workloads
	label                     // StatefulSet, whose pods use it as host name
	anyName                   // PodDisruptionBudget: validation looks at its spec only
	cronJob                   // a subdomain of at most 52 characters, for the suffix of its Jobs
)

// cronJobName is 63 less the "-" and the ten digits that the controller appends.
const cronJobName = 52

func (c *checker) name(name, generate string, rule nameRule) {
	at := source.Path{"metadata"}
	if name == "" && generate == "" {
		c.missing("name-missing", at, "name", "the object has no name", "set metadata.name")
		return
	}
	field, value := "name", name
	if name == "" {
		field, value = "generateName", generate
	}
	var problems []string
	switch rule {
	case anyName:
		problems = content.IsPathSegmentName(value)
	case label:
		problems = validation.NameIsDNSLabel(value, name == "")
	default:
		problems = validation.NameIsDNSSubdomain(value, name == "")
	}
	switch {
	case len(problems) > 0:
		c.add("name-invalid", at.Child(field), "the name "+quoted(value)+" is not allowed: "+first(problems), "rename it")
	case rule == cronJob && len(name) > cronJobName:
		c.add("name-invalid", at.Child(field), "the name of a CronJob may have 52 characters, this one has "+itoa(int64(len(name))), "shorten it")
	}
}

// first keeps one complaint of the validation library, without its example and regular expression.
func first(problems []string) string {
	text, _, _ := strings.Cut(problems[0], " (e.g.")
	return text
}

// labels checks keys and values of the labels at path at.
func (c *checker) labels(set map[string]string, at source.Path) {
	for _, k := range sorted(set) {
		if bad := utilvalidation.IsQualifiedName(k); len(bad) > 0 {
			c.add("label-invalid", at.Child(k), "the label key "+quoted(k)+" is not allowed: "+first(bad), "rename it")
		}
		if bad := utilvalidation.IsValidLabelValue(set[k]); len(bad) > 0 {
			c.add("label-invalid", at.Child(k), "the value "+quoted(set[k])+" of label "+k+" is not allowed: "+first(bad), "shorten it or replace the character")
		}
	}
}

func sorted[K ~string, V any](set map[K]V) []K {
	keys := make([]K, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// containerName checks one container's name; seen holds the names before it.
func (c *checker) containerName(name string, at source.Path, seen map[string]bool) {
	switch {
	case name == "":
		c.missing("container-name-missing", at, "name", "the container has no name", "give it a name")
		return
	case seen[name]:
		c.add("container-name-duplicate", at.Child("name"), "a second container is called "+quoted(name), "rename or remove one of them")
	default:
		if bad := utilvalidation.IsDNS1123Label(name); len(bad) > 0 {
			c.add("container-name-invalid", at.Child("name"), "the container name "+quoted(name)+" is not allowed: "+first(bad), "rename it")
		}
	}
	seen[name] = true
}

// ports checks the declared ports of one container. hostPorts holds the host ports taken by containers before it.
func (c *checker) ports(ports []corev1.ContainerPort, at source.Path, hostPorts map[string]bool) {
	names := map[string]bool{}
	for i := range ports {
		p, at := &ports[i], at.Child("ports", i)
		if p.Name != "" {
			switch bad := utilvalidation.IsValidPortName(p.Name); {
			case len(bad) > 0:
				c.add("port-name-invalid", at.Child("name"), "the port name "+quoted(p.Name)+" is not allowed: "+first(bad), "use at most 15 lower-case letters, digits and hyphens")
			case names[p.Name]:
				c.add("port-name-duplicate", at.Child("name"), "a second port of the container is called "+quoted(p.Name), "rename one of them")
			}
			names[p.Name] = true
		}
		if p.ContainerPort == 0 && !c.written(at, "containerPort") {
			c.missing("port-missing", at, "containerPort", "the port has no containerPort", "set containerPort")
		} else if p.ContainerPort < 1 || p.ContainerPort > 65535 {
			c.outOfRange(int64(p.ContainerPort), at, "containerPort")
		}
		if p.HostPort < 0 || p.HostPort > 65535 {
			c.outOfRange(int64(p.HostPort), at, "hostPort")
		}
		c.oneOf(string(p.Protocol), at, "protocol", "TCP", "UDP", "SCTP")
		if p.HostPort != 0 {
			protocol := p.Protocol
			if protocol == "" {
				protocol = corev1.ProtocolTCP
			}
			key := string(protocol) + " " + p.HostIP + " " + itoa(int64(p.HostPort))
			if hostPorts[key] {
				c.add("host-port-duplicate", at.Child("hostPort"), "host port "+itoa(int64(p.HostPort))+" is taken by an earlier port of the pod", "use another hostPort")
			}
			hostPorts[key] = true
		}
	}
}

// outOfRange reports a port number, unless the number seen is only what a wrong type left behind.
func (c *checker) outOfRange(port int64, at source.Path, field string) {
	if _, node, depth := source.Find(c.root, at.Child(field)); depth > len(at) {
		if n, ok := number(node); !ok || n != port {
			return
		}
	}
	c.add("port-out-of-range", at.Child(field), field+" is "+itoa(port)+", which is no port number", "use 1 to 65535")
}
