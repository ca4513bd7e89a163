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
	out.Profile = x.profile(out.Image, argv)
	out.Helper = role == "main" && helperClass(out.Profile.Class)
	env := environment(c)
	out.Process = x.process(c, out.Image, at)
	lifecycle := at.Child("lifecycle")
	out.PreStop = Hook{Type: "none", At: lifecycle.Child("preStop"), Duration: Duration{Known: "none", At: at}}
	out.PostStart = Hook{Type: "none", At: lifecycle.Child("postStart"), Duration: Duration{Known: "none", At: at}}
	if c.Lifecycle != nil && c.Lifecycle.PreStop != nil {
		out.PreStop = hook(c.Lifecycle.PreStop, lifecycle.Child("preStop"), env)
	}
	if c.Lifecycle != nil && c.Lifecycle.PostStart != nil {
		out.PostStart = hook(c.Lifecycle.PostStart, lifecycle.Child("postStart"), env)
	}
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

// environment answers with the literal environment of a container. Values from elsewhere are unknown.
func environment(c corev1.Container) func(string) (string, bool) {
	env := make(map[string]string, len(c.Env))
	for _, e := range c.Env {
		if e.ValueFrom == nil && !strings.Contains(e.Value, "$(") {
			env[e.Name] = e.Value
		}
	}
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

// process reads what runs, and judges a shell with a command string. Only a pod's own command is judged: with args
// alone the image's ENTRYPOINT decides what they mean.
func (x *extractor) process(c corev1.Container, im Image, at Ref) Process {
	p := Process{Command: c.Command, Args: c.Args, At: at, Shell: Shell{At: at, Stays: "unknown", Forwards: "unknown", Trap: "none", Family: "unknown"}}
	if len(c.Command) == 0 {
		return p
	}
	p.At = at.Child("command")
	argv := append(append([]string{}, c.Command...), c.Args...)
	in, ok := shell.Split(argv)
	if !ok {
		return p
	}
	family, from := x.family(in, im)
	v := shell.Stays(in.Script, family)
	p.Shell = Shell{
		Used: true, Name: in.Shell, Family: family.String(), FamilyFrom: from, Stays: v.Stays.String(), Reason: v.Reason,
		Program: v.Program, Forwards: v.Forwards.String(), Finite: v.Finite, Init: in.Init,
		Trap: v.Trap.String(), SubshellExec: v.SubshellExec, KeepAlive: keepAlive(v.Program),
		At: at.Child("command", in.ScriptIndex),
	}
	if i := in.ScriptIndex - len(c.Command); i >= 0 {
		p.Shell.At = at.Child("args", i)
	}
	for _, f := range v.Differs {
		p.Shell.Differs = append(p.Shell.Differs, f.String())
	}
	return p
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

// family decides which shell program a name stands for: bash and ash say it themselves, sh is what the image ships.
func (x *extractor) family(in shell.Invocation, im Image) (shell.Family, string) {
	if f := shell.FamilyOf(in.Shell); f != shell.UnknownFamily {
		return f, "the command names it"
	}
	if !im.Valid {
		return shell.UnknownFamily, ""
	}
	tag := im.Tag
	if tag == "" && im.Digest == "" {
		tag = "latest" // what a reference without tag and digest stands for
	}
	if base, ok := x.opts.Catalog.Base(im.Repository, tag); ok {
		return familyNamed(base.Shell), "the base of image " + im.Text
	}
	return shell.UnknownFamily, ""
}

func familyNamed(name string) shell.Family {
	for _, f := range []shell.Family{shell.Dash, shell.Bash, shell.Ash, shell.Mksh} {
		if f.String() == name {
			return f
		}
	}
	return shell.UnknownFamily
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
		out.Host, out.Port = h.HTTPGet.Host, h.HTTPGet.Port.String()
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
	h.MalformedAt = command
	if reason, i, bad := shell.Malformed(h.Argv); bad {
		h.Malformed, h.MalformedAt = reason, command.Child(i)
	}
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
