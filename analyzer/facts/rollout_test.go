package facts

import "testing"

func TestResolveRollout(t *testing.T) {
	for _, c := range []struct {
		kind               string
		replicas           int
		unavailable, surge string
		want               int
		fenced             bool
	}{
		{"Deployment", 1, "25%", "25%", 0, false},
		{"Deployment", 3, "25%", "25%", 0, false},
		{"Deployment", 4, "25%", "25%", 1, false},
		{"Deployment", 1, "25%", "0", 1, true},
		{"Deployment", 3, "25%", "0%", 1, true},
		{"Deployment", 3, "100%", "0", 3, false},
		{"Deployment", 3, "5", "0", 5, false},
		{"StatefulSet", 3, "1", "0", 1, false},
		{"StatefulSet", 3, "80%", "0", 2, false}, // rounded down
		{"StatefulSet", 3, "10%", "0", 1, false}, // but to no less than 1
		{"StatefulSet", 3, "100%", "0", 3, false},
	} {
		w := Workload{Kind: c.kind, Replicas: Replicas{Int: Int{Value: c.replicas}}}
		w.Rollout.MaxUnavailable, w.Rollout.MaxSurge = amount(nil, c.unavailable, Ref{}), amount(nil, c.surge, Ref{})
		resolveRollout(&w)
		if got := w.Rollout.MaxUnavailable; !got.Resolved || got.Absolute != c.want || w.Rollout.Fenced != c.fenced {
			t.Errorf("%s of %d, %s and %s: %+v, fenced %t; expected %d, %t", c.kind, c.replicas, c.unavailable, c.surge, got, w.Rollout.Fenced, c.want, c.fenced)
		}
	}
}

func TestSettleHelpers(t *testing.T) {
	helper := func(class string) Container {
		return Container{Role: "main", Helper: true, Profile: Profile{Class: class}}
	}
	app := Container{Role: "main"}
	for _, c := range []struct {
		name, kind string
		containers []Container
		want       bool
	}{
		{"beside an application", "Deployment", []Container{app, helper("telemetry")}, true},
		{"alone", "Deployment", []Container{helper("telemetry")}, false},
		{"beside another helper", "Deployment", []Container{helper("proxy"), helper("telemetry")}, false},
		{"what a DaemonSet is for", "DaemonSet", []Container{app, helper("telemetry")}, false},
		{"proxy in a DaemonSet", "DaemonSet", []Container{app, helper("proxy")}, true},
	} {
		w := Workload{Kind: c.kind, Containers: c.containers}
		settleHelpers(&w)
		if got := w.Containers[len(w.Containers)-1].Helper; got != c.want {
			t.Errorf("%s: helper is %t, expected %t", c.name, got, c.want)
		}
	}
}
