package engine

import (
	"slices"
	"text/template/parse"
)

// read is a place from which a pipeline takes its value: a path below dot, below $ or below a variable.
type read struct {
	variable string // "" for dot, "$" for the root, else the variable's name with its $
	fields   []string
}

// passed is what an include gives to the template it names: something read from one place, or a dict of such things.
type passed struct {
	reads []read
	dict  map[string][]read
}

// pipe collects what a pipeline reads.
func (a *action) pipe(p *parse.PipeNode) {
	for _, r := range a.from(p) {
		if !slices.ContainsFunc(a.reads, func(o read) bool { return o.variable == r.variable && slices.Equal(o.fields, r.fields) }) {
			a.reads = append(a.reads, r)
		}
	}
}

// from lists what a node reads, without conditions and without what it passes on to includes.
func (a *action) from(n parse.Node) []read {
	switch n := n.(type) {
	case *parse.DotNode:
		return []read{{}}
	case *parse.FieldNode:
		return []read{{fields: n.Ident}}
	case *parse.VariableNode:
		a.uses(n.Ident[0])
		return []read{{variable: n.Ident[0], fields: n.Ident[1:]}}
	case *parse.ChainNode:
		return below(a.from(n.Node), n.Field...)
	case *parse.PipeNode:
		var out []read
		for _, c := range n.Cmds {
			out = append(out, a.command(c)...)
		}
		return out
	}
	return nil
}

func (a *action) uses(name string) {
	if name != "$" && !slices.Contains(a.variables, name) && !slices.Contains(a.sets, name) {
		a.variables = append(a.variables, name)
	}
}

func (a *action) command(c *parse.CommandNode) []read {
	id, ok := c.Args[0].(*parse.IdentifierNode)
	args := c.Args
	if ok {
		args = c.Args[1:]
		a.decodes = a.decodes || id.Ident == "fromYaml" || id.Ident == "fromJson"
		switch {
		case id.Ident == "include" && len(args) > 0:
			if name, ok := args[0].(*parse.StringNode); ok && len(args) > 1 {
				a.pass(name.Text, args[1])
				return nil
			}
			for _, arg := range args[1:] {
				a.pass("", arg)
			}
			return nil
		case id.Ident == "tpl" && len(args) > 1: // the second argument is the context
			a.pass("", args[1])
			return a.from(args[0])
		case (id.Ident == "index" || id.Ident == "get") && len(args) > 1:
			return below(a.from(args[0]), texts(args[1:])...)
		case id.Ident == "dig" && len(args) > 2:
			return below(a.from(args[len(args)-1]), texts(args[:len(args)-2])...)
		case id.Ident == "ternary" && len(args) > 2:
			args = args[:2]
		}
	}
	var out []read
	for _, arg := range args {
		out = append(out, a.from(arg)...)
	}
	return out
}

// pass notes what an include is given.
func (a *action) pass(name string, arg parse.Node) {
	var p passed
	if pairs, ok := dict(arg); ok {
		p.dict = map[string][]read{}
		for i := 0; i+1 < len(pairs); i += 2 {
			if key, ok := pairs[i].(*parse.StringNode); ok {
				p.dict[key.Text] = a.from(pairs[i+1])
			}
		}
	} else {
		p.reads = a.from(arg)
	}
	if a.passes == nil {
		a.passes = map[string]passed{}
	}
	a.passes[name] = p
}

// dict gives the arguments of (dict "key" value ...).
func dict(n parse.Node) ([]parse.Node, bool) {
	p, ok := n.(*parse.PipeNode)
	if !ok || len(p.Cmds) != 1 || len(p.Decl) > 0 {
		return nil, false
	}
	id, ok := p.Cmds[0].Args[0].(*parse.IdentifierNode)
	return p.Cmds[0].Args[1:], ok && id.Ident == "dict"
}

// below extends reads by more fields; an empty field is one that is not known before it runs, which ends the path.
func below(reads []read, fields ...string) []read {
	out := make([]read, len(reads))
	for i, r := range reads {
		out[i] = read{r.variable, slices.Concat(r.fields, fields)}
	}
	return out
}

// texts are the constant strings among nodes, up to the first that is none.
func texts(nodes []parse.Node) []string {
	var out []string
	for _, n := range nodes {
		s, ok := n.(*parse.StringNode)
		if !ok {
			break
		}
		out = append(out, s.Text)
	}
	return out
}
