package engine

import (
	"text/template"
	"text/template/parse"
)

// The names of the calls added to templates. No chart defines functions, so they cannot clash.
const (
	announce = "drainlint_next"
	enter    = "drainlint_enter"
	leave    = "drainlint_leave"
)

// action is what is known of one action of a template before it runs.
type action struct {
	id   int
	file string // the template's name, empty for text given to tpl
	pos  int    // byte offset of the pipeline in the file
	// reads are the places that the pipeline takes its value from.
	reads []read
	// variables are the names of variables it reads; their values are arguments of the announcement.
	variables []string
	// sets are the variables it declares or assigns.
	sets []string
	// passes has, by the name of an included template, what it is given.
	passes map[string]passed
	// test is filled where a single field hangs on the truth of what is read.
	test test
	// decodes is true where it reads a text as YAML or JSON.
	decodes bool
	// within is the with or range whose dot the action sees, nil outside.
	within *action
}

// literal is where a text of a template lies.
type literal struct {
	file string
	pos  int
}

// instrument adds the announcements to the templates of in that have none yet.
func (t *tracer) instrument(in *template.Template) {
	for _, tmpl := range in.Templates() {
		if tmpl.Tree == nil || t.seen[tmpl.Tree] {
			continue
		}
		t.seen[tmpl.Tree] = true
		file := tmpl.ParseName
		if t.depth > 0 {
			file = ""
		}
		t.list(tmpl.Root, file, nil)
	}
}

func (t *tracer) list(l *parse.ListNode, file string, within *action) {
	if l == nil {
		return
	}
	nodes := make([]parse.Node, 0, 2*len(l.Nodes))
	var before parse.Node
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			if len(n.Text) > 0 {
				t.literals[&n.Text[0]] = literal{file, int(n.Pos)}
			}
		case *parse.ActionNode:
			a := t.action(n.Pipe, file, int(n.Pos), within)
			a.test = fallback(n.Pipe, before)
			nodes = append(nodes, t.announcement(a))
		case *parse.TemplateNode:
			a := t.action(n.Pipe, file, int(n.Pos), within)
			nodes = append(nodes, t.announcement(a), command(enter, number(a.id)), n, command(leave))
			continue
		case *parse.IfNode:
			a := t.action(n.Pipe, file, int(n.Pos), within)
			a.test = omitted(a, &n.BranchNode)
			nodes = append(nodes, t.announcement(a))
			t.list(n.List, file, within)
			t.list(n.ElseList, file, within)
		case *parse.WithNode:
			nodes = append(nodes, t.block(&n.BranchNode, file, within, true))
		case *parse.RangeNode:
			nodes = append(nodes, t.block(&n.BranchNode, file, within, false))
		}
		nodes, before = append(nodes, n), n
	}
	l.Nodes = nodes
}

// block handles with and range, in whose bodies dot is another.
func (t *tracer) block(n *parse.BranchNode, file string, within *action, test bool) parse.Node {
	a := t.action(n.Pipe, file, int(n.Pos), within)
	if test {
		a.test = omitted(a, n)
	}
	t.list(n.List, file, a)
	t.list(n.ElseList, file, within)
	return t.announcement(a)
}

func (t *tracer) action(pipe *parse.PipeNode, file string, pos int, within *action) *action {
	a := &action{id: len(t.actions), file: file, pos: pos, within: within}
	t.actions = append(t.actions, a)
	if pipe == nil {
		return a
	}
	for _, v := range pipe.Decl {
		a.sets = append(a.sets, v.Ident[0])
	}
	a.pipe(pipe)
	return a
}

// announcement is {{ drainlint_next <id> . $ <variables> }}, which prints nothing.
func (t *tracer) announcement(a *action) parse.Node {
	args := []parse.Node{number(a.id), &parse.DotNode{NodeType: parse.NodeDot}, variable("$")}
	for _, name := range a.variables {
		args = append(args, variable(name))
	}
	return command(announce, args...)
}

func command(name string, args ...parse.Node) parse.Node {
	c := &parse.CommandNode{NodeType: parse.NodeCommand, Args: append([]parse.Node{parse.NewIdentifier(name)}, args...)}
	return &parse.ActionNode{NodeType: parse.NodeAction, Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{c}}}
}

func number(n int) parse.Node {
	return &parse.NumberNode{NodeType: parse.NodeNumber, IsInt: true, Int64: int64(n)}
}

func variable(name string) parse.Node {
	return &parse.VariableNode{NodeType: parse.NodeVariable, Ident: []string{name}}
}
