package facts

import (
	"math/rand/v2"
	"testing"
)

// actor is a container of the simulation. Its times are in ticks, -1 for a hook that is not set and for a program that
// never ends by itself.
type actor struct {
	sidecar     bool
	hook, drain int
	// budget is in seconds.
	state, budget, since   int
	signal, killAt, goneAt int
}

const (
	inHook = iota
	inTurn
	stopping
	gone
)

// simulate moves a pod tick by tick, as the kubelet's killContainer does it for each container at once: hook, wait for
// the turn, at least 2 s, stop signal, SIGKILL. It shares nothing with the model. The order of actors is that of the files.
func simulate(grace, perSecond int, pod []*actor) {
	for _, a := range pod {
		a.state, a.budget, a.since = inHook, grace, 0
	}
	for tick, left := 0, len(pod); left > 0; tick++ {
		for moved := true; moved; {
			moved = false
			for i, a := range pod {
				before := a.state
				switch a.state {
				case inHook:
					if a.hook < 0 || a.budget <= 0 || tick >= a.hook || tick >= a.budget*perSecond {
						if a.hook >= 0 && a.budget > 0 {
							a.budget -= tick / perSecond
						}
						a.state, a.since = inTurn, tick
					}
				case inTurn:
					if a.budget <= 0 || mayStop(pod, i) || tick-a.since >= a.budget*perSecond {
						a.budget -= (tick - a.since) / perSecond
						if a.budget < 2 {
							a.budget = 2
						}
						a.state, a.signal, a.killAt = stopping, tick, tick+a.budget*perSecond
					}
				case stopping:
					if a.drain >= 0 && tick >= a.signal+a.drain || tick >= a.killAt {
						a.state, a.goneAt = gone, tick
						left--
					}
				}
				moved = moved || a.state != before
			}
		}
	}
}

// mayStop tells whether everything that a native sidecar waits for is gone: all main containers, and the next sidecar
// below it in the file.
func mayStop(pod []*actor, i int) bool {
	if !pod[i].sidecar {
		return true
	}
	next := true
	for j, other := range pod {
		if !other.sidecar && other.state != gone {
			return false
		}
		if other.sidecar && j > i && next {
			if other.state != gone {
				return false
			}
			next = false
		}
	}
	return true
}

// TestTimelineAgainstSimulation compares the model with the simulation for random pods. Where all times are known they
// agree to the tick; where some are not, whatever they turn out to be lies between the bounds.
func TestTimelineAgainstSimulation(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	exact := 0
	for n := range 10_000 {
		perSecond := []int{1, 1, 4}[r.IntN(3)]
		grace := []int{0, 1, 2, 3, 10, 30, 60, r.IntN(100)}[r.IntN(8)]
		certain := r.IntN(2) == 0
		ticks := func() int { return r.IntN((grace+5)*perSecond*3/4 + 1) }
		w := &Workload{Kind: "Deployment", Runs: "service", Pod: Pod{Grace: Int{Value: grace}}}
		var pod []*actor
		sidecars, mains := r.IntN(4), 1+r.IntN(4)
		for i := range sidecars + mains {
			a := &actor{sidecar: i < sidecars, hook: -1}
			c := Container{Name: string(rune('a' + i)), Role: "main", Drain: Drain{Known: "unknown"}}
			if a.sidecar {
				c.Role = "sidecar"
			}
			if r.IntN(2) == 0 {
				a.hook = ticks()
				d := Duration{Known: "exact", Seconds: float64(a.hook) / float64(perSecond)}
				switch r.IntN(3) {
				case 0:
					if !certain {
						d.Known, a.hook = "lower-bound", a.hook+ticks()
					}
				case 1:
					if !certain {
						d = Duration{Known: "unknown"}
					}
				}
				c.PreStop = Hook{Set: true, Type: "exec", Duration: d}
			}
			switch r.IntN(4) {
			case 0:
				if certain {
					break // ends at once
				}
				a.drain = ticks() - 1 // may never end
			case 1:
				delay := ticks()
				a.drain = delay + ticks()
				c.Drain = Drain{Known: "exact", Delay: float64(delay) / float64(perSecond), Seconds: float64(a.drain-delay) / float64(perSecond)}
			default:
				a.drain = ticks()
				c.Drain = Drain{Known: "default", Seconds: float64(a.drain) / float64(perSecond)}
			}
			if certain && c.Drain.Known == "unknown" {
				c.Drain.Known = "exact"
			}
			pod = append(pod, a)
			w.Containers = append(w.Containers, c)
		}
		timeline(w, Settings{})
		simulate(grace, perSecond, pod)
		last := 0
		for _, l := range w.Timeline.Lanes {
			a := pod[l.Container]
			last = max(last, a.goneAt)
			for _, c := range []struct {
				what string
				got  Moment
				want int
			}{{"signal", l.Signal, a.signal}, {"kill", l.Kill, a.killAt}, {"end", l.End, a.goneAt}} {
				want := float64(c.want) / float64(perSecond)
				if certain && !c.got.Exact() {
					t.Fatalf("pod %d, container %s: %s is %v although every time is known", n, l.Name, c.what, c.got)
				}
				if want < c.got.Earliest || want > c.got.Latest {
					t.Fatalf("pod %d, grace period %d, container %s (%s): the model says %s %v, the simulation %v\n%+v\n%+v", n, grace, l.Name, l.Role, c.what, c.got, want, *a, l.Steps)
				}
				if c.got.Exact() {
					exact++
				}
			}
			cut := false
			for _, i := range l.Issues {
				cut = cut || i.Kind == "drain-cut" || i.Kind == "starved" && i.Need > 0
			}
			if ended := a.drain >= 0 && a.signal+a.drain <= a.killAt; cut && ended || certain && !cut && !ended {
				t.Fatalf("pod %d, container %s: cut is %t, in the simulation it ends by itself: %t\n%+v\n%+v", n, l.Name, cut, ended, *a, l)
			}
		}
		if end := w.Timeline.End; float64(last) < end.Earliest*float64(perSecond) || float64(last) > end.Latest*float64(perSecond) {
			t.Fatalf("pod %d: the model says the end is %v, the simulation %d ticks", n, end, last)
		}
	}
	if exact < 50_000 {
		t.Errorf("only %d exact moments were compared", exact)
	}
}
