package helm

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/drainlint/drainlint/loaders/loadertest"
)

func TestDefaultKubeVersionIsThatOfGoMod(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^\s*k8s\.io/api v0\.(\S+)`).FindSubmatch(mod)
	if m == nil || "v1."+string(m[1]) != defaultKubeVersion {
		t.Errorf("go.mod has k8s.io/api v0.%s, defaultKubeVersion is %s", m[1], defaultKubeVersion)
	}
}

func TestBuiltinAPIs(t *testing.T) {
	for _, tt := range []struct {
		version, api string
		want         bool
	}{
		{"", "v1", true},
		{"", "v1/Pod", true},
		{"", "v1/PodList", false},
		{"", "v1/ListOptions", false},
		{"", "apps/v1/Deployment", true},
		{"", "policy/v1", true},
		{"", "policy/v1/PodDisruptionBudget", true},
		{"", "policy/v1beta1", false},
		{"v1.24.3", "policy/v1beta1/PodDisruptionBudget", true},
		{"1.20", "policy/v1/PodDisruptionBudget", false},
		{"1.25", "policy/v1beta1/PodDisruptionBudget", false},
		{"1.21", "networking.k8s.io/v1beta1/Ingress", true},
		{"1.22", "networking.k8s.io/v1beta1/Ingress", false},
		{"1.22", "networking.k8s.io/v1/Ingress", true},
		{"1.18", "networking.k8s.io/v1/Ingress", false},
		{"", "autoscaling/v2/HorizontalPodAutoscaler", true},
		{"1.22", "autoscaling/v2", false},
		{"", "apiextensions.k8s.io/v1/CustomResourceDefinition", true},
		{"", "apiregistration.k8s.io/v1/APIService", true},
		{"", "admissionregistration.k8s.io/v1alpha1", false},
		{"1.29", "admissionregistration.k8s.io/v1beta1/ValidatingAdmissionPolicy", false},
		{"1.30", "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy", true},
		{"1.27", "flowcontrol.apiserver.k8s.io/v1beta3", true},
		{"", "monitoring.coreos.com/v1", false},
	} {
		caps, err := Capabilities(tt.version, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := caps.APIVersions.Has(tt.api); got != tt.want {
			t.Errorf("Kubernetes %q serves %s: %v, want %v", tt.version, tt.api, got, tt.want)
		}
	}
}

func TestBuiltinAPIsAreSorted(t *testing.T) {
	caps, err := Capabilities("", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(caps.APIVersions) {
		t.Error("not sorted")
	}
}

func TestCapabilitiesInTemplates(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/templates/cm.yaml": configMap("cm", `'{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Minor }} {{ .Capabilities.APIVersions.Has "example.com/v1/Thing" }} {{ .Capabilities.APIVersions.Has "policy/v1/PodDisruptionBudget" }}'`),
	})
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{}, defaultKubeVersion + " 37 false true"},
		{Options{KubeVersion: "1.20", APIVersions: []string{"example.com/v1/Thing"}}, "v1.20 20 true false"},
		{Options{KubeVersion: "v1.30.2"}, "v1.30.2 30 false true"},
	} {
		if got := data(t, mustLoad(t, fsys, tt.o), "cm"); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.o, got, tt.want)
		}
	}
}

func TestKubeVersionOfChart(t *testing.T) {
	fsys := chartFS(map[string]string{
		"app/Chart.yaml":        plainChart + "kubeVersion: '>=1.25.0-0 <1.30.0'\n",
		"app/templates/cm.yaml": configMap("cm", "1"),
	})
	u := mustLoad(t, fsys, Options{})
	loadertest.WantProblems(t, u, stage, "app/Chart.yaml:4:1: it asks for Kubernetes >=1.25.0-0 <1.30.0, and "+defaultKubeVersion+" was chosen")
	loadertest.WantObjects(t, u, "ConfigMap/cm")
	loadertest.WantProblems(t, mustLoad(t, fsys, Options{KubeVersion: "1.29"}), stage)
}
