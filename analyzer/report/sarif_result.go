package report

import (
	"strconv"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/typeset"
	"github.com/drainlint/drainlint/loaders/source"
)

// maxSnippet is the longest snippet in bytes: minified files would fill a log with copies of one line.
const maxSnippet = 2000

type resultBuilder struct {
	report *finding.Report
	rules  *ruleIndex
	src    *sources
}

func (b *resultBuilder) result(f *finding.Finding) *sarif.Result {
	related := b.related(f)
	res := sarif.NewRuleResult(f.Rule.Name).
		WithRuleIndex(b.rules.index[f.Rule.Name]).
		WithLevel(f.Severity.String()).
		WithMessage(sarif.NewTextMessage(explain(f))).
		WithLocations([]*sarif.Location{b.primary(f)}).
		WithRelatedLocations(related)
	// "fail" is the default.
	res.Kind = ""
	if f.Fingerprint != "" {
		res.WithPartialFingerprints(map[string]string{fingerprintKey: f.Fingerprint})
	}
	if flow := b.codeFlow(f.Flow); flow != nil {
		res.WithCodeFlows([]*sarif.CodeFlow{flow})
	}
	if f.Baseline != "" {
		res.WithBaselineState(f.Baseline)
	}
	if f.Waiver != nil {
		res.AddSuppression(b.suppression(f.Waiver))
	}
	if bag := resultProperties(f, b.report.Stdin); len(bag.Properties) > 0 {
		res.WithProperties(bag)
	}
	return res
}

// resultProperties are what SARIF has no member for.
func resultProperties(f *finding.Finding, stdin bool) *sarif.PropertyBag {
	bag := sarif.NewPropertyBag()
	if !f.Exact {
		bag.Add("exact", false)
	}
	if len(f.Sets) > 0 {
		bag.Add("sets", f.Sets)
	}
	if stdin && noFile(f.Span.File) && f.Span.Start.Line > 0 {
		bag.Add("line", f.Span.Start.Line)
		bag.Add("column", max(f.Span.Start.Col, 1))
	}
	return bag
}

// explain is the message in its three parts: what happens, the numbers, the change. A viewer that is short of room
// shows the first sentence only.
func explain(f *finding.Finding) string {
	var b strings.Builder
	b.WriteString(unlink(sentence(f.Message)))
	if len(f.Proof) > 0 {
		b.WriteString("\nBecause:")
		id := 0
		for _, proof := range f.Proof {
			b.WriteString("\n- " + unlink(typeset.OneLine(proof.Text)))
			if proof.Span != nil && !noFile(proof.Span.File) {
				id++
				b.WriteString(" (" + link(*proof.Span, id) + ")")
			}
		}
	}
	if text := change(f); text != "" {
		b.WriteString("\nFix: " + unlink(sentence(text)))
	}
	return b.String()
}

// link is an embedded link to a related location: the only way to it on code scanning's pages. Names that the link
// syntax would need escaped, which viewers differ on, stay plain text.
func link(sp source.Span, id int) string {
	text := typeset.Printable(sp.File)
	if sp.Start.Line > 0 {
		text = typeset.Printable(source.Span{File: sp.File, Start: source.Pos{Line: sp.Start.Line}}.String())
	}
	if strings.ContainsAny(text, `[]()\`) {
		return text
	}
	return "[" + text + "](" + strconv.Itoa(id) + ")"
}

// related are the places of the numbers, then those between the line and the value; explain counts ids the same way.
func (b *resultBuilder) related(f *finding.Finding) []*sarif.Location {
	out := []*sarif.Location{}
	add := func(sp source.Span, text string) {
		if noFile(sp.File) {
			return
		}
		out = append(out, sarif.NewLocationWithPhysicalLocation(b.physical(sp, false)).
			WithID(len(out)+1).
			WithMessage(message(sentence(text))))
	}
	for _, proof := range f.Proof {
		if proof.Span != nil {
			add(*proof.Span, proof.Text)
		}
	}
	for _, step := range f.Via {
		add(step.Span, step.Why)
	}
	return out
}

// codeFlow shows the steps that have a place; a step without one is told in the message of the next. Without two places
// there is nothing to walk through.
func (b *resultBuilder) codeFlow(steps []finding.FlowStep) *sarif.CodeFlow {
	var places []*sarif.ThreadFlowLocation
	before := ""
	for _, s := range steps {
		if s.Span == nil || noFile(s.Span.File) {
			before += s.Text + " -> "
			continue
		}
		at := sarif.NewLocationWithPhysicalLocation(b.physical(*s.Span, false)).WithMessage(message(typeset.OneLine(before + s.Text)))
		places = append(places, sarif.NewThreadFlowLocation().WithLocation(at))
		before = ""
	}
	if len(places) < 2 {
		return nil
	}
	return sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{sarif.NewThreadFlow().WithLocations(places)})
}

func (b *resultBuilder) primary(f *finding.Finding) *sarif.Location {
	loc := sarif.NewLocation()
	if !noFile(f.Span.File) {
		loc.WithPhysicalLocation(b.physical(f.Span, true))
	}
	if logical := logicalLocation(f); logical != nil {
		loc.WithLogicalLocations([]*sarif.LogicalLocation{logical})
	}
	return loc
}

// logicalLocation names the object and the field. Without an object there is none, except where there is no file
// either and a result would be left without a location.
func logicalLocation(f *finding.Finding) *sarif.LogicalLocation {
	name := f.Object
	if name == "" {
		if !noFile(f.Span.File) {
			return nil
		}
		name = display("-")
	}
	full := name
	if f.Path != "" {
		full += ": " + f.Path
	}
	return sarif.NewLogicalLocation().
		WithName(typeset.Printable(name)).
		WithFullyQualifiedName(typeset.Printable(full)).
		WithKind("resource")
}

func (b *resultBuilder) physical(sp source.Span, context bool) *sarif.PhysicalLocation {
	start, end := b.src.resolve(sp)
	region := b.region(sp.File, start, end)
	loc := sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uri(sp.File)).WithURIBaseID(srcRoot)).
		WithRegion(region)
	if context && region.Snippet != nil {
		if around := b.contextRegion(sp.File, start, end); around != nil {
			loc.WithContextRegion(around)
		}
	}
	return loc
}

func (b *resultBuilder) region(file string, start, end source.Pos) *sarif.Region {
	region := sarif.NewSimpleRegion(start.Line, end.Line).WithStartColumn(start.Col).WithEndColumn(end.Col)
	if text, ok := b.src.slice(file, start, end); ok && text != "" && len(text) <= maxSnippet {
		region.WithSnippet(sarif.NewArtifactContent().WithText(text))
	}
	return region
}

// contextRegion is the region with a line on each side. It is nil where that is no more than the region itself, since
// the specification wants a proper superset.
func (b *resultBuilder) contextRegion(file string, start, end source.Pos) *sarif.Region {
	from := source.Pos{Line: max(start.Line-1, 1), Col: 1}
	last := min(end.Line+1, len(b.src.lines(file)))
	to := source.Pos{Line: last, Col: b.src.lineEnd(file, last)}
	if from == start && to == end {
		return nil
	}
	if around := b.region(file, from, to); around.Snippet != nil {
		return around
	}
	return nil
}

func (b *resultBuilder) suppression(w *finding.Waiver) *sarif.Suppression {
	justification := typeset.OneLine(w.Reason)
	if w.Until != "" {
		justification += " (until " + typeset.OneLine(w.Until) + ")"
	}
	kind := "inSource"
	if w.Where == "config" {
		kind = "external"
	}
	out := sarif.NewSuppression().WithKind(kind).WithStatus("accepted").WithJustification(justification)
	if !noFile(w.Span.File) && !absolute(w.Span.File) { // a configuration may lie outside the root
		out.WithLocation(sarif.NewLocationWithPhysicalLocation(b.physical(w.Span, false)))
	}
	return out
}
