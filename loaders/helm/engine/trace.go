package engine

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"text/template"
	"text/template/parse"
	"unsafe"
)

// tracer is the state of one rendering. Rendering is sequential.
type tracer struct {
	ctx      context.Context
	files    map[string]string // texts of templates by name
	actions  []*action
	literals map[*byte]literal
	seen     map[*parse.Tree]bool
	index    *index
	stack    []*frame
	nested   map[string]int
	depth    int
	steps    int
	// of the file being rendered:
	draws   []*record
	looked  bool // it looks for objects in the cluster
	tests   []Test
	written int
}

func newTracer(ctx context.Context) *tracer {
	return &tracer{
		ctx: ctx, files: map[string]string{}, literals: map[*byte]literal{}, seen: map[*parse.Tree]bool{}, index: newIndex(),
		nested: map[string]int{},
	}
}

// frame is one execution of a template that writes a text of its own: a file, an include, a tpl.
type frame struct {
	tracer   *tracer
	out      []byte
	segments []segment
	current  *record
	scope    *scope
}

// segment is a stretch of a frame's text, up to the next one.
type segment struct {
	start   int
	literal *literal // nil for the output of an action
	record  *record  // the action that wrote it
	scope   *scope

	aligned []alignment // made on first use
}

// scope is what the actions of one template see; {{ template }} opens one within a frame.
type scope struct {
	variables map[string]*record
	blocks    map[*action]*record
	// caller is the action that called the template, with what it gave; nil for a file.
	caller *record
	given  passed
	// within is the scope that {{ template }} was called in, in the same frame.
	within *scope
}

func newScope(caller *record, given passed, within *scope) *scope {
	return &scope{variables: map[string]*record{}, blocks: map[*action]*record{}, caller: caller, given: given, within: within}
}

// record is one run of an action.
type record struct {
	action    *action
	dot, root any
	values    []any     // of action.variables
	from      []*record // the actions that set them
	earlier   []*record // the actions that had set action.sets before
	scope     *scope
	calls     []*frame // what it included, in order
	drawn     bool     // it called a function whose real answer is another each time

	summary *summary // made on first use
}

// execute runs a template in a frame of its own. name is empty for text given to tpl.
func (t *tracer) execute(in *template.Template, name string, data any, caller *passedBy) (*frame, error) {
	f := &frame{tracer: t, scope: newScope(nil, passed{}, nil)}
	if caller != nil {
		f.scope.caller, f.scope.given = caller.record, caller.given
	}
	if caller != nil && caller.record != nil {
		caller.record.calls = append(caller.record.calls, f)
	}
	t.stack = append(t.stack, f)
	defer func() { t.stack = t.stack[:len(t.stack)-1] }()
	if name == "" {
		return f, in.Execute(f, data)
	}
	return f, in.ExecuteTemplate(f, name, data)
}

type passedBy struct {
	record *record
	given  passed
}

// call describes the include or tpl that the current action is about to make.
func (t *tracer) call(name string) *passedBy {
	f := t.top()
	if f == nil || f.current == nil {
		return nil
	}
	return &passedBy{f.current, f.current.action.passes[name]}
}

func (t *tracer) top() *frame {
	if len(t.stack) == 0 {
		return nil
	}
	return t.stack[len(t.stack)-1]
}

// drawn notes that the current action has called one of the functions of random.go.
func (t *tracer) drawn() {
	if f := t.top(); f != nil && f.current != nil {
		f.current.drawn = true
		t.draws = append(t.draws, f.current)
	}
}

// random tells whether the file being rendered has drawn something. One that also looks into the cluster takes what it finds
// there on all renderings but the first, so its values stay.
func (t *tracer) random() bool {
	if t.looked {
		for _, r := range t.draws {
			r.drawn = false
		}
		return false
	}
	return len(t.draws) > 0
}

// announce is called before each action.
func (t *tracer) announce(id int, dot, root any, values ...any) (string, error) {
	if t.steps++; t.steps > maxSteps {
		return "", fmt.Errorf("the chart does not come to an end: more than %d actions", maxSteps)
	} else if t.steps%256 == 0 {
		if err := t.ctx.Err(); err != nil {
			return "", err
		}
	}
	f := t.top()
	a := t.actions[id]
	r := &record{action: a, dot: dot, root: root, values: values, scope: f.scope}
	for _, name := range a.variables {
		r.from = append(r.from, f.scope.variables[name])
	}
	for _, name := range a.sets {
		if before := f.scope.variables[name]; before != nil {
			r.earlier = append(r.earlier, before)
		}
		f.scope.variables[name] = r
	}
	f.scope.blocks[a] = r
	f.current = r
	if a.test.field != "" && a.file != "" {
		t.tests = append(t.tests, Test{
			Place: r.place(), Field: a.test.field, Fallback: a.test.fallback, Reads: t.reads(r, search), Offset: len(t.stack[0].out),
		})
	}
	return "", nil
}

// enter and leave stand around {{ template }}.
func (t *tracer) enter(id int) string {
	f := t.top()
	a := t.actions[id]
	f.scope = newScope(f.current, passed{reads: a.reads}, f.scope)
	return ""
}

func (t *tracer) leave() string {
	f := t.top()
	f.current = f.scope.caller
	f.scope = f.scope.within
	return ""
}

// Write takes what text/template writes: a literal as a whole, or the output of the current action.
func (f *frame) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if f.tracer.written += len(p); f.tracer.written > maxOutput {
		return 0, fmt.Errorf("the chart writes more than %d MB", maxOutput>>20)
	}
	s := segment{start: len(f.out), scope: f.scope}
	if l, ok := f.tracer.literals[&p[0]]; ok {
		s.literal = &l
	} else {
		s.record = f.current
	}
	f.segments = append(f.segments, s)
	f.out = append(f.out, p...)
	return len(p), nil
}

// text is what the frame wrote, without the given words.
func (f *frame) text(without string) *Text {
	t := &Text{String: unsafe.String(unsafe.SliceData(f.out), len(f.out)), frame: f} // out is never changed again
	if without == "" || !strings.Contains(t.String, without) {
		return t
	}
	var out []byte
	for i := range f.segments {
		s := &f.segments[i]
		part := string(f.out[s.start:f.end(i)])
		s.start = len(out)
		out = append(out, strings.ReplaceAll(part, without, "")...)
	}
	f.out = out
	return &Text{String: string(out), frame: f}
}

func (f *frame) end(i int) int {
	if i+1 < len(f.segments) {
		return f.segments[i+1].start
	}
	return len(f.out)
}

// at finds the segment that wrote a byte.
func (f *frame) at(offset int) int {
	return sort.Search(len(f.segments), func(i int) bool { return f.segments[i].start > offset }) - 1
}

// alignment says that a line of an action's output is a line of a text that the action included.
type alignment struct {
	line  span // the line in the output
	start int  // of its first visible byte
	frame *frame
	from  int // of the same byte, in the frame's text
	// decoded is true where the text was read and written again between the two.
	decoded bool
}

type span struct{ start, end int }

// align compares the output of an action with what it included. Between the two stand functions such as nindent and trim,
// which leave the words of each line alone; a line that reads otherwise is the action's own.
func (f *frame) align(i int) []alignment {
	s := &f.segments[i]
	if s.aligned != nil {
		return s.aligned
	}
	s.aligned = []alignment{}
	if s.record.decodes(search) {
		if s.aligned = f.alignDecoded(i); len(s.aligned) > 0 {
			return s.aligned
		}
		s.aligned = []alignment{}
	}
	type line struct {
		frame *frame
		from  int
	}
	var have []line
	at := map[string][]int{} // the lines that read so, in order
	for _, c := range s.record.sources() {
		eachLine(c.out, func(_ span, start int, words []byte) {
			at[string(words)] = append(at[string(words)], len(have))
			have = append(have, line{c, start})
		})
	}
	if len(have) == 0 {
		return s.aligned
	}
	next := 0
	eachLine(f.out[s.start:f.end(i)], func(l span, start int, words []byte) {
		same := at[string(words)]
		if k := sort.SearchInts(same, next); k < len(same) {
			from := have[same[k]]
			s.aligned = append(s.aligned, alignment{span{s.start + l.start, s.start + l.end}, s.start + start, from.frame, from.from, false})
			next = same[k] + 1
		}
	})
	return s.aligned
}

// eachLine visits the lines that are not blank, trimmed.
func eachLine(text []byte, visit func(line span, start int, words []byte)) {
	start := 0
	for l := range bytes.Lines(text) {
		if words := bytes.TrimSpace(l); len(words) > 0 {
			visit(span{start, start + len(l)}, start+bytes.Index(l, words), words)
		}
		start += len(l)
	}
}

// sources are the texts that the output of an action may consist of: what it included itself, what the variables it
// prints hold, and what the block around it works on.
func (r *record) sources() []*frame {
	out := slices.Clone(r.calls)
	for _, from := range r.from {
		if from != nil {
			out = append(out, from.sources()...)
		}
	}
	for _, read := range r.action.reads {
		if read.variable == "" && len(read.fields) == 0 && r.action.within != nil {
			if block := r.scope.blocks[r.action.within]; block != nil && block != r {
				out = append(out, block.sources()...)
			}
		}
	}
	return out
}
