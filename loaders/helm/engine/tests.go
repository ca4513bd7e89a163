package engine

import (
	"regexp"
	"slices"
	"sync"
	"text/template/parse"
)

// test says which field of an object hangs on the truth of one value.
type test struct {
	field, fallback string
}

// lastKey is "key: " at the end of a literal.
var lastKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t-]*([A-Za-z]\w*):[ \t]*["']?$`) })

func keyBefore(n parse.Node) string {
	text, ok := n.(*parse.TextNode)
	if !ok {
		return ""
	}
	all := lastKey().FindAllSubmatchIndex(text.Text, -1)
	if len(all) == 0 {
		return ""
	}
	if last := all[len(all)-1]; last[1] == len(text.Text) {
		return string(text.Text[last[2]:last[3]])
	}
	return ""
}

// omitted recognises {{ if .Values.x }}field: {{ .Values.x }}{{ end }} and the same with "with".
func omitted(a *action, n *parse.BranchNode) test {
	if len(a.reads) != 1 || n.ElseList != nil || !plain(n.Pipe) {
		return test{}
	}
	want := a.reads[0]
	if n.NodeType == parse.NodeWith {
		want = read{}
	}
	for i, inner := range n.List.Nodes {
		do, ok := inner.(*parse.ActionNode)
		if !ok || i == 0 {
			continue
		}
		reads := (&action{}).from(do.Pipe)
		if len(reads) == 1 && reads[0].variable == want.variable && slices.Equal(reads[0].fields, want.fields) {
			if key := keyBefore(n.List.Nodes[i-1]); key != "" {
				return test{field: key}
			}
		}
	}
	return test{}
}

// plain is true for a pipeline that only names a value.
func plain(p *parse.PipeNode) bool {
	if len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return false
	}
	switch p.Cmds[0].Args[0].(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.DotNode:
		return true
	}
	return false
}

// fallback recognises field: {{ .Values.x | default 10 }} and field: {{ default 10 .Values.x }}.
func fallback(p *parse.PipeNode, before parse.Node) test {
	key := keyBefore(before)
	if key == "" || len(p.Decl) > 0 {
		return test{}
	}
	for i, c := range p.Cmds {
		id, ok := c.Args[0].(*parse.IdentifierNode)
		if !ok || id.Ident != "default" || len(c.Args) < 2 {
			continue
		}
		if i == 0 && len(c.Args) != 3 || i == 1 && !plain(&parse.PipeNode{Cmds: p.Cmds[:1]}) || i > 1 {
			continue
		}
		switch value := c.Args[1].(type) {
		case *parse.NumberNode:
			return test{key, value.Text}
		case *parse.BoolNode:
			return test{key, value.String()}
		case *parse.StringNode:
			return test{key, value.Text}
		}
	}
	return test{}
}
