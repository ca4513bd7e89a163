package kube

import "testing"

func probeCases() []refuseCase {
	probe := func(kind, lines string) string {
		return deployment("", "", "", kind+": {tcpSocket: {port: 80}, "+lines+"}")
	}
	return []refuseCase{
		{name: "all three", in: deployment("", "", "", "livenessProbe: {exec: {command: [a]}}\nreadinessProbe: {httpGet: {port: http, path: /r}}\nstartupProbe: {grpc: {port: 90}}")},
		{name: "success threshold of liveness", in: probe("livenessProbe", "successThreshold: 2"), want: []string{"success-threshold " + ctr + ".livenessProbe.successThreshold"}},
		{name: "success threshold of startup", in: probe("startupProbe", "successThreshold: 3"), want: []string{"success-threshold " + ctr + ".startupProbe.successThreshold"}},
		{name: "success threshold of readiness", in: probe("readinessProbe", "successThreshold: 3")},
		{name: "success threshold 0 becomes 1", in: probe("livenessProbe", "successThreshold: 0")},
		{name: "grace of readiness", in: probe("readinessProbe", "terminationGracePeriodSeconds: 10"), want: []string{"readiness-grace " + ctr + ".readinessProbe.terminationGracePeriodSeconds"}},
		{name: "grace of liveness above the pod's", in: probe("livenessProbe", "terminationGracePeriodSeconds: 100")},
		{name: "grace 0", in: probe("startupProbe", "terminationGracePeriodSeconds: 0"), want: []string{"probe-grace-not-positive " + ctr + ".startupProbe.terminationGracePeriodSeconds"}},
		{name: "grace of readiness before 1.25 is dropped", in: probe("readinessProbe", "terminationGracePeriodSeconds: 10"), release: "1.24"},
		{name: "no action", in: deployment("", "", "", "readinessProbe: {periodSeconds: 5}"), want: []string{"handler-missing " + ctr + ".readinessProbe"}},
		{name: "no probe", in: deployment("", "", "", "readinessProbe:")},
		{name: "two actions", in: deployment("", "", "", "readinessProbe: {tcpSocket: {port: 80}, httpGet: {port: 80}}"), want: []string{"more-than-one-handler " + ctr + ".readinessProbe.httpGet"}},
		{name: "grpc without port", in: deployment("", "", "", "readinessProbe: {grpc: {service: a}}"), want: []string{"port-missing " + ctr + ".readinessProbe.grpc"}},
		{name: "negative numbers", in: probe("readinessProbe", "periodSeconds: -1, failureThreshold: -2"),
			want: []string{"negative-number " + ctr + ".readinessProbe.periodSeconds", "negative-number " + ctr + ".readinessProbe.failureThreshold"}},
	}
}

func TestRefuseProbes(t *testing.T) { runRefuse(t, probeCases()) }
