package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// UsesArguments reports whether a script refers to its positional parameters, $0 and $@ among them: only then do words
// behind the command string of sh -c reach anything. A script that cannot be parsed may.
func UsesArguments(text string) bool {
	s, err := parseFor(text, Bash)
	if err != nil {
		return true
	}
	used := false
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil {
				name := n.Param.Value
				used = used || name == "@" || name == "*" || name == "#" || len(name) > 0 && name[0] >= '0' && name[0] <= '9'
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				name, _ := literal(n.Args[0])
				used = used || name == "shift" || name == "getopts" || name == "eval"
			}
		case *syntax.ForClause:
			if w, ok := n.Loop.(*syntax.WordIter); ok && !w.InPos.IsValid() {
				used = true // for x; do
			}
		}
		return !used
	})
	return used
}
