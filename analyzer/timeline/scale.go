package timeline

import "math"

// scale maps seconds to the width of a drawing. Where everything known ends long before the grace period does, the axis
// is broken behind Bend, so that short steps stay visible.
type scale struct {
	// Max is the last second drawn, Bend where the axis breaks; 0 for no break.
	Max, Bend float64
}

// kept is the part of the width in front of a break.
const kept = 0.86

func newScale(p *Picture) scale {
	events, end := 0.0, float64(p.Grace)
	note := func(t float64) { events = max(events, t) }
	if p.Traffic != nil {
		note(p.Traffic.Until)
	}
	for i := range p.Lanes {
		l := &p.Lanes[i]
		note(l.Signal.Earliest)
		note(l.End.Earliest)
		if l.Killed || l.End.Latest > float64(p.Grace) {
			end = max(end, l.End.Latest, l.Kill.Earliest)
		}
		for _, b := range l.Bars {
			note(b.From.Earliest)
			note(b.To.Latest + b.Lost)
		}
	}
	// What does not fit is drawn up to twice the rest.
	limit := max(2*end, 10)
	s := scale{Max: max(end, min(events, limit), 2)}
	sure := 0.0
	for i := range p.Lanes {
		l := &p.Lanes[i]
		sure = max(sure, l.End.Earliest, l.Signal.Earliest)
		if l.End.Exact() {
			sure = max(sure, l.End.Latest)
		}
	}
	if p.Traffic != nil {
		sure = max(sure, p.Traffic.Until)
	}
	if sure > 0 && sure*8 < s.Max {
		s.Bend = math.Ceil(sure * 1.5)
	}
	return s
}

// at is the place of a second, from 0 to 1.
func (s scale) at(t float64) float64 {
	t = max(0, min(t, s.Max))
	if s.Bend == 0 {
		return t / s.Max
	}
	if t <= s.Bend {
		return kept * t / s.Bend
	}
	return kept + (1-kept)*(t-s.Bend)/(s.Max-s.Bend)
}

// steps are the distances between ticks that people read easily, in seconds.
var steps = []float64{1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400}

// ticks are the seconds to label, at most most of them, and the end of a broken axis.
func (s scale) ticks(most int) []float64 {
	end := s.Max
	if s.Bend > 0 {
		end = s.Bend
	}
	step := steps[len(steps)-1]
	for _, n := range steps {
		if end/n <= float64(most) {
			step = n
			break
		}
	}
	var out []float64
	for i := 0; float64(i)*step <= end; i++ {
		out = append(out, float64(i)*step)
	}
	if s.Bend > 0 {
		out = append(out, s.Max)
	}
	return out
}
