package facts

import (
	"math"
	"slices"
)

// minimumKill is what the kubelet leaves a container at least between the stop signal and SIGKILL, in seconds
// (minimumGracePeriodInSeconds, k8s.io/kubernetes pkg/kubelet/kuberuntime).
const minimumKill = 2

// hardEviction is the grace period of a hard eviction in seconds (immediateEvictionGracePeriodSeconds, pkg/kubelet/eviction).
const hardEviction = 1

// neverEvicted is the priority from which on the kubelet evicts no pod (SystemCriticalPriority, pkg/apis/scheduling).
const neverEvicted = 2_000_000_000

// timeline fills in Workload.Timeline; it needs the links and whether the pod is exposed.
func timeline(w *Workload, s Settings) {
	t := &w.Timeline
	t.Grace = w.Pod.Grace
	if t.Grace.Value < 0 {
		t.Grace.Value = 1
	}
	t.Traffic = traffic(w, s)
	t.Lanes, t.End = lanes(w, t.Grace.Value)
	for i := range t.Lanes {
		races(w, &t.Lanes[i], t.Traffic)
	}
	evicted := !w.Pod.Priority.Set || w.Pod.Priority.Value < neverEvicted
	for _, v := range []Variant{
		{Kind: "soft-eviction", Applies: evicted, Grace: t.Grace.Value, AtMost: true, By: "evictionMaxPodGracePeriod"},
		{Kind: "hard-eviction", Applies: evicted, Grace: hardEviction},
		{Kind: "node-shutdown", Applies: true, Grace: t.Grace.Value, AtMost: true, By: "shutdownGracePeriod"},
	} {
		stopped, end := lanes(w, v.Grace)
		v.End = end
		for i := range stopped {
			if slices.ContainsFunc(stopped[i].Issues, func(i TimelineIssue) bool {
				return i.Kind == "hook-cut" || i.Kind == "drain-cut" || i.Kind == "starved"
			}) {
				v.Lost = append(v.Lost, stopped[i].Name)
			}
		}
		t.Variants = append(t.Variants, v)
	}
}

// traffic is the assumed time of endpoint removal, which the settings hold for what sends the traffic.
func traffic(w *Workload, s Settings) Traffic {
	out := Traffic{Applies: w.Served && !w.Exposed, Name: w.FrontName, At: w.FrontAt}
	switch {
	case !out.Applies:
		return Traffic{At: w.FrontAt}
	case w.PodTargets:
		out.From, out.Until = "loadBalancerDelay", s.LoadBalancerDelay
	case w.Front == "ingress" || w.Front == "gateway":
		out.From, out.Until = "ingressDelay", s.IngressDelay
	default:
		out.From, out.Until = "serviceDelay", s.ServiceDelay
	}
	return out
}

// lanes are the ends of all containers with a grace period, and when the last of them is gone.
func lanes(w *Workload, grace int) ([]Lane, Moment) {
	var out []Lane
	var mains, last, end Moment
	for i := range w.Containers {
		if w.Containers[i].Role == "main" {
			l := lane(w, i, grace, nil)
			mains = later(mains, l.End)
			out = append(out, l)
		}
	}
	last, end = mains, mains
	for i := len(w.Containers) - 1; i >= 0; i-- {
		if w.Containers[i].Role == "sidecar" {
			turn := later(mains, last)
			l := lane(w, i, grace, &turn)
			last = l.End
			end = later(end, l.End)
			out = append(out, l)
		}
	}
	return out, end
}

func later(a, b Moment) Moment {
	return Moment{max(a.Earliest, b.Earliest), max(a.Latest, b.Latest)}
}

// lane is the end of one container. turn is when a native sidecar may be stopped, nil for a main container.
func lane(w *Workload, index, grace int, turn *Moment) Lane {
	c := &w.Containers[index]
	out := Lane{Container: index, Name: c.Name, Role: c.Role, At: c.At, Probes: lastProbes(c)}
	hook, delay, drain := hookTime(c, grace), delayTime(w, c), drainTime(w, c)
	g := float64(grace)

	hooked := Moment{min(hook.low(), g), min(hook.high(), g)}
	if hook.Kind != "" {
		hook.To = hooked
		out.Steps = append(out.Steps, hook)
	}
	// The kubelet subtracts whole seconds, so that a fraction is a gift.
	rest := Moment{g - math.Floor(hooked.Latest), g - math.Floor(hooked.Earliest)}
	gift := fraction(hooked)
	out.Signal = hooked
	if turn != nil {
		out.Signal, rest, gift = waits(hooked, rest, *turn, g)
		if out.Signal.Latest > hooked.Earliest {
			out.Steps = append(out.Steps, TimelineStep{Kind: "turn", From: hooked, To: out.Signal, Known: known(out.Signal), Need: max(0, turn.Earliest-hooked.Earliest), Why: "waits for the containers before it"})
		}
	}
	out.Left = Moment{max(rest.Earliest, minimumKill), max(rest.Latest, minimumKill)}
	out.Kill = kill(out.Signal, out.Left, g, gift)

	from := out.Signal
	for _, s := range []TimelineStep{delay, drain} {
		if s.Kind == "" {
			continue
		}
		s.From = from
		s.To = Moment{min(from.Earliest+s.low(), out.Kill.Earliest), min(from.Latest+s.high(), out.Kill.Latest)}
		if s.Known == "never" {
			s.To = out.Kill
		}
		from = s.To
		out.Steps = append(out.Steps, s)
	}
	out.End = from
	if asked := asks(c); asked != "" && hook.Kind != "" {
		out.Asked, out.End.Earliest = asked, 0
	}
	out.Issues = issues(w, c, &out, hook, grace)
	return out
}

// waits is the signal of a native sidecar, what is left then, and how much a fraction may give.
func waits(hooked, rest, turn Moment, g float64) (signal, left Moment, gift float64) {
	limit := Moment{g, g + fraction(hooked)}
	if hooked.Exact() {
		limit.Earliest = limit.Latest
	}
	signal = Moment{max(hooked.Earliest, min(turn.Earliest, limit.Earliest)), max(hooked.Latest, min(turn.Latest, limit.Latest))}
	if hooked.Exact() && signal.Exact() {
		waited := signal.Latest - hooked.Latest
		n := rest.Latest - math.Floor(waited)
		return signal, Moment{n, n}, fraction(hooked) + fraction(Moment{waited, waited})
	}
	left = Moment{rest.Earliest - math.Floor(signal.Latest-hooked.Earliest), rest.Latest - math.Floor(max(0, signal.Earliest-hooked.Latest))}
	return signal, left, fraction(hooked) + 1
}

// fraction is how much later than in whole seconds something may be: all of a second where that is not known.
func fraction(m Moment) float64 {
	if m.Exact() {
		return m.Latest - math.Floor(m.Latest)
	}
	return 1
}

// kill is when SIGKILL comes. Where the signal is not exact, left and signal hang together: one is early when the other
// is long.
func kill(signal, left Moment, g, gift float64) Moment {
	if signal.Exact() && left.Exact() {
		return Moment{signal.Latest + left.Latest, signal.Latest + left.Latest}
	}
	return Moment{
		max(g, signal.Earliest+minimumKill, signal.Earliest+left.Earliest),
		min(max(g+gift, signal.Latest+minimumKill), signal.Latest+left.Latest),
	}
}

// low and high are the bounds of what a step needs.
func (s TimelineStep) low() float64 {
	if s.Known == "never" {
		return math.Inf(1)
	}
	return s.Need
}

func (s TimelineStep) high() float64 {
	if s.Known == "exact" {
		return s.Need
	}
	return math.Inf(1)
}

func known(m Moment) string {
	if m.Exact() {
		return "exact"
	}
	return "lower-bound"
}

// hookTime is the preStop hook; the zero step where none runs, because none is set or the grace period is 0.
func hookTime(c *Container, grace int) TimelineStep {
	if !c.PreStop.Set || grace <= 0 {
		return TimelineStep{Known: "exact"}
	}
	d := c.PreStop.Duration
	out := TimelineStep{Kind: "preStop", Need: d.Seconds, Known: d.Known, Why: d.Why, At: &d.At}
	if d.Known == "none" {
		out.Known, out.Need = "unknown", 0
	}
	if out.Known == "unknown" {
		out.Need = 0
	}
	return out
}

// delayTime is what the program lets pass before it drains.
func delayTime(w *Workload, c *Container) TimelineStep {
	if c.Drain.Delay == 0 || c.Drain.Off != nil || fate(w, c) != "" {
		return TimelineStep{Known: "exact"}
	}
	return TimelineStep{Kind: "delay", Need: c.Drain.Delay, Known: "exact", Why: c.Drain.DelayFrom, At: c.Drain.DelayAt}
}

// drainTime is what the program takes after its signal.
func drainTime(w *Workload, c *Container) TimelineStep {
	d := c.Drain
	out := TimelineStep{Kind: "drain", Known: "unknown", At: d.At, Why: d.From}
	switch fate(w, c) {
	case "swallowed":
		at := c.Process.Shell.At
		return TimelineStep{Kind: "drain", Known: "never", Why: "the shell as PID 1 ignores the stop signal", At: &at}
	case "taken-along":
		at := c.Process.Shell.At
		return TimelineStep{Kind: "drain", Known: "exact", Why: "the shell ends at once, and the program with it", At: &at}
	}
	switch {
	case d.Off != nil:
		out.Known, out.Why, out.At = "exact", d.Off.From, &d.Off.At
	case d.Known == "exact" || d.Known == "default":
		out.Known, out.Need = "exact", d.Seconds
	}
	return out
}

// fate is what becomes of the stop signal where that is proven: swallowed (a shell as PID 1 ignores it, so that only SIGKILL
// ends it), taken-along (its trap ends it while the program still runs), or empty.
func fate(w *Workload, c *Container) string {
	s := c.Process.Shell
	if w.Pod.Windows || w.Pod.ShareProcess.Value || w.Pod.HostPID.Value || !s.Used || s.Init != "" || s.Finite || s.Forwards != "no" ||
		s.Stays != "yes" || !s.Own && c.Process.Image.Guessed {
		return ""
	}
	switch s.Trap {
	case "none", "blocked", "ignores":
		return "swallowed"
	case "single-wait", "ends":
		if s.Program != "" {
			return "taken-along"
		}
	}
	return ""
}

// asks is what in a hook asks the program to end before its signal.
func asks(c *Container) string {
	h := &c.PreStop
	if h.Quits != "" {
		return h.Quits
	}
	if h.StopCommand.Words != "" {
		return h.StopCommand.Words
	}
	if len(h.Kills) > 0 {
		return h.Kills[0].Text
	}
	return ""
}

func lastProbes(c *Container) []TimelineProbe {
	var out []TimelineProbe
	for _, p := range []struct {
		name  string
		probe *Probe
	}{{"readiness", &c.Probes.Readiness}, {"liveness", &c.Probes.Liveness}, {"startup", &c.Probes.Startup}} {
		if p.probe.Set {
			out = append(out, TimelineProbe{Name: p.name, Runs: p.name == "readiness", At: p.probe.At})
		}
	}
	return out
}

// issues are what certainly goes wrong with a container, traffic apart.
func issues(w *Workload, c *Container, l *Lane, hook TimelineStep, grace int) []TimelineIssue {
	var out []TimelineIssue
	if hook.Kind != "" && hook.low() >= float64(grace) {
		out = append(out, TimelineIssue{Kind: "hook-cut", Need: hook.Need, Has: float64(grace), At: *hook.At})
	}
	if c.Role == "sidecar" && c.PreStop.Quits != "" && hook.Kind != "" && l.Signal.Latest > hook.To.Latest {
		out = append(out, TimelineIssue{Kind: "quits-first", At: c.PreStop.Handler})
	}
	if f := fate(w, c); f != "" {
		return append(out, TimelineIssue{Kind: f, At: c.Process.Shell.At})
	}
	need, at, waited := 0.0, l.At, false
	for _, s := range l.Steps {
		switch s.Kind {
		case "turn":
			waited = s.To.Latest > s.From.Latest
		case "delay", "drain":
			need += s.Need
			if s.At != nil {
				at = *s.At
			}
		}
	}
	switch {
	case need > l.Left.Latest && waited && need <= float64(grace)-math.Floor(hook.To.Latest):
		out = append(out, TimelineIssue{Kind: "starved", Need: need, Has: l.Left.Latest, At: at})
	case need > l.Left.Latest:
		out = append(out, TimelineIssue{Kind: "drain-cut", Need: need, Has: l.Left.Latest, At: at})
	case waited && grace > minimumKill && l.Left.Latest == minimumKill && c.Drain.Off == nil && need == 0:
		out = append(out, TimelineIssue{Kind: "starved", Has: l.Left.Latest, At: at})
	}
	return out
}

// races notes where a container may stop listening while requests still come.
func races(w *Workload, l *Lane, t Traffic) {
	c := &w.Containers[l.Container]
	if !t.Applies || w.Runs != "service" || l.Role != "main" || !c.Served || c.Profile.KeepsAccepting != "" || w.Timeline.Grace.Value <= 0 ||
		fate(w, c) == "swallowed" {
		return
	}
	if len(c.Ports) == 0 && slices.ContainsFunc(w.Containers, func(o Container) bool { return o.Role == "main" && o.Served && o.PreStop.Set && o.Name != c.Name }) {
		return // any of them may be meant: the one that waits probably is
	}
	stops, at := l.Signal.Latest, l.At
	for _, s := range l.Steps {
		if s.Kind == "delay" {
			stops = s.To.Latest
		}
		if s.Kind == "preStop" {
			at = *s.At
		}
	}
	if stops < t.Until {
		l.Issues = append(l.Issues, TimelineIssue{Kind: "races", Need: t.Until, Has: stops, At: at})
	}
}
