package helm

import (
	"strings"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

const redis = "dependencies:\n- name: other\n  version: 0.x\n  condition: other.enabled\n- name: redis\n  version: 2.x\n  repository: https://charts.example.com\n"

func TestMissingDependency(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/Chart.yaml":         plainChart + redis,
		"app/values.yaml":        "other: {enabled: false}\n",
		"app/templates/cm.yaml":  configMap("cm", "'{{ .Values.redis.auth }}'"),
		"app/templates/lib.yaml": "a: {{ include \"redis.name\" . }}\n",
	})
	u := mustLoad(t, fsys, Options{})
	loadertest.WantProblems(t, u, stage, `app/Chart.yaml:8:3: dependency "redis" (version 2.x, repository https://charts.example.com) is not in charts/; left out for want of it: app/templates/lib.yaml`)
	loadertest.WantObjects(t, u, "ConfigMap/cm")
	if p := u.Problems[0]; !u.Partial || !p.Partial || p.Warning || !strings.Contains(p.Change, "`helm dependency build app`") {
		t.Errorf("unit partial %v, problem %+v", u.Partial, p)
	}
	u = mustLoad(t, fsys, Options{Set: []string{"other.enabled=true"}})
	if len(u.Problems) != 2 || u.Problems[0].Span.Start.Line != 5 {
		t.Errorf("the enabled dependency is not reported: %v", loadertest.Problems(u))
	}
}

func TestMissingDependencyDisabled(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml":        plainChart + "dependencies:\n- {name: a, version: 1.x, condition: a.enabled}\n- {name: b, version: 1.x, alias: c, tags: [t]}\n",
		"app/values.yaml":       "a: {enabled: false}\ntags: {t: false}\n",
		"app/templates/cm.yaml": configMap("cm", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "ConfigMap/cm")
	if u.Partial {
		t.Error("partial, although nothing that is wanted is missing")
	}
}

func TestMissingDependencyOfRequirements(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml":        "apiVersion: v1\nname: app\nversion: 1.0.0\n",
		"app/requirements.yaml": "dependencies:\n  - name: redis\n    version: 2.x\n",
		"app/templates/cm.yaml": configMap("cm", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage, `app/requirements.yaml:2:5: dependency "redis" (version 2.x) is not in charts/`)
	loadertest.WantObjects(t, u, "ConfigMap/cm")
}

func TestSiblingDependency(t *testing.T) {
	sibling := func(version string) map[string]string {
		return map[string]string{
			"app/Chart.yaml":            plainChart + "dependencies:\n- {name: redis, version: 2.x, alias: cache}\n",
			"app/values.yaml":           "cache: {v: parent}\n",
			"redis/Chart.yaml":          "apiVersion: v2\nname: redis\nversion: " + version + "\ndependencies: [{name: common, version: 1.x, repository: 'file://../lib/common'}]\n",
			"redis/templates/cm.yaml":   configMap("redis", `'{{ .Values.v }}{{ include "common.x" . }}'`),
			"redis/templates/skip.yaml": configMap("skipped", "1"),
			"redis/.helmignore":         "skip.yaml\n",
			"lib/common/Chart.yaml":     "apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n",
			"lib/common/templates/_x":   `{{ define "common.x" }}-lib{{ end }}`,
		}
	}
	u := mustLoad(t, chartFS(sibling("2.5.0")), Options{})
	loadertest.WantProblems(t, u, stage)
	loadertest.WantObjects(t, u, "ConfigMap/redis")
	if got := data(t, u, "redis"); got != "parent-lib" || u.Documents[0].File != "redis/templates/cm.yaml" || u.Partial {
		t.Errorf("value %q, file %q, partial %v", got, u.Documents[0].File, u.Partial)
	}
	if _, ok := u.Files["redis/templates/cm.yaml"]; !ok {
		t.Error("Files lacks the sibling's template")
	}
	u = mustLoad(t, chartFS(sibling("3.0.0")), Options{})
	loadertest.WantProblems(t, u, stage, `app/Chart.yaml:5:3: dependency "redis" (version 2.x) is not in charts/, and redis has version 3.0.0`)
}

func TestSiblingDependencyCycle(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml":        plainChart + "dependencies: [{name: b, version: 1.x}]\n",
		"app/templates/cm.yaml": configMap("app", "1"),
		"b/Chart.yaml":          "apiVersion: v2\nname: b\nversion: 1.0.0\ndependencies:\n- {name: app, version: 1.x, repository: file://../app}\n",
		"b/templates/cm.yaml":   configMap("b", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage, `b/Chart.yaml:5:3: dependency "app" (version 1.x, repository file://../app) is not in charts/, and app depends on this chart in turn`)
	loadertest.WantObjects(t, u, "ConfigMap/b", "ConfigMap/app")
}

func TestDependencyOutsideRoot(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml": plainChart + "dependencies:\n- {name: b, version: 1.x, repository: file://../../b}\n",
	}), Options{})
	loadertest.WantProblems(t, u, stage, "app/Chart.yaml:5:3: is not in charts/, and its repository is outside the root of the run")
}

// Helm itself checks only the dependencies of the chart that it is given.
func TestMissingDependencyOfVendoredChart(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/charts/sub/Chart.yaml":        "apiVersion: v2\nname: sub\nversion: 1.0.0\ndependencies:\n- {name: gone, version: 1.x}\n",
		"app/charts/sub/templates/cm.yaml": configMap("sub", "1"),
	}), Options{})
	loadertest.WantProblems(t, u, stage, `app/charts/sub/Chart.yaml:5:3: dependency "gone" (version 1.x) is not in charts/`)
	loadertest.WantObjects(t, u, "ConfigMap/sub")
	if !u.Problems[0].Warning || u.Partial {
		t.Errorf("warning %v, unit partial %v", u.Problems[0].Warning, u.Partial)
	}
}

func TestArchivedDependency(t *testing.T) {
	u := mustLoad(t, chartFS(map[string]string{
		"app/Chart.yaml": plainChart + "dependencies: [{name: sub, version: 1.x}]\n",
		"app/charts/sub-1.0.0.tgz": archive(t, map[string]string{
			"sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n", "sub/templates/cm.yaml": configMap("sub", "1"),
			"sub/charts/deep/Chart.yaml": "apiVersion: v2\nname: deep\nversion: 1.0.0\n", "sub/charts/deep/templates/cm.yaml": configMap("deep", "1"),
		}),
		"app/charts/broken-1.0.0.tgz": "no archive",
		"app/charts/README.md":        "text",
	}), Options{})
	loadertest.WantProblems(t, u, stage, "app/charts/README.md: helm takes each file in charts/ for a chart", "app/charts/broken-1.0.0.tgz: not a chart archive")
	loadertest.WantObjects(t, u, "ConfigMap/deep", "ConfigMap/sub")
	if !u.Partial {
		t.Error("not partial")
	}
}
