package kube

import (
	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// handler is what a hook and a probe have in common: exactly one of these is set.
type handler struct {
	exec  *corev1.ExecAction
	http  *corev1.HTTPGetAction
	tcp   *corev1.TCPSocketAction
	grpc  *corev1.GRPCAction
	sleep *corev1.SleepAction
}

func (p *podCheck) hooks(l *corev1.Lifecycle, at source.Path) {
	if l == nil {
		return
	}
	for _, h := range []struct {
		name string
		hook *corev1.LifecycleHandler
	}{{"postStart", l.PostStart}, {"preStop", l.PreStop}} {
		if h.hook == nil {
			continue
		}
		at := at.Child(h.name)
		p.handler(handler{exec: h.hook.Exec, http: h.hook.HTTPGet, tcp: h.hook.TCPSocket, sleep: h.hook.Sleep}, at, h.name,
			"exec", "httpGet", "tcpSocket", "sleep")
	}
}

// handler checks that exactly one action is set and that it is complete. legal are the actions by field name.
func (p *podCheck) handler(h handler, at source.Path, what string, legal ...string) {
	switch n := count(h.exec != nil, h.http != nil, h.tcp != nil, h.grpc != nil, h.sleep != nil); {
	case n > 1:
		p.tooMany(at, what, legal)
		return
	case n == 0:
		if p.anyWritten(at, legal...) {
			return // Decode could not read it, or the release is older than the action: Unknown.Since says so
		}
		p.add("handler-missing", at, what+" has no action", "add "+orList(legal)+", or remove "+what)
		return
	}
	if h.exec != nil && len(h.exec.Command) == 0 {
		p.noItems("command-missing", at.Child("exec"), "command", "the exec action of "+what+" has no command", "add command")
	}
	if h.http != nil {
		at := at.Child("httpGet")
		p.port(h.http.Port, at, what)
		p.oneOf(string(h.http.Scheme), at, "scheme", "HTTP", "HTTPS")
		for i, header := range h.http.HTTPHeaders {
			if bad := utilvalidation.IsHTTPHeaderName(header.Name); len(bad) > 0 {
				p.add("header-invalid", at.Child("httpHeaders", i), "the header name "+quoted(header.Name)+" is not allowed: "+first(bad), "rename it")
			}
		}
	}
	if h.tcp != nil {
		p.port(h.tcp.Port, at.Child("tcpSocket"), what)
	}
	if h.sleep != nil {
		p.sleep(h.sleep, at.Child("sleep"), what)
	}
	if h.grpc != nil {
		p.port(intstr.FromInt32(h.grpc.Port), at.Child("grpc"), what)
	}
}

// tooMany points at the last action, which a merge usually added.
func (p *podCheck) tooMany(at source.Path, what string, legal []string) {
	_, node, _ := source.Find(p.root, at)
	var have []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		for _, f := range legal {
			if node.Content[i].Value == f && !isNull(node.Content[i+1]) {
				have = append(have, f)
			}
		}
	}
	if len(have) == 0 {
		return
	}
	last := have[len(have)-1]
	p.add("more-than-one-handler", at.Child(last), what+" has "+itoa(int64(len(have)))+" actions ("+orList(have)+"); only one is allowed",
		"remove the others (in a patch: "+have[0]+": null)")
}

// sleep checks the native sleep against the pod's grace period; postStart is bound by it too.
func (p *podCheck) sleep(s *corev1.SleepAction, at source.Path, what string) {
	if s.Seconds == 0 {
		if _, node, depth := source.Find(p.root, at.Child("seconds")); depth > len(at) && !isNull(node) {
			if n, ok := number(node); !ok || n != 0 {
				return // Decode could not read it
			}
		}
	}
	seconds := at.Child("seconds")
	// PodLifecycleSleepActionAllowZero
	if s.Seconds < 0 || s.Seconds == 0 && !p.release.AtLeast(1, 33) {
		least := "0"
		if !p.release.AtLeast(1, 33) {
			least = "1 (0 is allowed since Kubernetes 1.33)"
		}
		p.add("sleep-too-short", seconds, what+" sleeps "+itoa(s.Seconds)+" s; the least is "+least, "use a longer sleep, or remove the hook")
		return
	}
	grace, given, ok := p.grace()
	if !ok || s.Seconds <= grace {
		return
	}
	origin := " (the default)"
	if given {
		origin = ""
	}
	p.add("sleep-above-grace", seconds, what+" sleeps "+itoa(s.Seconds)+" s, longer than the pod's grace period of "+itoa(grace)+" s"+origin,
		"raise terminationGracePeriodSeconds above "+itoa(s.Seconds)+", or sleep less")
}

// port checks a port number or name of an action.
func (p *podCheck) port(port intstr.IntOrString, at source.Path, what string) {
	if port.Type == intstr.String {
		if bad := utilvalidation.IsValidPortName(port.StrVal); len(bad) > 0 {
			change := "use the name of one of the container's ports"
			if len(utilvalidation.IsValidPortName("p"+port.StrVal)) == 0 {
				change = "remove the quotes, or use the name of one of the container's ports"
			}
			p.add("port-name-invalid", at.Child("port"), "the port "+quoted(port.StrVal)+" of "+what+" is no port name: "+first(bad), change)
		}
		return
	}
	switch {
	case port.IntVal == 0 && !p.written(at, "port"):
		p.missing("port-missing", at, "port", "the action of "+what+" has no port", "set port")
	case port.IntVal < 1 || port.IntVal > 65535:
		p.outOfRange(int64(port.IntVal), at, "port")
	}
}
