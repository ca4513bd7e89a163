package facts

import (
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/shell"
)

// container reads one container of a pod template.
func (x *extractor) container(c corev1.Container, role string, p pod, at Ref) Container {
	out := Container{At: at, Name: c.Name, Role: role, Image: image(c, at)}
	argv := append(append([]string{}, c.Command...), c.Args...)
	out.Profile = x.profile(out.Image, argv, len(c.Command) > 0)
	out.Helper = role == "main" && helperClass(out.Profile.Class)
	lookup := x.environment(c, p)
	env := func(name string) (string, bool) {
		value, _, ok := lookup(name)
		return value, ok
	}
	build, line := x.process(&out, c, p, at)
	if role == "init" {
		out.Prepares = shell.Prepares(texts(line))
	}
	x.stopping(&out, c, p, line)
	lifecycle := at.Child("lifecycle")
	out.PreStop = Hook{Type: "none", At: lifecycle.Child("preStop"), Duration: Duration{Known: "none", At: at}}
	out.PostStart = Hook{Type: "none", At: lifecycle.Child("postStart"), Duration: Duration{Known: "none", At: at}}
	if c.Lifecycle != nil && c.Lifecycle.PreStop != nil {
		out.PreStop = hook(c.Lifecycle.PreStop, lifecycle.Child("preStop"), env)
	}
	if c.Lifecycle != nil && c.Lifecycle.PostStart != nil {
		out.PostStart = hook(c.Lifecycle.PostStart, lifecycle.Child("postStart"), env)
	}
	x.hookNeeds(&out, build)
	out.PreStop.PortKnown = portKnown(out.PreStop.Port, p)
	out.Probes = Probes{
		Readiness: probe(c.ReadinessProbe, at.Child("readinessProbe")),
		Liveness:  probe(c.LivenessProbe, at.Child("livenessProbe")),
		Startup:   probe(c.StartupProbe, at.Child("startupProbe")),
	}
	for i, port := range c.Ports {
		protocol := string(port.Protocol)
		if protocol == "" {
			protocol = "TCP"
		}
		out.Ports = append(out.Ports, Port{At: at.Child("ports", i), Name: port.Name, Number: int(port.ContainerPort), HostPort: int(port.HostPort), Protocol: protocol})
	}
	out.Security = security(c, p, at)
	r := at.Child("resources")
	out.Resources = Resources{At: r}
	_, out.Resources.MemoryRequest = c.Resources.Requests[corev1.ResourceMemory]
	_, out.Resources.CPURequest = c.Resources.Requests[corev1.ResourceCPU]
	_, out.Resources.MemoryLimit = c.Resources.Limits[corev1.ResourceMemory]
	_, out.Resources.EphemeralLimit = c.Resources.Limits[corev1.ResourceEphemeralStorage]
	// A limit without a request is its own request (SetDefaults_Pod).
	out.Resources.MemoryRequest = out.Resources.MemoryRequest || out.Resources.MemoryLimit
	return out
}

// helperClass tells which programs stand beside an application when they share a pod with it.
func helperClass(class string) bool { return class == "proxy" || class == "telemetry" }

// environment answers with the environment of a container, as far as literal values and ConfigMaps of the Unit tell it, and
// with where a variable is set.
func (x *extractor) environment(c corev1.Container, p pod) func(string) (string, Ref, bool) {
	type variable struct {
		value string
		at    Ref
		known bool
	}
	env := map[string]variable{}
	at := containerRef(p, c.Name)
	for _, from := range c.EnvFrom {
		if from.ConfigMapRef == nil {
			continue
		}
		if doc, ok := x.configMap(p.namespace, from.ConfigMapRef.Name); ok {
			for k, v := range x.stringMap(doc, "data") {
				env[from.Prefix+k] = variable{v, Ref{Doc: doc, Path: []any{"data", k}}, true}
			}
		}
	}
	for i, e := range c.Env {
		place := at.Child("env", i)
		switch {
		case e.ValueFrom == nil:
			env[e.Name] = variable{e.Value, place.Child("value"), !strings.Contains(e.Value, "$(")}
		case e.ValueFrom.ConfigMapKeyRef != nil:
			r := e.ValueFrom.ConfigMapKeyRef
			doc, ok := x.configMap(p.namespace, r.Name)
			value, has := "", false
			if ok {
				value, has = x.stringMap(doc, "data")[r.Key]
			}
			env[e.Name] = variable{value, Ref{Doc: doc, Path: []any{"data", r.Key}}, has}
		default:
			env[e.Name] = variable{}
		}
	}
	return func(name string) (string, Ref, bool) {
		v, ok := env[name]
		return v.value, v.at, ok && v.known
	}
}

// containerRef is the place of a container of a pod template.
func containerRef(p pod, name string) Ref {
	for i, c := range p.template.Spec.Containers {
		if c.Name == name {
			return p.spec.Child("containers", i)
		}
	}
	for i, c := range p.template.Spec.InitContainers {
		if c.Name == name {
			return p.spec.Child("initContainers", i)
		}
	}
	return p.spec
}

// keepAlive tells whether a program does nothing but stay: there is no work that a missed signal could lose.
func keepAlive(program string) bool {
	words := strings.Fields(program)
	if len(words) == 0 {
		return false
	}
	switch path.Base(words[0]) {
	case "cat":
		return len(words) == 1
	case "sleep":
		return slices.ContainsFunc(words[1:], func(w string) bool { return strings.HasPrefix(strings.ToLower(w), "inf") })
	case "tail":
		return words[len(words)-1] == "/dev/null"
	}
	return false
}

// hook reads a lifecycle hook.
func hook(h *corev1.LifecycleHandler, at Ref, env func(string) (string, bool)) Hook {
	out := Hook{Set: true, At: at, Handler: at, Duration: Duration{Known: "unknown", At: at}}
	var types []string
	if h.Exec != nil {
		types = append(types, "exec")
		out.Argv = h.Exec.Command
	}
	if h.HTTPGet != nil {
		types = append(types, "httpGet")
		out.Host, out.Port, out.Path = h.HTTPGet.Host, h.HTTPGet.Port.String(), h.HTTPGet.Path
		if quitPath(out.Path) {
			out.Quits = "GET " + out.Path
		}
	}
	if h.TCPSocket != nil {
		types = append(types, "tcpSocket")
	}
	if h.Sleep != nil {
		types = append(types, "sleep")
	}
	switch len(types) {
	case 0:
		out.Type = "empty"
		return out
	case 1:
		out.Type, out.Handler = types[0], at.Child(types[0])
	default:
		out.Type = "several"
		return out
	}
	switch out.Type {
	case "sleep":
		out.Duration = Duration{Seconds: float64(h.Sleep.Seconds), Known: "exact", Why: fmt.Sprintf("sleep action of %d s", h.Sleep.Seconds), At: out.Handler.Child("seconds")}
	case "tcpSocket": // the kubelet has no implementation: it fails at once
		out.Duration = Duration{Known: "exact", Why: "the kubelet does not implement tcpSocket hooks", At: out.Handler}
	case "httpGet":
		out.Duration.At = out.Handler
	case "exec":
		execHook(&out, env)
	}
	return out
}

func execHook(h *Hook, env func(string) (string, bool)) {
	command := h.Handler.Child("command")
	d := shell.DelayArgv(h.Argv, env)
	h.Duration = Duration{Seconds: d.Seconds, Known: certainty(d.Known), Unbounded: d.Unbounded, Why: d.Why, At: command}
	if in, ok := shell.Split(h.Argv); ok {
		h.Duration.At = command.Child(in.ScriptIndex)
	} else if len(h.Argv) > 0 {
		h.Duration.At = command.Child(len(h.Argv) - 1)
	}
	for _, k := range shell.Kills(h.Argv) {
		h.Kills = append(h.Kills, Kill{Text: k.Text, Signal: k.Signal, Name: k.Name, PID1: k.PID1})
		if k.PID1 && h.Quits == "" {
			h.Quits = k.Text
		}
	}
	h.MalformedAt = command
	if reason, i, bad := shell.MalformedHook(h.Argv); bad {
		h.Malformed, h.MalformedAt = reason, command.Child(i)
	}
}

// quitPath recognises endpoints that end a program: /quitquitquit, /shutdown, /-/quit.
func quitPath(p string) bool {
	p, _, _ = strings.Cut(strings.ToLower(p), "?")
	for _, word := range []string{"quitquitquit", "shutdown", "/quit", "/exit", "/stop", "/kill", "/terminate"} {
		if strings.Contains(p, word) {
			return true
		}
	}
	return false
}

func certainty(c shell.Certainty) string {
	switch c {
	case shell.Exact:
		return "exact"
	case shell.LowerBound:
		return "lower-bound"
	}
	return "unknown"
}

// probe fills in the defaults of k8s.io/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Probe.
func probe(p *corev1.Probe, at Ref) Probe {
	out := Probe{At: at, Period: 10, Timeout: 1, FailureThreshold: 3, Grace: Int{At: at.Child("terminationGracePeriodSeconds")}}
	if p == nil {
		return out
	}
	out.Set = true
	out.InitialDelay = int(p.InitialDelaySeconds)
	if p.PeriodSeconds != 0 {
		out.Period = int(p.PeriodSeconds)
	}
	if p.TimeoutSeconds != 0 {
		out.Timeout = int(p.TimeoutSeconds)
	}
	if p.FailureThreshold != 0 {
		out.FailureThreshold = int(p.FailureThreshold)
	}
	if g := p.TerminationGracePeriodSeconds; g != nil {
		out.Grace.Value, out.Grace.Set = int(*g), true
	}
	out.Window = out.InitialDelay + out.Period*out.FailureThreshold
	switch {
	case p.Exec != nil:
		out.Type, out.Check = "exec", strings.Join(p.Exec.Command, "\x00")
	case p.HTTPGet != nil:
		out.Type, out.Port, out.Check = "httpGet", p.HTTPGet.Port.String(), p.HTTPGet.Host+":"+p.HTTPGet.Port.String()+p.HTTPGet.Path
	case p.TCPSocket != nil:
		out.Type, out.Port, out.Check = "tcpSocket", p.TCPSocket.Port.String(), p.TCPSocket.Host+":"+p.TCPSocket.Port.String()
	case p.GRPC != nil:
		out.Type, out.Port, out.Check = "grpc", fmt.Sprint(p.GRPC.Port), fmt.Sprint(p.GRPC.Port)
		if p.GRPC.Service != nil {
			out.Check += *p.GRPC.Service
		}
	}
	return out
}

// portKnown tells whether a port of a hook exists: a number does as far as anybody can tell, a name where a container declares it.
func portKnown(port string, p pod) bool {
	if port == "" || port[0] >= '0' && port[0] <= '9' {
		return true
	}
	s := p.template.Spec
	return slices.ContainsFunc(slices.Concat(s.InitContainers, s.Containers), func(c corev1.Container) bool {
		return slices.ContainsFunc(c.Ports, func(d corev1.ContainerPort) bool { return d.Name == port })
	})
}
