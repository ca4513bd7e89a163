package facts

import (
	"fmt"
	"strings"
	"testing"
)

// ending is a container as the table writes it: times in seconds, -1 for none (a hook) or not known (a drain).
type ending struct {
	role               string
	hook, delay, drain float64
	loop               bool // the hook waits in a loop without a bound, after hook seconds
}

func app(hook, drain float64) ending    { return ending{role: "main", hook: hook, drain: drain} }
func beside(hook, drain float64) ending { return ending{role: "sidecar", hook: hook, drain: drain} }
func lame(hook, delay, d float64) ending {
	return ending{role: "main", hook: hook, delay: delay, drain: d}
}

func (e ending) container(name string) Container {
	c := Container{Name: name, Role: e.role, Drain: Drain{Known: "unknown"}}
	if e.hook >= 0 {
		c.PreStop = Hook{Set: true, Type: "exec", Duration: Duration{Seconds: e.hook, Known: "exact", Why: fmt.Sprintf("sleep %v", e.hook)}}
	}
	if e.loop {
		c.PreStop.Duration.Known, c.PreStop.Duration.Unbounded = "lower-bound", true
	}
	if e.drain >= 0 {
		c.Drain = Drain{Known: "exact", Seconds: e.drain, Delay: e.delay}
	}
	return c
}

func dying(grace int, es ...ending) *Workload {
	w := &Workload{Kind: "Deployment", Runs: "service", Pod: Pod{Grace: Int{Value: grace}}}
	// The files list init containers first.
	for _, role := range []string{"sidecar", "main"} {
		for i, e := range es {
			if e.role == role {
				w.Containers = append(w.Containers, e.container(fmt.Sprintf("c%d", i)))
			}
		}
	}
	timeline(w, Settings{ServiceDelay: 3, IngressDelay: 10, LoadBalancerDelay: 25})
	return w
}

func (m Moment) String() string {
	if m.Exact() {
		return fmt.Sprint(m.Latest)
	}
	return fmt.Sprintf("%v-%v", m.Earliest, m.Latest)
}

// TestTimelineByHand compares with what was computed with paper and pencil from the kubelet's source. Each lane is
// container: signal, end, SIGKILL, issues.
func TestTimelineByHand(t *testing.T) {
	for _, tt := range []struct {
		name  string
		grace int
		cs    []ending
		want  []string
		end   string
	}{
		{"5 + 15 + 10 left = 30", 30, []ending{app(5, 15)}, []string{"c0: 5 20 30"}, "20"},
		{"10 + 45 + 5 left = 60", 60, []ending{app(10, 45)}, []string{"c0: 10 55 60"}, "55"},
		{"nothing known", 30, []ending{app(-1, -1)}, []string{"c0: 0 0-30 30"}, "0-30"},
		{"no hook, a drain that fits", 30, []ending{app(-1, 25)}, []string{"c0: 0 25 30"}, "25"},
		{"a drain of exactly the grace period", 30, []ending{app(-1, 30)}, []string{"c0: 0 30 30"}, "30"},
		{"hook and drain exceed it", 30, []ending{app(10, 25)}, []string{"c0: 10 30 30 drain-cut"}, "30"},
		{"a hook of the whole grace period leaves 2 s", 30, []ending{app(30, 1)}, []string{"c0: 30 31 32 hook-cut"}, "31"},
		{"a hook beyond it is no longer waited for", 30, []ending{app(45, 10)}, []string{"c0: 30 32 32 hook-cut drain-cut"}, "32"},
		{"one second before it: the floor is 2 s", 30, []ending{app(29, 5)}, []string{"c0: 29 31 31 drain-cut"}, "31"},
		{"a fraction of the hook is a gift", 30, []ending{app(2.5, 28)}, []string{"c0: 2.5 30.5 30.5"}, "30.5"},
		{"a hook of unknown end", 30, []ending{{role: "main", hook: 4, loop: true, drain: 5}}, []string{"c0: 4-30 9-32 30-32"}, "9-32"},
		{"grace period 0 skips the hook", 0, []ending{app(5, 1)}, []string{"c0: 0 1 2"}, "1"},
		{"grace period 1", 1, []ending{app(-1, 5)}, []string{"c0: 0 2 2 drain-cut"}, "2"},
		{"negative is 1", -5, []ending{app(0, 5)}, []string{"c0: 0 2 2 drain-cut"}, "2"},
		{"a delay before the drain", 30, []ending{lame(5, 10, 15)}, []string{"c0: 5 30 30"}, "30"},
		{"hooks do not add up", 30, []ending{app(20, 5), app(15, 10)}, []string{"c0: 20 25 30", "c1: 15 25 30"}, "25"},
		{"a sidecar follows the main containers", 30, []ending{app(5, 15), beside(-1, 5)}, []string{"c0: 5 20 30", "c1: 20 25 30"}, "25"},
		{"a starved sidecar", 30, []ending{app(10, 18), beside(-1, 5)}, []string{"c0: 10 28 30", "c1: 28 30 30 starved"}, "30"},
		{"sidecars end in reverse order", 60, []ending{beside(-1, 5), beside(-1, 10), app(5, 15)}, []string{"c2: 5 20 60", "c1: 20 30 60", "c0: 30 35 60"}, "35"},
		{"their hooks run at once, and are long enough", 60, []ending{beside(25, 5), app(5, 15)}, []string{"c1: 5 20 60", "c0: 25 30 60"}, "30"},
		{"the wait ends with the budget", 20, []ending{beside(-1, 5), app(20, 10)}, []string{"c1: 20 22 22 hook-cut drain-cut", "c0: 20 22 22 starved"}, "22"},
		{"a main container of unknown end", 30, []ending{beside(-1, 5), app(5, -1)}, []string{"c1: 5 5-30 30", "c0: 5-30 10-32 30-32"}, "10-32"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := dying(tt.grace, tt.cs...).Timeline
			var lanes []string
			for _, l := range got.Lanes {
				s := fmt.Sprintf("%s: %v %v %v", l.Name, l.Signal, l.End, l.Kill)
				for _, i := range l.Issues {
					s += " " + i.Kind
				}
				lanes = append(lanes, s)
			}
			if strings.Join(lanes, "; ") != strings.Join(tt.want, "; ") || got.End.String() != tt.end {
				t.Errorf("got  %q, end %v\nwant %q, end %s", lanes, got.End, tt.want, tt.end)
			}
		})
	}
}

func TestTimelineRaces(t *testing.T) {
	for _, tt := range []struct {
		front      string
		podTargets bool
		c          ending
		want       string
	}{
		{"service", false, app(-1, 5), "races 3 0"},
		{"service", false, app(3, 5), ""},
		{"ingress", false, app(5, 5), "races 10 5"},
		{"gateway", false, lame(5, 6, 5), ""},
		{"load-balancer", true, app(10, 5), "races 25 10"},
		{"service", false, ending{role: "main", hook: 1, loop: true, drain: 1}, ""},
	} {
		w := dying(60, tt.c)
		w.Served, w.Front, w.PodTargets, w.Containers[0].Served = true, tt.front, tt.podTargets, true
		got := func() string {
			w.Timeline = Timeline{}
			timeline(w, Settings{ServiceDelay: 3, IngressDelay: 10, LoadBalancerDelay: 25})
			for _, i := range w.Timeline.Lanes[0].Issues {
				return fmt.Sprintf("%s %v %v", i.Kind, i.Need, i.Has)
			}
			return ""
		}
		if s := got(); s != tt.want {
			t.Errorf("%s, %+v: %q, expected %q", tt.front, tt.c, s, tt.want)
		}
		if w.Exposed = true; got() != "" {
			t.Errorf("%s: no endpoint removal for ports of the node", tt.front)
		}
	}
}

func TestTimelineVariants(t *testing.T) {
	w := dying(30, app(5, 15), app(-1, 2), beside(-1, 5))
	var got []string
	for _, v := range w.Timeline.Variants {
		got = append(got, fmt.Sprintf("%s %d %t %v %v", v.Kind, v.Grace, v.Applies, v.End, v.Lost))
	}
	want := "soft-eviction 30 true 25 []; hard-eviction 1 true 3 [c0 c2]; node-shutdown 30 true 25 []"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("%s\nexpected %s", s, want)
	}
	w.Pod.Priority = Priority{Int: Int{Value: neverEvicted, Set: true}}
	w.Timeline = Timeline{}
	timeline(w, Settings{})
	if vs := w.Timeline.Variants; vs[0].Applies || vs[1].Applies || !vs[2].Applies {
		t.Errorf("a critical pod is not evicted: %+v", vs)
	}
}

func TestRolloutTime(t *testing.T) {
	ready := Probe{Set: true, InitialDelay: 5, Window: 35}
	for _, tt := range []struct {
		kind, strategy              string
		replicas, unavailable, more int
		want                        string
	}{
		{"Deployment", "RollingUpdate", 4, 1, 1, "steps 2 of 2: 50-110"},
		{"Deployment", "Recreate", 4, 0, 0, "steps 1 of 4: 35-65"},
		{"StatefulSet", "RollingUpdate", 3, 1, 0, "steps 3 of 1: 105-195"},
		{"StatefulSet", "OnDelete", 3, 1, 0, "none 0 of 0: 0"},
		{"DaemonSet", "RollingUpdate", 0, 1, 0, "each 1 of 1: 35-65"},
		{"Job", "", 1, 0, 0, "none 0 of 0: 0"},
		{"Deployment", "RollingUpdate", 0, 0, 1, "none 0 of 0: 0"},
	} {
		w := dying(30, app(5, 15))
		w.Kind, w.Replicas.Value, w.Rollout.Type, w.Rollout.MinReadySeconds.Value = tt.kind, tt.replicas, tt.strategy, 10
		w.Containers[0].Probes.Readiness = ready
		w.Rollout.MaxUnavailable = amount(nil, fmt.Sprint(tt.unavailable), Ref{})
		w.Rollout.MaxSurge = amount(nil, fmt.Sprint(tt.more), Ref{})
		rolloutTime(w)
		d := w.Rollout.Duration
		if got := fmt.Sprintf("%s %d of %d: %v", d.Kind, d.Steps, d.AtOnce, d.Total); got != tt.want {
			t.Errorf("%s %s: %s, expected %s", tt.kind, tt.strategy, got, tt.want)
		}
	}
}
