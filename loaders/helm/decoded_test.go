package helm

import (
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
	"github.com/drainlint/drainlint/loaders/source"
)

// A helper whose text is read as YAML and written again has other lines in another order; they are found by key and value.
func TestTraceDecoded(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.yaml": "grace: 20\nprobe:\n  periodSeconds: 3\nimage: web\n",
		"app/templates/_pod.tpl": `{{- define "app.pod" }}
metadata:
  labels: {app: web}
spec:
  terminationGracePeriodSeconds: {{ .Values.grace }}
  containers:
  - name: web
    image: "example.com/{{ .Values.image }}"
    readinessProbe:
      tcpSocket: {port: 80}
      {{- toYaml .Values.probe | nindent 6 }}
    args:
    - "--quiet"
  - name: side
    image: example.com/side
    readinessProbe:
      tcpSocket: {port: 81}
{{- end }}
`,
		"app/templates/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template: {{ include "app.pod" . | fromYaml | toYaml | nindent 4 }}
`,
		"app/templates/job.yaml": `{{- $pod := include "app.pod" . | fromYaml }}
apiVersion: batch/v1
kind: Job
metadata:
  name: job
spec:
  template:
    spec:
      {{- toYaml $pod.spec | nindent 6 }}
`,
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	pod := source.Path{"spec", "template", "spec"}
	by := map[string]*source.Document{}
	for _, d := range u.Documents {
		by[d.Scalar("kind")] = d
	}
	for _, tt := range []struct {
		kind string
		at   source.Path
		want string
	}{
		{"Deployment", pod.Child("terminationGracePeriodSeconds"), "_pod.tpl:5:3, value from values.yaml:1:1, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 0), "_pod.tpl:7:5, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 0, "image"), "_pod.tpl:8:5, value from values.yaml:4:1, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 0, "args", 0), "_pod.tpl:13:7, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 0, "readinessProbe"), "_pod.tpl:9:5, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 0, "readinessProbe", "periodSeconds"), "values.yaml:3:3, rendered by _pod.tpl:11:7, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 1, "readinessProbe"), "_pod.tpl:16:5, included from web.yaml:6:13"},
		{"Deployment", pod.Child("containers", 1, "readinessProbe", "tcpSocket", "port"), "_pod.tpl:17:19, included from web.yaml:6:13"},
		{"Job", pod.Child("terminationGracePeriodSeconds"), "_pod.tpl:5:3, value from values.yaml:1:1, included from job.yaml:9:7"},
		{"Job", pod.Child("containers", 1), "_pod.tpl:14:5, included from job.yaml:9:7"},
	} {
		if got := where(by[tt.kind].Trace(tt.at)); got != tt.want {
			t.Errorf("%s %v: %s, want %s", tt.kind, tt.at, got, tt.want)
		}
	}
}
