package timeline

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// number writes seconds without needless decimals.
func number(n float64) string { return strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64) }

// moment writes a point in time. Bounds that differ by the fraction of a second that the kubelet cuts off are one point.
func moment(m facts.Moment) string {
	if m.Latest-m.Earliest <= 1 && !m.Exact() {
		return number(m.Earliest) + " s"
	}
	if m.Exact() {
		return number(m.Latest) + " s"
	}
	return number(m.Earliest) + " to " + number(m.Latest) + " s"
}

// need writes how long a bar takes.
func need(b *Bar) string {
	switch b.Known {
	case "exact":
		return number(b.Need) + " s"
	case "lower-bound":
		return "≥ " + number(b.Need) + " s"
	case "never":
		return "never"
	}
	return "not known"
}

// names of the steps.
var stepNames = map[string]string{"preStop": "preStop", "turn": "waits", "delay": "delay", "drain": "drain"}

// sum is the arithmetic of a lane: "5 + 15 = 20 of 30 s, 10 s left".
func sum(l *facts.Lane, grace int) string {
	var terms []string
	total, exact := 0.0, true
	for _, s := range l.Steps {
		n := s.Need
		if s.Kind == "turn" {
			n = s.To.Earliest - s.From.Latest
			if !s.To.Exact() || !s.From.Exact() {
				s.Known = "unknown"
			}
		}
		switch s.Known {
		case "exact":
			terms = append(terms, number(n))
		case "lower-bound":
			terms, exact = append(terms, "≥ "+number(n)), false
		case "never":
			return "the stop signal reaches nobody"
		default:
			terms, exact = append(terms, "?"), false
			continue
		}
		total += n
	}
	text := strings.Join(terms, " + ")
	if !exact {
		return fmt.Sprintf("%s of %d s", text, grace)
	}
	if len(terms) > 1 {
		text += " = " + number(total)
	}
	left := l.Kill.Latest - total
	switch {
	case left >= 0:
		return fmt.Sprintf("%s of %s s, %s s left", text, number(l.Kill.Latest), number(left))
	default:
		return fmt.Sprintf("%s of %s s, %s s too much", text, number(l.Kill.Latest), number(-left))
	}
}

func result(l *Lane) string {
	switch {
	case l.Killed:
		return "SIGKILL at " + moment(l.Kill)
	case l.End.Exact():
		return "gone at " + moment(l.End)
	}
	return "gone by " + number(l.End.Latest) + " s"
}

// trouble says what happens.
func trouble(p *Picture, i facts.TimelineIssue, l *facts.Lane) string {
	switch i.Kind {
	case "hook-cut":
		return fmt.Sprintf("the preStop hook takes %s s and the grace period is %s s: the stop signal comes with 2 s left before SIGKILL", number(i.Need), number(i.Has))
	case "drain-cut":
		return fmt.Sprintf("SIGKILL at %s cuts the drain: it gets %s s of the %s s it may take", moment(l.Kill), number(i.Has), number(i.Need))
	case "starved":
		if i.Need == 0 {
			return fmt.Sprintf("the containers before it use the grace period up: SIGKILL comes %s s after its stop signal", number(i.Has))
		}
		return fmt.Sprintf("the containers before it leave %s s of the %s s it may take: SIGKILL at %s", number(i.Has), number(i.Need), moment(l.Kill))
	case "races":
		name := "traffic"
		if p.Traffic != nil {
			name = p.Traffic.sender()
		}
		if i.Has == 0 {
			return fmt.Sprintf("may stop listening at once while %s may still send requests until about %s s", name, number(i.Need))
		}
		return fmt.Sprintf("may stop listening after %s s while %s may still send requests until about %s s", number(i.Has), name, number(i.Need))
	case "swallowed":
		return fmt.Sprintf("the shell as PID 1 ignores the stop signal: nothing happens until SIGKILL at %s", moment(l.Kill))
	case "taken-along":
		return "the shell ends at the stop signal and takes the program along before it has drained"
	case "quits-first":
		return "its hook runs at once and ends it while the main containers still run"
	}
	return i.Kind
}

func variant(v facts.Variant, grace int) string {
	if !v.Applies {
		return "never: the kubelet evicts no pod of this priority"
	}
	text := fmt.Sprintf("%d s", v.Grace)
	if v.AtMost {
		text = fmt.Sprintf("at most %d s (%s of the kubelet)", v.Grace, v.By)
	}
	switch {
	case len(v.Lost) == 0:
		return text
	case v.AtMost && grace == v.Grace:
		return text
	case len(v.Lost) > 6:
		return fmt.Sprintf("%s: cuts %d containers", text, len(v.Lost))
	}
	return text + ": cuts " + typeset.OneLine(strings.Join(v.Lost, ", "))
}

var variantNames = map[string]string{"soft-eviction": "soft eviction", "hard-eviction": "hard eviction", "node-shutdown": "node shutdown"}

// probes says what goes on and what stops during the termination.
func probes(t *facts.Timeline) string {
	runs, stops := false, map[string]bool{}
	for _, l := range t.Lanes {
		for _, p := range l.Probes {
			runs = runs || p.Runs
			if !p.Runs {
				stops[p.Name] = true
			}
		}
	}
	var out []string
	if runs {
		out = append(out, "readiness goes on")
	}
	switch {
	case stops["liveness"] && stops["startup"]:
		out = append(out, "liveness and startup stop")
	case stops["liveness"]:
		out = append(out, "liveness stops")
	case stops["startup"]:
		out = append(out, "startup stops")
	}
	return strings.Join(out, ", ")
}

// rollout says how long a rollout takes and why.
func rollout(w *facts.Workload, at func(*facts.Ref) *Place) string {
	d := &w.Rollout.Duration
	if d.Kind == "none" {
		return ""
	}
	up := "start " + moment(d.Start)
	if p := at(d.StartAt); p != nil {
		up += " (" + path.Base(p.File) + ":" + strconv.Itoa(p.Line) + ")"
	}
	if d.StartAt == nil {
		up = "start (no probe tells)"
	}
	if d.MinReady > 0 {
		up += fmt.Sprintf(" + minReadySeconds %d s", d.MinReady)
	}
	pods := fmt.Sprintf("up to %d pods", d.AtOnce)
	switch {
	case d.AtOnce == 1:
		pods = "one pod"
	case d.AtOnce == 0 || d.Kind == "each":
		pods = "some pods"
	}
	var text string
	switch {
	case d.Kind == "each":
		text = "each step of " + pods + ": "
	case d.Steps == 1:
		text = "1 step: "
	default:
		text = fmt.Sprintf("%d steps of %s, each: ", d.Steps, pods)
	}
	end := "end of the old pod " + moment(d.Termination)
	if d.Between {
		text += end + " + " + up
	} else {
		text += up + "; then " + end
	}
	total := moment(d.Total)
	if d.StartAt == nil {
		total = "at least " + number(d.Total.Earliest) + " s"
	}
	return text + " = " + total + " (estimate)"
}

// lines wraps text, but never between a number and its unit.
func lines(text string, width int) []string {
	const joined = "\x00"
	words := strings.Fields(typeset.OneLine(text))
	for i := len(words) - 1; i > 0; i-- {
		before := words[i-1]
		if strings.TrimRight(words[i], ".,;:)") == "s" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9' {
			words[i-1] += joined + words[i]
			words = slices.Delete(words, i, i+1)
		}
	}
	out := typeset.Wrap(strings.Join(words, " "), width, width)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], joined, " ")
	}
	return out
}
