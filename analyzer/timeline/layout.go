package timeline

import (
	"fmt"
	"math"
	"strings"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

// The columns of the drawing in pixels: names, chart, and what the numbers are.
const (
	svgWidth   = 1060.0
	margin     = 28.0
	chartLeft  = 178.0
	chartRight = 690.0
	notesLeft  = 712.0
	// many is the number of lanes from which on they are drawn low, with one line of text each.
	many = 10
)

// view is a picture as shapes. Lanes are groups, so that a program can count them.
type view struct {
	*Picture
	W, H, Y    float64
	Back       []shape
	LaneShapes []laneView
	Front      []shape
}

type laneView struct {
	Name, Title string
	Shapes      []shape
}

// shape is a rectangle (W and H), a line (X2, Y2) or a text (S).
type shape struct {
	Kind               string
	Class, S, Title    string
	X, Y, W, H, X2, Y2 float64
	Anchor             string
}

func box(class string, x, y, w, h float64, title string) shape {
	return shape{Kind: "box", Class: class, X: round(x), Y: round(y), W: round(max(w, 2)), H: h, Title: typeset.OneLine(title)}
}

func rule(class string, x, y, x2, y2 float64) shape {
	return shape{Kind: "rule", Class: class, X: round(x), Y: round(y), X2: round(x2), Y2: round(y2)}
}

func words(class string, x, y float64, s string) shape {
	return shape{Kind: "words", Class: class, X: round(x), Y: round(y), S: typeset.OneLine(s), Anchor: "start"}
}

func (s shape) to(anchor string) shape {
	s.Anchor = anchor
	return s
}

func round(f float64) float64 { return math.Round(f*10) / 10 }

// How wide a character is at most, on average over a text, in each size.
const (
	titlePixels = 11.0
	namePixels  = 8.6
	notePixels  = 7.3
	smallPixels = 6.4
	placePixels = 6.8
)

func columns(s string) float64 { return float64(typeset.Columns(s)) }

// pixels is about how wide a text of small size is.
func pixels(s string) float64 { return smallPixels * columns(s) }

// fit is how many characters of a size have room.
func fit(room, size float64) int { return int(room / size) }

// beside is fit in the notes, beside what is used of their width.
func beside(used, size float64) int { return fit(svgWidth-margin-notesLeft-used-8, size) }

func (v *view) x(t float64) float64 { return chartLeft + v.scale.at(t)*(chartRight-chartLeft) }

func layout(p *Picture) view {
	v := view{Picture: p, W: svgWidth}
	name := p.Workload
	if p.Under != "" {
		name += " (" + p.Under + ")"
	}
	const whole = svgWidth - 2*margin
	name = typeset.Squeeze(name, fit(whole, titlePixels))
	place := shorten(p.At.String(), fit(whole, placePixels))
	down := 0.0
	if titlePixels*columns(name)+placePixels*columns(place)+20 <= whole {
		v.Front = append(v.Front, words("title", margin, 40, name), words("place", svgWidth-margin, 40, place).to("end"))
	} else { // the place has a line of its own
		down = 18
		v.Front = append(v.Front, words("title", margin, 40, name), words("place", margin, 40+down, place))
	}
	grace := fmt.Sprintf("grace period %d s", p.Grace)
	at := "the default"
	if p.GraceAt != nil {
		at = p.place(p.GraceAt)
	}
	at = shorten(at, fit(whole-9*columns(grace)-20, placePixels))
	v.Front = append(v.Front, words("lead", margin, 62+down, grace), words("place", svgWidth-margin, 62+down, at).to("end"))

	top, y := 96+down, 110+down
	if p.Traffic != nil {
		v.traffic(y)
		y += 40
	}
	for i := range p.Lanes {
		y += v.lane(&p.Lanes[i], y)
	}
	v.grid(top, y)
	y = v.legend(y + 22)
	y = v.list(y)
	v.H = y + 12
	return v
}

// grid are the ticks, and the line of the grace period over everything.
func (v *view) grid(top, bottom float64) {
	grace := v.x(float64(v.Grace))
	label := fmt.Sprintf("SIGKILL after %d s", v.Grace)
	half := pixels(label) / 2
	for _, t := range v.scale.ticks(9) {
		x := v.x(t)
		v.Back = append(v.Back, rule("tick", x, top, x, bottom))
		if math.Abs(x-grace) > half+16 {
			v.Back = append(v.Back, words("axis", x, top-7, number(t)+" s").to("middle"))
		}
	}
	if v.scale.Bend > 0 {
		x := v.x(v.scale.Bend) + 14
		for _, dx := range []float64{0, 6} { // the axis is broken
			v.Front = append(v.Front, rule("break", x+dx-4, top+9, x+dx+4, top-3))
		}
	}
	v.Front = append(v.Front, rule("kill", grace, top-2, grace, bottom), words("killtext", grace, top-7, label).to("middle"))
}

func (v *view) traffic(y float64) {
	t := v.Traffic
	l := laneView{Name: "traffic", Title: "endpoint removal"}
	end := v.x(t.Until)
	l.Shapes = append(l.Shapes, words("name", margin, y+16, "traffic"),
		box("bar traffic", chartLeft, y+2, end-chartLeft, 20, fmt.Sprintf("%s may still send requests until about %s s: %s (assumed)", t.sender(), number(t.Until), t.From)))
	text := "requests may still come"
	if pixels(text)+10 < end-chartLeft {
		l.Shapes = append(l.Shapes, words("in", chartLeft+7, y+16, text))
	}
	l.Shapes = append(l.Shapes, words("note", notesLeft, y+10, "about "+number(t.Until)+" s, "+t.From+" (assumed)"))
	place := shorten(v.place(t.At), 22)
	l.Shapes = append(l.Shapes, words("small", notesLeft, y+25, typeset.Squeeze(t.Name, beside(placePixels*columns(place), smallPixels))), words("place", svgWidth-margin, y+25, place).to("end"))
	v.LaneShapes = append(v.LaneShapes, l)
}

// lane draws one container and says how high it is.
func (v *view) lane(c *Lane, y float64) float64 {
	dense := len(v.Lanes) > many
	l := laneView{Name: typeset.OneLine(c.Name), Title: typeset.OneLine(c.Name + ": " + c.Result)}
	thick, height := 20.0, 34.0
	if dense {
		thick, height = 12, 21
	}
	class := "name"
	if c.Bad {
		class = "name bad"
	}
	label := c.label()
	if !dense {
		label = typeset.OneLine(c.Name)
	}
	l.Shapes = append(l.Shapes, words(class, margin, y+thick/2+6, typeset.Squeeze(label, fit(chartLeft-margin-6, namePixels))))
	if c.Role == "sidecar" && !dense {
		l.Shapes = append(l.Shapes, words("small", margin, y+thick/2+20, "native sidecar"))
	}
	for _, b := range c.Bars {
		l.bar(v, c, &b, y+2, thick)
	}
	if c.Race != nil {
		from, to := v.x(c.Race.Earliest), v.x(c.Race.Latest)
		l.Shapes = append(l.Shapes, box("race", from, y+2+thick, to-from, 5, "may have stopped listening while requests still come"))
	}
	if c.Killed {
		x := v.x(c.Kill.Earliest)
		l.Shapes = append(l.Shapes, rule("cross", x-5, y+thick/2-3, x+5, y+thick/2+7), rule("cross", x-5, y+thick/2+7, x+5, y+thick/2-3))
	}
	used := l.notes(v, c, y+10, dense)
	height = max(height, used+16)
	l.Shapes = append(l.Shapes, rule("between", margin, y+height-4, svgWidth-margin, y+height-4))
	v.LaneShapes = append(v.LaneShapes, l)
	return height
}

// bar draws a step: a dashed box for what may be, a full one for what is certain, a red one for what is cut.
func (l *laneView) bar(v *view, c *Lane, b *Bar, y, thick float64) {
	tip := stepNames[b.Kind] + ": " + need(b)
	if b.Why != "" {
		tip += ", " + b.Why
	}
	if b.At != nil {
		tip += " (" + b.At.String() + ")"
	}
	from, to := v.x(b.From.Earliest), v.x(b.To.Latest)
	if b.To.Latest <= b.From.Earliest && b.Lost == 0 {
		return
	}
	kind := b.Kind
	if b.Known == "never" {
		kind = "never"
	}
	solid := b.To.Earliest > b.From.Latest && b.Known != "never"
	if !b.From.Exact() || !b.To.Exact() || b.Known == "never" {
		l.Shapes = append(l.Shapes, box("bar maybe "+kind, from, y, to-from, thick, tip))
	}
	if solid {
		from, to = v.x(b.From.Latest), v.x(b.To.Earliest)
		l.Shapes = append(l.Shapes, box("bar "+kind, from, y, to-from, thick, tip))
	}
	if thick > 14 {
		for _, text := range []string{stepNames[b.Kind] + " " + need(b), stepNames[b.Kind], number(b.Need) + " s"} {
			switch {
			case b.Kind == "turn":
				text = "waits for its turn"
			case b.Known == "never":
				text = "the stop signal reaches nobody"
			}
			class := "in"
			if !solid || b.Kind == "turn" {
				class = "in plain"
			}
			if 1.1*pixels(text)+8 < to-from && (text[0] > '9' || solid) {
				l.Shapes = append(l.Shapes, words(class, from+6, y+14, text))
				break
			}
		}
	}
	if b.Lost > 0 {
		start := max(b.To.Latest, c.End.Latest)
		x, end := v.x(start), v.x(b.To.Latest+b.Lost)
		if end > x {
			l.Shapes = append(l.Shapes, box("bar lost", x, y, end-x, thick, fmt.Sprintf("%s s of the %s are cut", number(b.Lost), stepNames[b.Kind])))
			if text := "cut: " + number(b.Lost) + " s"; thick > 14 && pixels(text)+8 < end-x {
				l.Shapes = append(l.Shapes, words("in lostText", x+8, y+14, text))
			}
		}
	}
	if b.Kind != "preStop" && b.Kind != "turn" && b.From == c.Signal && c.Signal.Exact() && c.Signal.Latest > 0 {
		x := v.x(c.Signal.Latest)
		l.Shapes = append(l.Shapes, rule("signal", x, y-3, x, y+thick+3))
	}
}

// notes are the numbers beside a lane with their places; it returns how high they are.
func (l *laneView) notes(v *view, c *Lane, y float64, dense bool) float64 {
	class := "note"
	if c.Killed { // the end of another is no fault
		class = "note bad"
	}
	if dense {
		var at []string
		for _, b := range c.Bars {
			if b.At != nil {
				s := b.At.String()
				if b.At.File == v.At.File {
					s = fmt.Sprintf(":%d", b.At.Line)
				}
				at = append(at, s)
			}
		}
		short, _, _ := strings.Cut(c.Sum, ",") // what is left shows in the drawing
		place, used := typeset.Cut(strings.Join(at, " "), 16), max(116, notePixels*columns(c.Result)+6)
		short = typeset.Cut(short, beside(used+placePixels*columns(place), smallPixels))
		l.Shapes = append(l.Shapes, words(class, notesLeft, y+2, c.Result), words("small", notesLeft+used, y+2, short),
			words("place", svgWidth-margin, y+2, place).to("end"))
		return 0
	}
	l.Shapes = append(l.Shapes, words(class, notesLeft, y, c.Result), words("place", svgWidth-margin, y, shorten(v.place(&c.At), beside(notePixels*columns(c.Result), placePixels))).to("end"))
	high := 15.0
	l.Shapes = append(l.Shapes, words("small", notesLeft, y+high, c.Sum))
	for _, b := range c.Bars {
		if b.Kind == "turn" || b.Known == "unknown" && b.Why == "" {
			continue
		}
		high += 15
		place := shorten(v.place(b.At), 26)
		room := beside(placePixels*columns(place), smallPixels)
		text := stepNames[b.Kind] + " " + need(&b) + ", " + typeset.OneLine(b.Why)
		if b.Known == "never" {
			text = typeset.OneLine(b.Why)
		}
		l.Shapes = append(l.Shapes, words("small", notesLeft, y+high, typeset.Cut(text, room)),
			words("place", svgWidth-margin, y+high, place).to("end"))
	}
	return high + 10
}

// shorten cuts a place from the left: its end says most.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return "…" + string(r[len(r)-n+1:])
}

func (v *view) legend(y float64) float64 {
	used := map[string]bool{}
	for _, l := range v.LaneShapes {
		for _, s := range l.Shapes {
			if s.Kind == "box" || s.Kind == "rule" {
				used[s.Class] = true
			}
		}
	}
	x := margin
	maybe := false
	for class := range used {
		maybe = maybe || strings.HasPrefix(class, "bar maybe") && class != "bar maybe never"
	}
	add := func(class, text string, on bool) {
		if !on {
			return
		}
		if x+pixels(text)+30 > svgWidth-margin {
			x, y = margin, y+20
		}
		v.Front = append(v.Front, box(class, x, y-9, 16, 11, ""), words("small", x+22, y, text))
		x += 22 + pixels(text) + 20
	}
	add("bar traffic", "requests may still come (assumed)", v.Traffic != nil)
	add("bar preStop", "preStop hook", used["bar preStop"])
	add("bar turn", "waits for its turn", used["bar turn"])
	add("bar delay", "delay before the drain", used["bar delay"])
	add("bar drain", "drain", used["bar drain"])
	add("bar maybe drain", "how long is not known", maybe)
	add("bar lost", "cut by SIGKILL", used["bar lost"])
	add("race", "may refuse requests", used["race"])
	if used["signal"] {
		v.Front = append(v.Front, rule("signal", x+8, y-10, x+8, y+3), words("small", x+22, y, "stop signal"))
	}
	return y + 26
}

// list are the problems and the foot.
func (v *view) list(y float64) float64 {
	for _, p := range v.Problems {
		who := make([]string, len(p.Lanes))
		for i, l := range p.Lanes {
			who[i] = l + " (" + v.place(&p.At[i]) + ")"
		}
		for i, line := range lines(strings.Join(who, ", ")+": "+p.Text, 140) {
			if i == 0 {
				v.Front = append(v.Front, words("bad", margin, y, "✗"))
			}
			v.Front = append(v.Front, words("problem", margin+18, y, line))
			y += 19
		}
	}
	if len(v.Problems) > 0 {
		y += 8
	}
	item := func(label, text string) {
		if text == "" {
			return
		}
		v.Front = append(v.Front, words("small", margin, y, label))
		for _, line := range lines(text, 145) {
			v.Front = append(v.Front, words("foot", margin+110, y, line))
			y += 17
		}
	}
	for _, o := range v.Variants {
		item(variantNames[o.Kind], o.Text)
	}
	item("probes", v.Probes)
	item("rollout", v.Rollout)
	return y
}
