package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// why says in plain words what keeps the shell as parent of a command. What holds for every shell comes first.
func (w *walker) why(f fate) string {
	chain := w.ancestors(f.node)
	inFunction := false
	if chain == nil {
		// The command stands in text given to eval.
		return "the command is run by eval"
	}
	var loop, follows, negated, redirected, compound, timed, eval bool
	for i, n := range chain {
		var next syntax.Node
		if i+1 < len(chain) {
			next = chain[i+1]
		}
		switch n := n.(type) {
		case *syntax.File:
			follows = follows || !isLast(n.Stmts, next)
		case *syntax.Stmt:
			if n.Background || n.Coprocess {
				return "it runs in the background"
			}
			negated = negated || n.Negated
			redirected = redirected || len(n.Redirs) > 0
		case *syntax.CoprocClause:
			return "it runs in the background"
		case *syntax.BinaryCmd:
			if n.Op != syntax.AndStmt && n.Op != syntax.OrStmt {
				return "it runs in a pipeline"
			}
			follows = follows || next == n.X
		case *syntax.Subshell:
			if !w.tails[n] || f.trapped {
				return "it runs in a subshell"
			}
			compound = true
		case *syntax.FuncDecl:
			inFunction, follows = true, false
		case *syntax.WhileClause, *syntax.ForClause:
			loop = true
		case *syntax.Block:
			compound = true
			follows = follows || !isLast(n.Stmts, next)
		case *syntax.IfClause:
			compound = true
			follows = follows || !isLast(n.Then, next)
		case *syntax.CaseClause:
			compound = true
		case *syntax.CaseItem:
			follows = follows || !isLast(n.Stmts, next)
		case *syntax.TimeClause:
			timed = true
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				eval = n.Args[0].Lit() == "eval"
				timed = timed || n.Args[0].Lit() == "time"
			}
		}
	}
	switch {
	case f.trapped:
		return "a trap is set"
	case loop:
		return "it runs in a loop"
	case inFunction:
		return "it runs in a function"
	case follows:
		return "a command follows"
	case eval:
		return "the command is run by eval"
	case negated:
		return "its status is negated with !"
	case timed:
		return "it is timed"
	}
	return w.familyReason(redirected, compound)
}

// familyReason is for a command behind which nothing is left to do.
func (w *walker) familyReason(redirected, compound bool) string {
	if w.inFile {
		return "no shell replaces itself for the last command of a script in a file"
	}
	switch w.family {
	case Dash:
		return "dash as shipped by Debian and Ubuntu never replaces itself"
	case Mksh:
		return "mksh replaces itself only for one bare command"
	}
	line := w.script.lastLine()
	rest := w.script.rest(line)
	switch {
	case redirected && w.family == Bash:
		return "the last command carries a redirection"
	case compound && w.family == Bash:
		return "bash replaces itself only for a simple command, not inside braces, parentheses, if or case"
	case w.family == Bash && rest != "" && rest != "\n":
		return "empty lines or comments follow the last command"
	case w.family == Bash:
		return "bash replaces itself only when its last line is one command or one list of a single kind"
	case rest != "":
		return "the script ends in a newline (a block scalar with | or >), so BusyBox ash still expects another command"
	case len(w.script.pending(line)) > 0:
		return "a here-document follows the last command"
	}
	return "braces or a compound command with a redirection stand around it"
}

// isLast reports whether the node is the last statement, or none of them.
func isLast(stmts []*syntax.Stmt, n syntax.Node) bool {
	stmt, ok := n.(*syntax.Stmt)
	return !ok || len(stmts) > 0 && stmts[len(stmts)-1] == stmt || !slices.Contains(stmts, stmt)
}

// ancestors gives the nodes from the file down to target, nil when it is not below.
func (w *walker) ancestors(target syntax.Node) []syntax.Node {
	var stack, found []syntax.Node
	syntax.Walk(w.script.file, func(n syntax.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if found != nil {
			return false
		}
		stack = append(stack, n)
		if n == target {
			found = slices.Clone(stack)
		}
		return true
	})
	return found
}
