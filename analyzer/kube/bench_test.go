package kube

import "testing"

func BenchmarkDecodeAndRefuse(b *testing.B) {
	for name, in := range map[string]string{
		"configmap": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\n  labels: {app.kubernetes.io/name: shop, app.kubernetes.io/instance: shop}\ndata:\n  LOG_LEVEL: info\n  PORT: \"8080\"\n  URL: https://example.com/\n",
		"service":   "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  labels: {app: web}\nspec:\n  selector: {app: web}\n  ports:\n  - {name: http, port: 80, targetPort: http}\n",
		"deployment": deployment("replicas: 2", "", "terminationGracePeriodSeconds: 60",
			"ports: [{name: http, containerPort: 8080}]\nreadinessProbe: {httpGet: {path: /ready, port: http}}\nlifecycle: {preStop: {sleep: {seconds: 5}}}\n"+
				"resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 128Mi}}\nsecurityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}"),
		"unknown fields": deployment("terminationGracePeriodSeconds: 5", "annotations: {a: b}", "privileged: true", "drop: [ALL]"),
	} {
		b.Run(name, func(b *testing.B) {
			root := parse(b, in)
			apiVersion, kind := scalarAt(root, "apiVersion"), scalarAt(root, "kind")
			b.ReportAllocs()
			for b.Loop() {
				obj, _ := New(apiVersion, kind)
				Decode(root, obj, Default())
				Refuse(obj, root, Default())
			}
		})
	}
}
