package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// FileCap is what a setcap command gives a file.
type FileCap struct {
	Path string
	// Names are capabilities without the prefix, in upper case; ALL stands for every one.
	Names []string
	// Effective is true when the capabilities are raised at exec (+ep), so that the kernel refuses the exec where they
	// cannot be.
	Effective bool
	// Line is the 1-based line of the command in the script.
	Line int
}

// FileCaps lists the files that a script gives capabilities, in order. A file that loses its capabilities again (setcap
// -r) is not listed.
func FileCaps(script string) []FileCap {
	if !strings.Contains(script, "setcap") {
		return nil
	}
	s, err := parseFor(script, UnknownFamily)
	if err != nil {
		return nil
	}
	var out []FileCap
	syntax.Walk(s.file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		var words []string
		for _, w := range call.Args {
			words = append(words, w.Lit())
			if i := len(words) - 1; words[i] == "" {
				words[i] = quotedText(w)
			}
		}
		i := slices.IndexFunc(words, func(w string) bool { return path.Base(w) == "setcap" })
		if i < 0 {
			return true
		}
		out = setcap(out, words[i+1:], int(call.Pos().Line()))
		return true
	})
	return out
}

// quotedText is the text of a word of one quoted part without expansions.
func quotedText(w *syntax.Word) string {
	if len(w.Parts) != 1 {
		return ""
	}
	switch p := w.Parts[0].(type) {
	case *syntax.SglQuoted:
		return p.Value
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if l, ok := p.Parts[0].(*syntax.Lit); ok {
				return l.Value
			}
		}
	}
	return ""
}

// setcap applies the operands of one command: pairs of capabilities and a file.
func setcap(out []FileCap, words []string, line int) []FileCap {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "-q" || w == "-v" || w == "-n" })
	for len(words) > 1 {
		spec, file := words[0], words[1]
		words = words[2:]
		out = slices.DeleteFunc(out, func(f FileCap) bool { return f.Path == file })
		if spec == "-r" || file == "" {
			continue
		}
		i := strings.IndexAny(spec, "=+")
		if i < 0 {
			continue
		}
		flags := strings.TrimLeft(spec[i:], "=+")
		if flags == "" || strings.ContainsAny(flags, "-=+ ") {
			continue
		}
		c := FileCap{Path: file, Effective: strings.Contains(flags, "e"), Line: line}
		for _, name := range strings.Split(spec[:i], ",") {
			if name = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(name)), "CAP_"); name == "" {
				name = "ALL"
			}
			c.Names = append(c.Names, name)
		}
		if strings.Contains(flags, "p") {
			out = append(out, c)
		}
	}
	return out
}
