package engine

import "sort"

// Text is the output of one template.
type Text struct {
	String string
	// Random is true when a function that answers differently each time took part and nothing guards it.
	Random bool
	Tests  []Test
	frame  *frame
}

// Test is a place where a template takes 0, false and "not set" for the same: if, with or default in front of one field.
type Test struct {
	Place
	// Field is the key that is left out, or gets Fallback, then.
	Field, Fallback string
	// Reads are the values that are tested.
	Reads []Path
	// Offset is how much of the text had been written: the test belongs to the object there.
	Offset int
}

// Place is a byte of a template: its name and the offset in its text.
type Place struct {
	Template string
	Offset   int
}

// Origin is where one byte of a Text comes from.
type Origin struct {
	// Place is the byte itself where it stands in a template, else the action that wrote it.
	Place
	// Literal tells which of the two.
	Literal bool
	// Calls are the actions that included the template of Place, nearest first.
	Calls []Place
	// Reads are the values that the action took its output from; the output is one of them, or a part of one, or made of
	// several. Empty for a literal.
	Reads []Path
	// Random is true when a function that answers differently each time took part.
	Random bool
	// Sorted is true where the keys of a mapping are no longer in the order of the template.
	Sorted bool
}

// search bounds how far the value of an action is followed back through variables and includes.
const search = 12

// maxReads bounds the values of one action: a text made of more has no key that a person would edit for it.
const maxReads = 200

// At answers for the byte at offset; ok is false when no template holds it.
func (t *Text) At(offset int) (o Origin, ok bool) { return t.frame.origin(offset) }

func (f *frame) origin(offset int) (o Origin, ok bool) {
	i := f.at(offset)
	if i < 0 || offset >= len(f.out) {
		return Origin{}, false
	}
	s := f.segments[i]
	if s.literal != nil {
		o.Place, o.Literal, ok = Place{s.literal.file, s.literal.pos + offset - s.start}, true, s.literal.file != ""
		o.Calls = s.scope.calls(nil)
		return o, ok
	}
	if s.record == nil {
		return Origin{}, false
	}
	if a := f.aligned(i, offset); a != nil {
		o, ok = a.frame.origin(max(a.from+offset-a.start, 0))
		if ok {
			o.Calls, o.Sorted = s.scope.calls(append(o.Calls, s.record.place())), o.Sorted || a.decoded
			return o, ok
		}
	}
	sum := f.tracer.summarise(s.record)
	o.Reads, o.Random = append(o.Reads, sum.reads...), o.Random || sum.random
	o.Place, o.Literal = s.record.place(), false
	o.Calls = s.scope.calls(nil)
	return o, o.Template != ""
}

func (r *record) place() Place { return Place{r.action.file, r.action.pos} }

// aligned is the alignment of the line that offset lies on, nil when there is none.
func (f *frame) aligned(i, offset int) *alignment {
	list := f.align(i)
	j := sort.Search(len(list), func(j int) bool { return list[j].line.end > offset })
	if j == len(list) || list[j].line.start > offset {
		return nil
	}
	return &list[j]
}

// summary is what all actions that made a text have read.
type summary struct {
	reads  []Path
	random bool
}

func (t *tracer) summarise(r *record) *summary {
	if r.summary != nil {
		return r.summary
	}
	r.summary = &summary{reads: t.reads(r, search)}
	r.each(map[*record]bool{}, false, func(part *record, held bool) {
		// What set a variable is followed by t.reads already, as far as the variable does not say itself which value it is.
		if part != r && !held && len(r.summary.reads) < maxReads {
			r.summary.reads = append(r.summary.reads, t.reads(part, search)...)
		}
		r.summary.random = r.summary.random || part.drawn
	})
	return r.summary
}

// each visits an action and those that made the texts it is composed of; held is true for those that set a variable.
func (r *record) each(seen map[*record]bool, held bool, visit func(r *record, held bool)) {
	if seen[r] {
		return
	}
	seen[r] = true
	visit(r, held)
	for _, from := range r.from {
		if from != nil {
			from.each(seen, true, visit)
		}
	}
	for _, c := range r.sources() {
		for _, s := range c.segments {
			if s.record != nil {
				s.record.each(seen, false, visit)
			}
		}
	}
}

// calls appends the {{ template }} actions that led to a scope.
func (s *scope) calls(out []Place) []Place {
	for ; s != nil && s.within != nil; s = s.within {
		if s.caller != nil && s.caller.action.file != "" {
			out = append(out, s.caller.place())
		}
	}
	return out
}

// Actions gives the origins of the stretches between from and to that actions wrote.
func (t *Text) Actions(from, to int) []Origin { return t.frame.actionsIn(from, to) }

func (f *frame) actionsIn(from, to int) []Origin {
	var out []Origin
	for i := max(f.at(from), 0); i < len(f.segments) && f.segments[i].start < to; i++ {
		s := f.segments[i]
		if s.literal != nil {
			continue
		}
		start, end := max(s.start, from), min(f.end(i), to)
		if a := f.aligned(i, start); a != nil && start >= a.start && end <= a.line.end {
			// A line of an included text, parts of which other actions wrote.
			stop := a.from + end - a.start
			if a.decoded { // it may have been in quotes
				stop = lineEnd(a.frame.out, a.from)
			}
			parts := a.frame.actionsIn(a.from+start-a.start, min(stop, len(a.frame.out)))
			for _, o := range parts {
				o.Calls = s.scope.calls(append(o.Calls, s.record.place()))
				out = append(out, o)
			}
			if len(parts) > 0 {
				continue
			}
		}
		if o, _ := f.origin(start); !o.Literal || len(o.Reads) > 0 {
			out = append(out, o)
		}
	}
	return out
}
