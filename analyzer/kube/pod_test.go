package kube

import (
	"strings"
	"testing"
)

func podCases() []refuseCase {
	p := func(lines string) string { return deployment("", "", lines, "") }
	c := func(lines string) string { return deployment("", "", "", lines) }
	second := func(name string) string {
		return strings.TrimSuffix(deployment("", "", "", ""), "\n") + "\n      - name: " + name + "\n        image: b:1\n"
	}
	noContainers, _, _ := strings.Cut(deployment("", "", "", ""), "      containers:\n")
	return []refuseCase{
		{name: "no containers", in: noContainers + "      hostPID: false\n", want: []string{"containers-missing " + pod}},
		{name: "empty containers", in: noContainers + "      containers: []\n", want: []string{"containers-missing " + pod + ".containers"}},
		{name: "no container name", in: noContainers + "      containers: [{image: a}]\n", want: []string{"container-name-missing " + ctr}},
		{name: "two containers", in: second("side")},
		{name: "two containers of one name", in: second("web"), want: []string{"container-name-duplicate " + pod + ".containers[1].name"}},
		{name: "container name", in: second("Side_car"), want: []string{"container-name-invalid " + pod + ".containers[1].name"}},
		{name: "init container of the same name", in: p("initContainers: [{name: web, image: a}]"), want: []string{"container-name-duplicate " + pod + ".initContainers[0].name"}},
		{name: "init container without image", in: p("initContainers: [{name: init}]"), want: []string{"image-missing " + pod + ".initContainers[0]"}},
		{name: "space in the image of a template", in: noContainers + "      containers: [{name: web, image: 'a '}]\n"},
		{name: "space in the image of a pod", in: strings.Replace(barePod("", ""), "web:1", "' web:1'", 1), want: []string{"image-invalid spec.containers[0].image"}},

		{name: "restart policy", in: p("restartPolicy: Always")},
		{name: "restart policy Never", in: p("restartPolicy: Never"), want: []string{"restart-policy " + pod + ".restartPolicy"}},
		{name: "restart policy of a pod", in: barePod("restartPolicy: Never", "")},
		{name: "unknown restart policy of a pod", in: barePod("restartPolicy: Sometimes", ""), want: []string{"unsupported-value spec.restartPolicy"}},
		{name: "active deadline", in: p("activeDeadlineSeconds: 5"), want: []string{"active-deadline-in-template " + pod + ".activeDeadlineSeconds"}},
		{name: "active deadline of a pod", in: barePod("activeDeadlineSeconds: 5", "")},
		{name: "active deadline 0 of a pod", in: barePod("activeDeadlineSeconds: 0", ""), want: []string{"negative-number spec.activeDeadlineSeconds"}},
		{name: "negative grace", in: p("terminationGracePeriodSeconds: -1")},
		{name: "shared namespace and host PID", in: p("shareProcessNamespace: true\nhostPID: true"), want: []string{"share-process-namespace-with-host-pid " + pod + ".shareProcessNamespace"}},
		{name: "unshared namespace and host PID", in: p("shareProcessNamespace: false\nhostPID: true")},
		{name: "shared namespace", in: p("shareProcessNamespace: true")},
		{name: "DNS policy", in: p("dnsPolicy: ClusterFirstWithHost"), want: []string{"unsupported-value " + pod + ".dnsPolicy"}},
		{name: "user namespace and host network", in: p("hostUsers: false\nhostNetwork: true"), want: []string{"host-users " + pod + ".hostNetwork"}},
		{name: "user namespace", in: p("hostUsers: false")},
		{name: "ephemeral container", in: p("ephemeralContainers: [{name: debug, image: a}]"), want: []string{"ephemeral-containers " + pod + ".ephemeralContainers"}},

		{name: "host network with another host port", in: deployment("", "", "hostNetwork: true", "ports: [{containerPort: 80, hostPort: 8080}]"), want: []string{"host-network-port " + ctr + ".ports[0].hostPort"}},
		{name: "host network with the same host port", in: deployment("", "", "hostNetwork: true", "ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81}]")},
		{name: "host port on the pod network", in: c("ports: [{containerPort: 80, hostPort: 8080}]")},
		{name: "host port twice", in: c("ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80}]"), want: []string{"host-port-duplicate " + ctr + ".ports[1].hostPort"}},
		{name: "host port for two protocols", in: c("ports: [{containerPort: 53, hostPort: 53}, {containerPort: 53, hostPort: 53, protocol: UDP}]")},
		{name: "no port number", in: c("ports: [{name: http}]"), want: []string{"port-missing " + ctr + ".ports[0]"}},
		{name: "port 0", in: c("ports: [{containerPort: 0}]"), want: []string{"port-out-of-range " + ctr + ".ports[0].containerPort"}},
		{name: "port number", in: c("ports: [{containerPort: 65536}]"), want: []string{"port-out-of-range " + ctr + ".ports[0].containerPort"}},
		{name: "port name", in: c("ports: [{containerPort: 80, name: metrics-exporter1}]"), want: []string{"port-name-invalid " + ctr + ".ports[0].name"}},
		{name: "port name twice", in: c("ports: [{containerPort: 80, name: http}, {containerPort: 81, name: http}]"), want: []string{"port-name-duplicate " + ctr + ".ports[1].name"}},
		{name: "protocol", in: c("ports: [{containerPort: 80, protocol: tcp}]"), want: []string{"unsupported-value " + ctr + ".ports[0].protocol"}},

		{name: "pull policy", in: c("imagePullPolicy: always"), want: []string{"unsupported-value " + ctr + ".imagePullPolicy"}},
		{name: "termination message", in: c("terminationMessagePolicy: Log"), want: []string{"unsupported-value " + ctr + ".terminationMessagePolicy"}},
		{name: "variables", in: c("env: [{name: A, value: b}, {name: C, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: D}]")},
		{name: "variable without name", in: c("env: [{value: b}]"), want: []string{"env-name-missing " + ctr + ".env[0]"}},
		{name: "variable name", in: c("env: [{name: 'a=b'}]"), want: []string{"env-name-invalid " + ctr + ".env[0].name"}},
		{name: "variable name with a space", in: c("env: [{name: 'a b'}]")},
		{name: "variable name with a space before 1.32", in: c("env: [{name: 'a b'}]"), release: "1.31", want: []string{"env-name-invalid " + ctr + ".env[0].name"}},
		{name: "value and valueFrom", in: c("env: [{name: A, value: b, valueFrom: {secretKeyRef: {name: s, key: k}}}]"), want: []string{"env-two-values " + ctr + ".env[0].valueFrom"}},
		{name: "two sources", in: c("env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}, configMapKeyRef: {name: s, key: k}}}]"), want: []string{"env-two-values " + ctr + ".env[0].valueFrom"}},
		{name: "no source", in: c("env: [{name: A, valueFrom: {}}]"), want: []string{"env-no-value " + ctr + ".env[0].valueFrom"}},
		{name: "request above limit", in: c("resources: {requests: {memory: 2Gi}, limits: {memory: 1Gi}}"), want: []string{"request-above-limit " + ctr + ".resources.requests.memory"}},
		{name: "request equal to limit", in: c("resources: {requests: {cpu: 1, memory: 1024Mi}, limits: {cpu: 1000m, memory: 1Gi}}")},
		{name: "negative amounts", in: c("resources: {requests: {cpu: -1}, limits: {memory: -1}}"), want: []string{"negative-number " + ctr + ".resources.requests.cpu", "negative-number " + ctr + ".resources.limits.memory"}},

		{name: "tolerations", in: p("tolerations: [{operator: Exists}, {key: a, operator: Equal, value: b, effect: NoExecute, tolerationSeconds: 5}, {key: c}]")},
		{name: "toleration without key", in: p("tolerations: [{effect: NoSchedule}]"), want: []string{"toleration-key " + pod + ".tolerations[0]"}},
		{name: "toleration with value", in: p("tolerations: [{key: a, operator: Exists, value: b}]"), want: []string{"toleration-value " + pod + ".tolerations[0].value"}},
		{name: "toleration with a bad value", in: p("tolerations: [{key: a, value: 'b c'}]"), want: []string{"label-invalid " + pod + ".tolerations[0].value"}},
		{name: "toleration effect", in: p("tolerations: [{key: a, operator: Exists, effect: NoRun}]"), want: []string{"unsupported-value " + pod + ".tolerations[0].effect"}},
		{name: "toleration seconds", in: p("tolerations: [{key: a, operator: Exists, tolerationSeconds: 5}]"), want: []string{"toleration-seconds " + pod + ".tolerations[0].tolerationSeconds"}},
	}
}

func TestRefusePods(t *testing.T) { runRefuse(t, podCases()) }
