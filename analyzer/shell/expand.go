package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assign sets a variable.
func (c *clock) assign(a *syntax.Assign) {
	if a.Name == nil || a.Naked {
		return
	}
	v := value{known: true}
	if a.Value != nil {
		c.substitutions(a.Value)
		v = c.word(a.Value)
	}
	if a.Append || a.Array != nil || a.Index != nil {
		v = value{}
	}
	c.set(a.Name.Value, v)
}

// substitutions takes the time of the commands inside a word.
func (c *clock) substitutions(w *syntax.Word) {
	syntax.Walk(w, func(n syntax.Node) bool {
		if sub, ok := n.(*syntax.CmdSubst); ok {
			inner := c.child()
			inner.list(sub.Stmts)
			c.spend(inner.end())
			return false
		}
		return true
	})
}

// fields expands a word to the words that it becomes: an unquoted expansion is split at blanks.
func (c *clock) fields(w *syntax.Word) []value {
	v := c.word(w)
	if len(w.Parts) != 1 {
		return []value{v}
	}
	switch w.Parts[0].(type) {
	case *syntax.ParamExp, *syntax.CmdSubst:
	default:
		return []value{v}
	}
	if !v.known {
		return []value{v}
	}
	return known(strings.Fields(v.text))
}

// word expands a word without splitting it.
func (c *clock) word(w *syntax.Word) value {
	if w == nil {
		return value{known: true}
	}
	return c.parts(w.Parts, false)
}

func (c *clock) parts(parts []syntax.WordPart, quoted bool) value {
	out := value{known: true}
	for _, p := range parts {
		v := value{known: true}
		switch p := p.(type) {
		case *syntax.Lit:
			v.text = unescape(p.Value, quoted)
		case *syntax.SglQuoted:
			v.text = p.Value
		case *syntax.DblQuoted:
			v = c.parts(p.Parts, true)
		case *syntax.ParamExp:
			v = c.param(p)
		case *syntax.ArithmExp:
			n, ok := c.arith(p.X)
			v = value{strconv.FormatInt(n, 10), ok}
		case *syntax.CmdSubst:
			v = c.output(p)
		default:
			v = value{}
		}
		out.text += v.text
		out.known = out.known && v.known
	}
	if len(out.text) > maxScript {
		return value{}
	}
	return out
}

// param expands $name, ${name} and the forms with a default.
func (c *clock) param(p *syntax.ParamExp) value {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 {
		return value{}
	}
	v := c.lookup(p.Param.Value)
	if p.Exp == nil {
		return v
	}
	if !v.known {
		return value{}
	}
	// Whether an empty variable is set or not is not known: the colon forms do not ask.
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if v.text != "" {
			return v
		}
		return c.word(p.Exp.Word)
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if v.text == "" {
			v = c.word(p.Exp.Word)
			c.set(p.Param.Value, v)
		}
		return v
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if v.text == "" {
			return v
		}
		return c.word(p.Exp.Word)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		// ${GRACE%s} is the usual way to take a unit off.
		suffix := c.word(p.Exp.Word)
		if suffix.known && !strings.ContainsAny(suffix.text, "*?[") {
			return value{strings.TrimSuffix(v.text, suffix.text), true}
		}
	}
	return value{}
}

// output knows what seq and echo print.
func (c *clock) output(sub *syntax.CmdSubst) value {
	if len(sub.Stmts) != 1 || len(sub.Stmts[0].Redirs) > 0 {
		return value{}
	}
	call, ok := sub.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return value{}
	}
	var words []string
	for _, w := range call.Args {
		for _, f := range c.fields(w) {
			if !f.known {
				return value{}
			}
			words = append(words, f.text)
		}
	}
	if len(words) == 0 {
		return value{}
	}
	switch args := words[1:]; words[0] {
	case "echo":
		if len(args) > 0 && strings.HasPrefix(args[0], "-") {
			return value{}
		}
		return value{strings.Join(args, " "), true}
	case "seq":
		return sequence(args)
	case "expr":
		if s, err := parse("echo $(("+strings.Join(args, " ")+"))", syntax.LangPOSIX); err == nil && len(args) == 3 {
			return c.word(s.file.Stmts[0].Cmd.(*syntax.CallExpr).Args[1])
		}
	}
	return value{}
}

// sequence is the output of seq LAST, seq FIRST LAST or seq FIRST STEP LAST.
func sequence(args []string) value {
	var n []int
	for _, a := range args {
		v, err := strconv.Atoi(a)
		if err != nil || v > 1<<30 || v < -1<<30 {
			return value{}
		}
		n = append(n, v)
	}
	from, step, to := 1, 1, 0
	switch len(n) {
	case 1:
		to = n[0]
	case 2:
		from, to = n[0], n[1]
	case 3:
		from, step, to = n[0], n[1], n[2]
	default:
		return value{}
	}
	if step == 0 || (to-from)/step > maxItems {
		return value{}
	}
	var b strings.Builder
	for ; step > 0 && from <= to || step < 0 && from >= to; from += step {
		b.WriteString(strconv.Itoa(from) + "\n")
	}
	return value{b.String(), true}
}
