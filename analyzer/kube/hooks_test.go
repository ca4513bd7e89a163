package kube

import "testing"

func hookCases() []refuseCase {
	life := func(pod, lines string) string { return deployment("", "", pod, "lifecycle:\n"+indent(2, lines)) }
	initC := func(lines string) string {
		return deployment("", "", "initContainers:\n- name: side\n  image: side:1\n"+indent(2, lines), "")
	}
	at := ctr + ".lifecycle"
	side := pod + ".initContainers[0]"
	return []refuseCase{
		{name: "exec hook", in: life("", "preStop: {exec: {command: [sleep, '5']}}")},
		{name: "empty lifecycle", in: life("", "preStop:\npostStart:")},
		{name: "two actions", in: life("", "preStop: {exec: {command: [a]}, sleep: {seconds: 5}}"),
			want: []string{"more-than-one-handler " + at + ".preStop.sleep"}},
		{name: "two actions, the later one is exec", in: life("", "preStop: {sleep: {seconds: 5}, exec: {command: [a]}}"),
			want: []string{"more-than-one-handler " + at + ".preStop.exec"}},
		{name: "two actions and a long sleep", in: life("", "preStop: {exec: {command: [a]}, sleep: {seconds: 50}}"),
			want: []string{"more-than-one-handler " + at + ".preStop.sleep"}},
		{name: "second action set to null", in: life("", "preStop: {exec: null, sleep: {seconds: 5}}")},
		{name: "no action", in: life("", "preStop: {}"), want: []string{"handler-missing " + at + ".preStop"}},
		{name: "no action in postStart", in: life("", "postStart: {exec: null}"), want: []string{"handler-missing " + at + ".postStart"}},
		{name: "no command", in: life("", "preStop: {exec: {}}"), want: []string{"command-missing " + at + ".preStop.exec"}},
		{name: "empty command", in: life("", "preStop: {exec: {command: []}}"), want: []string{"command-missing " + at + ".preStop.exec.command"}},
		{name: "http without port", in: life("", "preStop: {httpGet: {path: /}}"), want: []string{"port-missing " + at + ".preStop.httpGet"}},
		{name: "http with port 0", in: life("", "preStop: {httpGet: {port: 0}}"), want: []string{"port-out-of-range " + at + ".preStop.httpGet.port"}},
		{name: "http with port 65536", in: life("", "preStop: {httpGet: {port: 65536}}"), want: []string{"port-out-of-range " + at + ".preStop.httpGet.port"}},
		{name: "http with named port", in: life("", "preStop: {httpGet: {port: http}}")},
		{name: "http with quoted number", in: life("", "preStop: {httpGet: {port: '8080'}}"), want: []string{"port-name-invalid " + at + ".preStop.httpGet.port"}},
		{name: "http with long port name", in: life("", "preStop: {httpGet: {port: a-very-long-port-name}}"), want: []string{"port-name-invalid " + at + ".preStop.httpGet.port"}},
		{name: "http scheme", in: life("", "preStop: {httpGet: {port: 80, scheme: https}}"), want: []string{"unsupported-value " + at + ".preStop.httpGet.scheme"}},
		{name: "http header", in: life("", "preStop: {httpGet: {port: 80, httpHeaders: [{name: 'a b', value: c}]}}"), want: []string{"header-invalid " + at + ".preStop.httpGet.httpHeaders[0]"}},
		{name: "tcp", in: life("", "preStop: {tcpSocket: {port: 80}}")},
		{name: "tcp without port", in: life("", "preStop: {tcpSocket: {}}"), want: []string{"port-missing " + at + ".preStop.tcpSocket"}},

		{name: "sleep equal to the default grace", in: life("", "preStop: {sleep: {seconds: 30}}")},
		{name: "sleep above the default grace", in: life("", "preStop: {sleep: {seconds: 31}}"), want: []string{"sleep-above-grace " + at + ".preStop.sleep.seconds"}},
		{name: "sleep equal to the grace", in: life("terminationGracePeriodSeconds: 60", "preStop: {sleep: {seconds: 60}}")},
		{name: "sleep above the grace", in: life("terminationGracePeriodSeconds: 60", "preStop: {sleep: {seconds: 61}}"), want: []string{"sleep-above-grace " + at + ".preStop.sleep.seconds"}},
		{name: "postStart sleep is bound too", in: life("", "postStart: {sleep: {seconds: 31}}"), want: []string{"sleep-above-grace " + at + ".postStart.sleep.seconds"}},
		{name: "sleep above grace 0", in: life("terminationGracePeriodSeconds: 0", "preStop: {sleep: {seconds: 1}}"), want: []string{"sleep-above-grace " + at + ".preStop.sleep.seconds"}},
		{name: "null grace is 30", in: life("terminationGracePeriodSeconds:", "preStop: {sleep: {seconds: 30}}")},
		{name: "sleep 0", in: life("", "preStop: {sleep: {seconds: 0}}")},
		{name: "sleep without seconds is 0", in: life("", "preStop: {sleep: {}}")},
		{name: "sleep 0 before 1.33", in: life("", "preStop: {sleep: {seconds: 0}}"), release: "1.32", want: []string{"sleep-too-short " + at + ".preStop.sleep.seconds"}},
		{name: "sleep 1 before 1.33", in: life("", "preStop: {sleep: {seconds: 1}}"), release: "1.30"},
		{name: "negative sleep", in: life("", "preStop: {sleep: {seconds: -1}}"), want: []string{"sleep-too-short " + at + ".preStop.sleep.seconds"}},
		{name: "sleep before 1.30", in: life("", "preStop: {sleep: {seconds: 5}}"), release: "1.29"},
		{name: "negative grace of a template", in: life("terminationGracePeriodSeconds: -5", "preStop: {sleep: {seconds: 1}}"), want: []string{"sleep-above-grace " + at + ".preStop.sleep.seconds"}},
		{name: "negative grace of a pod becomes 1", in: barePod("terminationGracePeriodSeconds: -5", "lifecycle: {preStop: {sleep: {seconds: 1}}}")},
		{name: "stop signal", in: life("", "stopSignal: SIGUSR1")},

		{name: "hook on an init container", in: initC("lifecycle: {preStop: {exec: {command: [a]}}}"), want: []string{"init-container-hook " + side + ".lifecycle"}},
		{name: "empty lifecycle on an init container", in: initC("lifecycle: {}"), want: []string{"init-container-hook " + side + ".lifecycle"}},
		{name: "dropped stop signal on an init container", in: initC("lifecycle: {stopSignal: SIGUSR1}")},
		{name: "probe on an init container", in: initC("readinessProbe: {tcpSocket: {port: 80}}"), want: []string{"init-container-probe " + side + ".readinessProbe"}},
		{name: "hook and probe on a sidecar", in: initC("restartPolicy: Always\nlifecycle: {preStop: {sleep: {seconds: 5}}}\nreadinessProbe: {tcpSocket: {port: 80}}")},
		{name: "hook on a sidecar that is none in 1.28", in: initC("restartPolicy: Always\nlifecycle: {preStop: {exec: {command: [a]}}}"), release: "1.28", want: []string{"init-container-hook " + side + ".lifecycle"}},
		{name: "sidecar hook above the grace", in: initC("restartPolicy: Always\nlifecycle: {preStop: {sleep: {seconds: 40}}}"), want: []string{"sleep-above-grace " + side + ".lifecycle.preStop.sleep.seconds"}},
		{name: "init container with another policy before 1.35", in: initC("restartPolicy: Never"), release: "1.33", want: []string{"unsupported-value " + side + ".restartPolicy"}},
		{name: "init container with another policy", in: initC("restartPolicy: Never")},
		{name: "container with a restart policy", in: deployment("", "", "", "restartPolicy: Never")},
		{name: "container with a restart policy in 1.33", in: deployment("", "", "", "restartPolicy: Always"), release: "1.33", want: []string{"container-restart-policy " + ctr + ".restartPolicy"}},
		{name: "container with a restart policy in 1.34 is dropped", in: deployment("", "", "", "restartPolicy: Always"), release: "1.34"},
	}
}

func TestRefuseHooks(t *testing.T) { runRefuse(t, hookCases()) }
