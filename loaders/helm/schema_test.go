package helm

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestSchema(t *testing.T) {
	const schema = `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["name"],
 "properties": {"replicas": {"type": "integer"}, "name": {"type": "string"}, "mode": {"anyOf": [{"const": "a"}, {"const": "b"}]},
 "list": {"items": {"type": "string"}}}}`
	fsys := chartFS(map[string]string{
		"app/values.schema.json":          schema,
		"app/values.yaml":                 "name: x\nreplicas: 1\nlist:\n- a\n- b\nsub:\n  num: 1\n",
		"app/templates/cm.yaml":           configMap("cm", "1"),
		"app/charts/s/Chart.yaml":         "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
		"app/charts/s/values.yaml":        "\nnum: 1\nm: 1\n",
		"app/charts/s/values.schema.json": `{"properties": {"num": {"type": "integer"}, "m": {"type": "integer"}}}`,
		"bad.yaml":                        "mode: c\nreplicas: many\nlist: [a, 5]\n",
		"sub.yaml":                        "sub:\n  num: text\n",
	})
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{}), stage)
	u := mustLoad(t, fsys, Options{ValueFiles: []string{"bad.yaml"}})
	loadertest.WantObjects(t, u, "ConfigMap/cm")
	got := map[string]bool{}
	for _, p := range u.Problems {
		got[p.Span.String()] = p.Partial
	}
	for _, want := range []string{"bad.yaml:1:1", "bad.yaml:2:1", "bad.yaml:3:11"} {
		if !got[want] {
			t.Errorf("no Problem at %s: %v", want, loadertest.Problems(u))
		}
	}
	if len(u.Problems) != 3 {
		t.Errorf("%d problems: %v", len(u.Problems), loadertest.Problems(u))
	}
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{ValueFiles: []string{"sub.yaml"}}), stage, "sub.yaml:2:3: .Values.sub.num: got string, want integer")
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{Set: []string{"sub.m=x"}}), stage, `app/charts/s/values.yaml:3:1: .Values.sub.m: got string, want integer (--set sub.m=x; values.schema.json of chart "sub")`)
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{Set: []string{"name=null"}}), stage, `app/values.yaml:1:1: the values as a whole: missing property 'name' (--set name=null; values.schema.json of chart "app")`)
}

// TestSchemaUnknownKeys: a key that a schema refuses is reported where it is written.
func TestSchemaUnknownKeys(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/values.schema.json": `{"additionalProperties": false, "required": ["team"], "properties": {"team": {}, "image": {"additionalProperties": false, "required": ["tag"], "properties": {"tag": {}}}}}`,
		"app/values.yaml":        "team: a\nimage:\n  tag: 1\n",
		"app/templates/cm.yaml":  configMap("cm", "1"),
		"typo.yaml":              "deploymnet:\n  replicas: 3\nimage:\n  tga: 2\nextra: 1\n",
		"null.yaml":              "# nothing\nteam: null\n",
	})
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{ValueFiles: []string{"typo.yaml"}}), stage,
		"typo.yaml:1:1: the values as a whole: additional properties 'deploymnet' not allowed", "typo.yaml:5:1: additional properties 'extra'", "typo.yaml:4:3: .Values.image: additional properties 'tga'")
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{Set: []string{"image.tag=1", "image.tga=3"}}), stage,
		"app/values.yaml:2:1: .Values.image: additional properties 'tga' not allowed (--set image.tga=3; values.schema.json")
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{SetJSON: []string{`extra={"a":1}`}}), stage, "app/values.schema.json:1: additional properties 'extra' not allowed (--set-json extra=")
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{ValueFiles: []string{"null.yaml"}}), stage, "null.yaml:2:1: missing property 'team'")
}

func TestSchemaStaysOffline(t *testing.T) {
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Write([]byte("{}"))
	}))
	defer server.Close()
	u := mustLoad(t, chartFS(map[string]string{
		"app/values.schema.json": "{\"properties\": {\n\"a\": {\"$ref\": \"" + server.URL + "/s.json\"}, \"b\": {\"type\": \"string\"}}}",
		"app/values.yaml":        "a: 1\nb: 1\n",
		"app/templates/cm.yaml":  configMap("cm", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage, "app/values.schema.json:2: which is not fetched", "app/values.yaml:2:1: .Values.b: got number, want string")
	loadertest.WantObjects(t, u, "ConfigMap/cm")
	if n := calls.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestBrokenSchema(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{"app/values.schema.json": "{", "app/templates/cm.yaml": configMap("cm", "1")}), Options{})
	loadertest.WantProblems(t, u, stage, "app/values.schema.json:1:1: values.schema.json is not a valid JSON schema")
	loadertest.WantObjects(t, u, "ConfigMap/cm")
}
