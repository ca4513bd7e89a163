// Package timeline draws how a pod dies: one lane for each container between the deletion and SIGKILL, with the numbers
// and the lines they come from. A Picture is the facts' timeline with places and words; Text, SVG, HTML, Mermaid and JSON
// draw it.
package timeline

import (
	"cmp"
	"path"
	"strconv"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

// Picture is the timeline of one workload.
type Picture struct {
	// Workload is Kind/name; Under is the overlay or the value set, empty for none.
	Workload  string `json:"workload"`
	Namespace string `json:"namespace"`
	Under     string `json:"under"`
	At        Place  `json:"at"`
	// Grace is the grace period in seconds; GraceAt is absent for the default.
	Grace   int    `json:"grace"`
	GraceAt *Place `json:"graceAt,omitempty"`
	// Traffic is the endpoint removal; absent where nothing sends traffic.
	Traffic  *Traffic     `json:"traffic,omitempty"`
	Lanes    []Lane       `json:"lanes"`
	End      facts.Moment `json:"end"`
	Problems []Problem    `json:"problems"`
	Variants []Variant    `json:"variants"`
	Probes   string       `json:"probes"`
	// Rollout is one sentence, empty where there is no rollout.
	Rollout      string                `json:"rollout"`
	RolloutFacts facts.RolloutDuration `json:"-"`
	scale        scale
}

// Place is a line of a file.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func (p Place) String() string {
	if p.Line == 0 {
		return typeset.Printable(p.File)
	}
	return typeset.Printable(p.File) + ":" + strconv.Itoa(p.Line)
}

// place is where something stands, as short as it is still clear below the workload's own place.
func (p *Picture) place(at *Place) string {
	if at == nil {
		return ""
	}
	if at.File == p.At.File {
		return Place{path.Base(at.File), at.Line}.String()
	}
	return at.String()
}

// Traffic is how long new requests may still come. Until is assumed: From is the threshold, which the configuration may set.
type Traffic struct {
	Name  string  `json:"name"`
	Until float64 `json:"until"`
	From  string  `json:"from"`
	At    *Place  `json:"at,omitempty"`

	balanced bool
}

// sender is what sends the traffic, as findings say it.
func (t *Traffic) sender() string {
	if t.balanced {
		return "the load balancer of " + t.Name
	}
	return t.Name
}

// Lane is one container.
type Lane struct {
	Name   string       `json:"name"`
	Role   string       `json:"role"`
	At     Place        `json:"at"`
	Bars   []Bar        `json:"bars"`
	Signal facts.Moment `json:"signal"`
	Kill   facts.Moment `json:"kill"`
	End    facts.Moment `json:"end"`
	// Sum is the arithmetic, Result how it ends.
	Sum    string `json:"sum"`
	Result string `json:"result"`
	// Bad is true when something certainly goes wrong; Killed when SIGKILL certainly ends it.
	Bad    bool `json:"bad"`
	Killed bool `json:"killed"`
	// Race is from when the container may have stopped listening until requests no longer come; absent for none.
	Race *facts.Moment `json:"race,omitempty"`
}

// Bar is one step of a lane. From and To are bounds; Lost is how many seconds of it SIGKILL cuts off.
type Bar struct {
	Kind  string       `json:"kind"`
	From  facts.Moment `json:"from"`
	To    facts.Moment `json:"to"`
	Need  float64      `json:"need"`
	Known string       `json:"known"`
	Lost  float64      `json:"lost"`
	Why   string       `json:"why"`
	At    *Place       `json:"at,omitempty"`
}

// Problem is something that certainly goes wrong, for one or several containers.
type Problem struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Lanes []string `json:"containers"`
	At    []Place  `json:"at"`
}

// Variant is another way to stop the pod.
type Variant struct {
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Grace  int      `json:"grace"`
	AtMost bool     `json:"atMost"`
	Lost   []string `json:"lost"`
}

// New makes the picture of one workload of a Unit.
func New(u *source.Unit, w *facts.Workload) *Picture {
	at := func(r *facts.Ref) *Place {
		if r == nil {
			return nil
		}
		t := finding.Trace(u, *r)
		if t.Span.File == "" {
			return nil
		}
		return &Place{t.Span.File, t.Span.Start.Line}
	}
	sure := func(r facts.Ref) Place {
		if p := at(&r); p != nil {
			return *p
		}
		return Place{}
	}
	t := &w.Timeline
	p := &Picture{
		Workload: typeset.OneLine(w.Kind + "/" + w.Name), Namespace: typeset.OneLine(w.Namespace), Under: typeset.OneLine(cmp.Or(u.Set, overlay(u))), At: sure(w.At), Grace: t.Grace.Value,
		End: t.End, RolloutFacts: w.Rollout.Duration, Lanes: []Lane{}, Problems: []Problem{},
	}
	if t.Grace.Set {
		p.GraceAt = at(&t.Grace.At)
	}
	if t.Traffic.Applies {
		p.Traffic = &Traffic{balanced: w.PodTargets || w.Front == "load-balancer", Name: typeset.OneLine(t.Traffic.Name), Until: t.Traffic.Until, From: t.Traffic.From, At: at(&t.Traffic.At)}
	}
	for i := range t.Lanes {
		l := &t.Lanes[i]
		lane := Lane{Name: typeset.OneLine(l.Name), Role: l.Role, At: sure(l.At), Signal: l.Signal, Kill: l.Kill, End: l.End, Bad: len(l.Issues) > 0, Bars: []Bar{}}
		for _, s := range l.Steps {
			b := Bar{Kind: s.Kind, From: s.From, To: s.To, Need: s.Need, Known: s.Known, Why: typeset.OneLine(s.Why), At: at(s.At)}
			if s.Kind != "turn" && s.Known != "never" {
				b.Lost = max(0, s.From.Earliest+s.Need-s.To.Latest)
			}
			lane.Bars = append(lane.Bars, b)
		}
		for _, issue := range l.Issues {
			lane.Killed = lane.Killed || issue.Kind == "drain-cut" || issue.Kind == "swallowed" || issue.Kind == "starved" && issue.Need > 0
			if issue.Kind == "races" {
				lane.Race = &facts.Moment{Earliest: issue.Has, Latest: issue.Need}
			}
			p.problem(issue, l, sure(issue.At))
		}
		lane.Sum, lane.Result = sum(l, t.Grace.Value), result(&lane)
		p.Lanes = append(p.Lanes, lane)
	}
	for _, v := range t.Variants {
		lost := make([]string, len(v.Lost))
		for i := range lost {
			lost[i] = typeset.OneLine(v.Lost[i])
		}
		p.Variants = append(p.Variants, Variant{Kind: v.Kind, Text: variant(v, t.Grace.Value), Grace: v.Grace, AtMost: v.AtMost, Lost: lost})
	}
	p.Probes, p.Rollout = probes(t), rollout(w, at)
	p.scale = newScale(p)
	return p
}

func overlay(u *source.Unit) string {
	if u.Kind == source.Kustomize {
		return u.Dir
	}
	return ""
}

// problem adds an issue of a lane; equal issues of several lanes are one problem.
func (p *Picture) problem(i facts.TimelineIssue, l *facts.Lane, at Place) {
	text := trouble(p, i, l)
	for j := range p.Problems {
		if q := &p.Problems[j]; q.Kind == i.Kind && q.Text == text {
			q.Lanes, q.At = append(q.Lanes, typeset.OneLine(l.Name)), append(q.At, at)
			return
		}
	}
	p.Problems = append(p.Problems, Problem{Kind: i.Kind, Text: text, Lanes: []string{typeset.OneLine(l.Name)}, At: []Place{at}})
}
