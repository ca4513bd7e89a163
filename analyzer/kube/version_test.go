package kube

import (
	"os"
	"regexp"
	"testing"
)

func TestParseVersion(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Version
	}{
		{"1.30", Version{1, 30}}, {"v1.30.2", Version{1, 30}}, {"1.37", Version{1, 37}}, {" v1.9 ", Version{1, 9}},
		{"1.30.4-gke.100", Version{1, 30}}, {"v1.31.0+k3s1", Version{1, 31}}, {"1.30+", Version{1, 30}}, {"2.0", Version{2, 0}},
	} {
		if got, err := ParseVersion(tt.in); err != nil || got != tt.want {
			t.Errorf("%q: got %v, %v", tt.in, got, err)
		}
	}
	for _, bad := range []string{"", "1", "v1", "1.x", "x.30", "1.", ".30", "1.-3", "latest", "1 .30", "0.9", "99999999.1"} {
		if got, err := ParseVersion(bad); err == nil {
			t.Errorf("%q: want an error, got %v", bad, got)
		}
	}
}

func TestVersionOrder(t *testing.T) {
	v := Version{1, 30}
	if !v.AtLeast(1, 30) || !v.AtLeast(1, 29) || v.AtLeast(1, 31) || v.AtLeast(2, 0) || !(Version{2, 0}).AtLeast(1, 30) {
		t.Error("AtLeast is wrong")
	}
	if v.Before(v) || !v.Before(Version{1, 31}) || v.Before(Version{1, 29}) {
		t.Error("Before is wrong")
	}
	if v.String() != "1.30" || (Version{}).String() != "" || !(Version{}).IsZero() || v.IsZero() {
		t.Error("String or IsZero is wrong")
	}
}

func TestDefaultIsTheBuiltVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`k8s\.io/api v0\.(\d+)\.`).FindSubmatch(mod)
	if m == nil {
		t.Fatal("go.mod does not require k8s.io/api")
	}
	if want := "1." + string(m[1]); Default().String() != want {
		t.Errorf("Default is %s, k8s.io/api is that of %s", Default(), want)
	}
}
