package facts

import "math"

// rolloutTime estimates how long a rollout takes. It needs the timeline.
func rolloutTime(w *Workload) {
	d := &w.Rollout.Duration
	*d = RolloutDuration{Kind: "none", MinReady: w.Rollout.MinReadySeconds.Value, Termination: w.Timeline.End}
	d.Start, d.StartAt = startTime(w)
	r := &w.Rollout
	if r.Type != "RollingUpdate" && r.Type != "Recreate" {
		return
	}
	pods := w.Replicas.Value
	switch w.Kind {
	case "Deployment":
		d.Between = r.Type == "Recreate"
		d.AtOnce = pods
		if !d.Between {
			if !r.MaxSurge.Resolved || !r.MaxUnavailable.Resolved {
				return
			}
			d.AtOnce = min(pods, r.MaxSurge.Absolute+r.MaxUnavailable.Absolute)
		}
	case "StatefulSet":
		pods -= r.Partition.Value
		d.Between, d.AtOnce = true, min(pods, r.MaxUnavailable.Absolute)
	case "DaemonSet":
		d.Kind, d.Steps = "each", 1
		d.Between = r.MaxSurge.Raw == "0" || r.MaxSurge.Raw == "0%"
		for _, a := range []Amount{r.MaxUnavailable, r.MaxSurge} {
			if !a.Percent && a.Absolute > 0 {
				d.AtOnce = a.Absolute
			}
		}
	default:
		return
	}
	if d.Kind == "none" {
		if pods <= 0 || d.AtOnce <= 0 {
			d.AtOnce = 0
			return
		}
		d.Kind, d.Steps = "steps", int(math.Ceil(float64(pods)/float64(d.AtOnce)))
	}
	d.Total = d.total()
}

// total adds up the steps. A Deployment counts a terminating pod as gone, so only the end of the last ones is added.
func (d *RolloutDuration) total() Moment {
	sum := func(start, end float64) float64 {
		up := start + float64(d.MinReady)
		if d.Between {
			return float64(d.Steps) * (end + up)
		}
		return float64(d.Steps)*up + end
	}
	return Moment{sum(d.Start.Earliest, d.Termination.Earliest), sum(d.Start.Latest, d.Termination.Latest)}
}

// startTime is the window in which a pod becomes ready: the slowest of its containers decides. The startup probe bounds it
// where there is one, the readiness probe where not.
func startTime(w *Workload) (Moment, *Ref) {
	var out Moment
	var at *Ref
	for i := range w.Containers {
		c := &w.Containers[i]
		if c.Role == "init" {
			continue
		}
		var m Moment
		var from *Ref
		for _, p := range []*Probe{&c.Probes.Startup, &c.Probes.Readiness} {
			if !p.Set {
				continue
			}
			m.Earliest = max(m.Earliest, float64(p.InitialDelay))
			if from == nil {
				from, m.Latest = &p.At, float64(p.Window)
			}
		}
		m.Latest = max(m.Latest, m.Earliest)
		out.Earliest = max(out.Earliest, m.Earliest)
		if m.Latest > out.Latest {
			out.Latest, at = m.Latest, from
		}
	}
	return out, at
}
