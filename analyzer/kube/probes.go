package kube

import (
	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
)

func (p *podCheck) probes(c *corev1.Container, at source.Path) {
	for _, probe := range []struct {
		name  string
		probe *corev1.Probe
	}{{"livenessProbe", c.LivenessProbe}, {"readinessProbe", c.ReadinessProbe}, {"startupProbe", c.StartupProbe}} {
		if probe.probe != nil {
			p.probe(probe.probe, at.Child(probe.name), probe.name)
		}
	}
}

func (p *podCheck) probe(b *corev1.Probe, at source.Path, what string) {
	p.handler(handler{exec: b.Exec, http: b.HTTPGet, tcp: b.TCPSocket, grpc: b.GRPC}, at, what, "exec", "httpGet", "tcpSocket", "grpc")
	p.negative(int64(b.InitialDelaySeconds), at, "initialDelaySeconds")
	p.negative(int64(b.TimeoutSeconds), at, "timeoutSeconds")
	p.negative(int64(b.PeriodSeconds), at, "periodSeconds")
	p.negative(int64(b.SuccessThreshold), at, "successThreshold")
	p.negative(int64(b.FailureThreshold), at, "failureThreshold")
	readiness := what == "readinessProbe"
	if b.SuccessThreshold > 1 && !readiness { // 0 becomes 1
		p.add("success-threshold", at.Child("successThreshold"), "successThreshold of a "+what+" is "+itoa(int64(b.SuccessThreshold))+"; only 1 is allowed",
			"remove it")
	}
	if b.TerminationGracePeriodSeconds == nil {
		return
	}
	where := at.Child("terminationGracePeriodSeconds")
	switch n := *b.TerminationGracePeriodSeconds; {
	case readiness:
		p.add("readiness-grace", where, "a readinessProbe never kills the container, so it may not have terminationGracePeriodSeconds", "remove it")
	case n <= 0:
		p.add("probe-grace-not-positive", where, "terminationGracePeriodSeconds of a "+what+" is "+itoa(n)+"; it must be 1 or more", "raise or remove it")
	}
}
